/** Tests of what follows each answer of a receiver. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decideDelivery,
  errorClassOf,
  KNOWN_SCHEDULES,
  REFUSED_TRIES_MAX,
  RETRY_AFTER_MS_MAX,
  type SendOutcome,
} from "./decide-delivery.ts";
import { readRetryAfter } from "./sender.ts";

const settings = { schedule: "default", retry4xx: true } as const;
const first = { number: 1, refusals: 0 };
const middle = () => 0.5;
const answered = (status: number, retryAfterMs?: number): SendOutcome => ({ kind: "answered", status, retryAfterMs });
const unanswered = (errorClass: "TIMEOUT" | "DNS" | "TLS" | "NETWORK"): SendOutcome => ({
  kind: "unanswered",
  errorClass,
  error: "no answer",
});
const decide = (outcome: SendOutcome, attempt = first) => decideDelivery(outcome, attempt, settings, middle);

describe("after the first attempt", () => {
  test.each([200, 201, 202, 204, 299])("%i is a success", (status) => {
    expect(decide(answered(status))).toEqual({ kind: "delivered" });
  });

  test.each([301, 302, 307, 308, 399, 400, 401, 404, 408, 422, 425, 429, 499, 500, 502, 503, 504, 599])(
    "%i is tried again when the schedule says",
    (status) => {
      expect(decide(answered(status))).toEqual({ kind: "retry", delayMs: 5_000 });
    },
  );

  test.each(["TIMEOUT", "DNS", "TLS", "NETWORK"] as const)("%s is tried again when the schedule says", (errorClass) => {
    expect(decide(unanswered(errorClass))).toEqual({ kind: "retry", delayMs: 5_000 });
  });

  test("410 fails at once and disables the endpoint", () => {
    expect(decide(answered(410))).toEqual({ kind: "failed", disablesEndpoint: true });
  });

  test("a delivery that the guard blocked fails at once", () => {
    expect(decide({ kind: "blocked", error: "not public" })).toEqual({ kind: "failed", disablesEndpoint: false });
  });
});

describe("statuses of 400 to 499", () => {
  test("are tried three times, however many attempts failed in other ways before", () => {
    const after = (refusals: number) => decide(answered(404), { number: 5, refusals }).kind;

    expect([0, 1, 2].map(after)).toEqual(["retry", "retry", "failed"]);
    expect(REFUSED_TRIES_MAX).toBe(3);
  });

  test("are tried once when the endpoint says so, except for those that ask for another try", () => {
    const strict = { ...settings, retry4xx: false };

    expect(decideDelivery(answered(404), first, strict)).toMatchObject({ kind: "failed" });
    expect(decideDelivery(answered(429), first, strict)).toMatchObject({ kind: "retry" });
  });
});

describe("schedules", () => {
  const waits = (schedule: "default" | "seed", random: () => number) => {
    const decisions = Array.from({ length: 9 }, (_, index) =>
      decideDelivery(answered(503), { number: index + 1, refusals: 0 }, { ...settings, schedule }, random),
    );
    return decisions.flatMap((decision) => (decision.kind === "retry" ? [decision.delayMs / 1_000] : []));
  };

  test("the default one makes eight attempts over a day and more", () => {
    expect(waits("default", middle)).toEqual([5, 30, 120, 600, 3_600, 21_600, 86_400]);
  });

  test("the short schedule makes five, to the millisecond", () => {
    expect(waits("seed", () => 0)).toEqual([2, 4, 8, 16]);
    expect(waits("seed", () => 0.999)).toEqual([2, 4, 8, 16]);
  });

  test("the short schedule tries a refusal and a 410 as often as any other failure, and disables nothing", () => {
    const seed = { ...settings, schedule: "seed" } as const;
    for (const status of [302, 404, 410, 429, 500]) {
      const at = (number: number) => decideDelivery(answered(status), { number, refusals: number - 1 }, seed);

      expect([1, 2, 3, 4].map(at)).toEqual(
        [2_000, 4_000, 8_000, 16_000].map((delayMs) => ({ kind: "retry", delayMs })),
      );
      expect(at(5)).toEqual({ kind: "failed", disablesEndpoint: false });
    }
    expect(decideDelivery(answered(404), first, { ...seed, retry4xx: false })).toMatchObject({ kind: "failed" });
  });

  test("waits differ by at most a fifth in both directions", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 6 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (index, chance) => {
          const decision = decideDelivery(answered(503), { number: index + 1, refusals: 0 }, settings, () => chance);
          const waitMs = KNOWN_SCHEDULES.default[index] ?? 0;

          expect(decision).toMatchObject({ kind: "retry" });
          if (decision.kind !== "retry") return;
          expect(decision.delayMs).toBeGreaterThanOrEqual(waitMs * 0.8 - 1);
          expect(decision.delayMs).toBeLessThanOrEqual(waitMs * 1.2 + 1);
        },
      ),
    );
  });

  test("an endpoint may have its own schedule", () => {
    const own = { ...settings, schedule: [1_000] };

    expect(decideDelivery(answered(500), first, own, middle)).toEqual({ kind: "retry", delayMs: 1_000 });
    expect(decideDelivery(answered(500), { number: 2, refusals: 0 }, own, middle)).toMatchObject({ kind: "failed" });
  });
});

describe("Retry-After", () => {
  test("prolongs the wait up to a day, and never shortens it", () => {
    expect(decide(answered(429, 60_000))).toEqual({ kind: "retry", delayMs: 60_000 });
    expect(decide(answered(503, 1_000))).toEqual({ kind: "retry", delayMs: 5_000 });
    expect(decide(answered(503, 10 * RETRY_AFTER_MS_MAX))).toEqual({ kind: "retry", delayMs: RETRY_AFTER_MS_MAX });
  });

  const now = new Date("2026-05-01T12:00:00Z");
  test.each([
    ["120", 120_000],
    [" 0 ", 0],
    ["Fri, 01 May 2026 12:00:30 GMT", 30_000],
    ["Fri, 01 May 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["2026", 2_026_000],
    ["", undefined],
    [undefined, undefined],
  ])("%j is read as %j milliseconds", (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });
});

test("every status leads to one of the three ends, and only 2xx to success", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 999 }), fc.integer({ min: 1, max: 20 }), (status, number) => {
      const decision = decide(answered(status), { number, refusals: 0 });

      expect(decision.kind === "delivered").toBe(status >= 200 && status < 300);
      expect(errorClassOf(answered(status)) === undefined).toBe(decision.kind === "delivered");
    }),
  );
});
