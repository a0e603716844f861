/** Tests what task definitions rely on when they name a retry policy. */
import { expect, test } from "vitest";
import {
  checkPolicy,
  custom,
  DEFAULT_RETRY,
  describePolicy,
  exponential,
  fixed,
  list,
  nextRetry,
  type NextRetry,
  NO_RETRY,
  retriesOf,
  type RetryPolicy,
} from "./retry-policy.ts";

function waits(policy: RetryPolicy): NextRetry[] {
  return Array.from({ length: retriesOf(policy) + 1 }, (_, index) => nextRetry(policy, index + 1));
}
const seconds = (...numbers: number[]) => [...numbers.map((number) => ({ delayMs: number * 1_000 })), "exhausted"];

test("exponential waits grow by the factor up to the limit", () => {
  expect(waits(exponential({ firstMs: 5_000, factor: 2, retries: 3 }))).toEqual(seconds(5, 10, 20));
  const limited = exponential({ firstMs: 2_000, factor: 2, maxMs: 1_024_000, retries: 12 });
  expect(waits(limited).slice(0, 4)).toEqual(seconds(2, 4, 8, 16).slice(0, 4));
  expect(waits(checkPolicy(limited)).slice(9)).toEqual(seconds(1_024, 1_024, 1_024));
});

test("a list waits as it says", () => {
  expect(waits(list([2_000, 4_000, 5_000]))).toEqual(seconds(2, 4, 5));
});

test("a policy without retries allows one run", () => {
  expect(nextRetry(NO_RETRY, 1)).toBe("exhausted");
  expect(nextRetry(fixed({ delayMs: 0, retries: 0 }), 1)).toBe("exhausted");
});

test("a custom policy decides by the attempt and the error", () => {
  const policy = custom({
    name: "by-status",
    retries: 5,
    delayMs: (attempt, error) => (error === 429 ? 60_000 : error === 404 ? "exhausted" : attempt * 1_000.4),
  });

  expect(nextRetry(policy, 2, { error: 429 })).toEqual({ delayMs: 60_000 });
  expect(nextRetry(policy, 2, { error: 404 })).toBe("exhausted");
  expect(nextRetry(policy, 3, { error: 500 })).toEqual({ delayMs: 3_001 });
  expect(nextRetry(policy, 6, { error: 500 })).toBe("exhausted");
});

test.each([NaN, -1, Infinity, 2_592_000_001])("a custom policy that gives %s is refused with its name", (delayMs) => {
  const policy = custom({ name: "mine", retries: 1, delayMs: () => delayMs });

  expect(() => nextRetry(policy, 1)).toThrow(
    `retry policy "mine" gave ${String(delayMs)} for attempt 1: it must give 0 to 2592000000 milliseconds, or "exhausted"`,
  );
});

test("a custom policy that throws is refused with what it threw as the cause", () => {
  const cause = new TypeError("error.response is undefined");
  const policy = custom({
    name: "mine",
    retries: 1,
    delayMs: () => {
      throw cause;
    },
  });

  expect(() => nextRetry(policy, 1)).toThrow(expect.objectContaining({ code: "RETRY_POLICY_INVALID", cause }));
});

test.each<[string, () => unknown]>([
  ["firstMs (0) must be a whole number from 1 to", () => exponential({ firstMs: 0, factor: 2, retries: 1 })],
  ["firstMs (1.5) must be", () => exponential({ firstMs: 1.5, factor: 2, retries: 1 })],
  ["factor (0.5) must be a number from 1 to 100", () => exponential({ firstMs: 1, factor: 0.5, retries: 1 })],
  ["maxMs (5) must be a whole number from 9", () => exponential({ firstMs: 9, factor: 2, maxMs: 5, retries: 1 })],
  ["retries (-1) must be a whole number from 0 to 99", () => fixed({ delayMs: 1, retries: -1 })],
  ["delayMs (NaN) must be", () => fixed({ delayMs: NaN, retries: 1 })],
  ["delaysMs[1] (2592000001) must be", () => list([1, 2_592_000_001])],
  ["retries (100) must be", () => list(Array.from({ length: 100 }, () => 1))],
  ["jitter (1.1) must be a number from 0 to 1", () => fixed({ delayMs: 1, retries: 1, jitter: 1.1 })],
  ["jitter (NaN) must be", () => list([], { jitter: NaN })],
  ["name () must be a text of 1 to 200", () => custom({ name: "", retries: 1, delayMs: () => 1 })],
])("a policy outside its limits is refused when it is made: %s", (message, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "RETRY_POLICY_INVALID" }));
  expect(make).toThrow(message);
});

test.each<unknown>([5, null, {}, { kind: "exponental" }])("what is no policy is refused with the way out", (value) => {
  expect(() => void Reflect.apply(checkPolicy, undefined, [value])).toThrow(
    "is no retry policy: make one with exponential, fixed, list or custom",
  );
});

test("a policy is shown as JSON, a custom one by its name", () => {
  const policies = [DEFAULT_RETRY, custom({ name: "mine", retries: 2, delayMs: () => 1 })].map(describePolicy);

  expect(JSON.parse(JSON.stringify(policies))).toEqual([
    { kind: "exponential", runs: 4, jitter: 0.2, delaysMs: [5_000, 10_000, 20_000] },
    { kind: "custom", runs: 3, jitter: 0, name: "mine" },
  ]);
});

test("a policy of many retries is shown by its first ten waits", () => {
  const described = describePolicy(fixed({ delayMs: 1, retries: 99 }));

  expect([described.runs, described.delaysMs?.length]).toEqual([100, 10]);
});
