/** Rules of retry policies that hold for all of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  exponential,
  fixed,
  list,
  nextRetry,
  RETRIES_MAX,
  retriesOf,
  RETRY_DELAY_MS_MAX,
  type RetryPolicy,
} from "./retry-policy.ts";

const wait = fc.nat({ max: RETRY_DELAY_MS_MAX });
const retries = fc.nat({ max: RETRIES_MAX });
const jitter = fc.double({ min: 0, max: 1, noNaN: true });
const exponentialPolicy = fc
  .record({
    firstMs: fc.integer({ min: 1, max: RETRY_DELAY_MS_MAX }),
    factor: fc.double({ min: 1, max: 100, noNaN: true }),
    more: wait,
    retries,
    jitter,
  })
  .map(({ firstMs, more, ...rest }) =>
    exponential({ firstMs, maxMs: Math.min(firstMs + more, RETRY_DELAY_MS_MAX), ...rest }),
  );
const policy: fc.Arbitrary<RetryPolicy> = fc.oneof(
  exponentialPolicy,
  fc.record({ delayMs: wait, retries, jitter }).map(fixed),
  fc.tuple(fc.array(wait, { maxLength: 20 }), jitter).map(([delaysMs, part]) => list(delaysMs, { jitter: part })),
);
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function waitAfter(of: RetryPolicy, attempt: number, random = 0): number {
  const next = nextRetry(of, attempt, { random: () => random });
  return next === "exhausted" ? NaN : next.delayMs;
}

test("every policy ends after its retries, and not before", () => {
  fc.assert(
    fc.property(policy, fc.integer({ min: 1, max: 110 }), (of, attempt) => {
      expect(nextRetry(of, attempt) === "exhausted").toBe(attempt > retriesOf(of));
    }),
  );
});

test("jitter takes away at most its part, and a wait is a whole number within the limits", () => {
  fc.assert(
    fc.property(policy, fc.nat({ max: 110 }), fraction, (of, index, random) => {
      fc.pre(retriesOf(of) > 0);
      const attempt = (index % retriesOf(of)) + 1;

      const full = waitAfter({ ...of, jitter: 0 }, attempt);
      const shortened = waitAfter(of, attempt, random);

      expect(Number.isInteger(shortened)).toBe(true);
      expect(shortened).toBeLessThanOrEqual(full);
      expect(shortened).toBeGreaterThanOrEqual(full * (1 - (of.jitter ?? 0)) - 1e-3);
      expect(full).toBeLessThanOrEqual(RETRY_DELAY_MS_MAX);
    }),
  );
});

test("the waits of an exponential policy never become shorter, and never longer than its maximum", () => {
  fc.assert(
    fc.property(exponentialPolicy, (given) => {
      const of = { ...given, jitter: 0 };
      const waits = Array.from({ length: retriesOf(of) }, (_, index) => waitAfter(of, index + 1));

      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(Math.max(0, ...waits)).toBeLessThanOrEqual(of.kind === "exponential" ? of.maxMs : 0);
    }),
  );
});

test("the same random numbers give the same waits", () => {
  fc.assert(
    fc.property(policy, fraction, (of, random) => {
      expect(waitAfter(of, 1, random)).toEqual(waitAfter(of, 1, random));
    }),
  );
});
