/** What becomes of a chunk after an attempt. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileValues } from "../../test/support/hostile-values.ts";
import { custom, exponential } from "../tasks/retry-policy.ts";
import { RotaError } from "../errors.ts";
import { complete, fail, PermanentError, retry, retryIn, snooze } from "../tasks/outcome.ts";
import { judgeAttempt, type JudgedAttempt, MISSING_RETRY_MS } from "./attempt-outcome.ts";

const policy = exponential({ firstMs: 5_000, factor: 2, retries: 3 });
const first: JudgedAttempt = { attempt: 1, worker: "host-1", at: new Date(0), policy };
const last: JudgedAttempt = { ...first, attempt: 4 };
const returned = (value: unknown, attempt = first) => judgeAttempt({ returned: value }, attempt);
const thrown = (value: unknown, attempt = first) => judgeAttempt({ thrown: value }, attempt);
const message = (text: string): unknown => expect.objectContaining({ message: text });
const containing = (text: string): unknown => expect.stringContaining(text);

test("a handler that returns a value has completed with it", () => {
  expect(returned({ words: 6, when: new Date(0) })).toEqual({
    state: "COMPLETED",
    resultJson: `{"words":6,"when":"1970-01-01T00:00:00.000Z"}`,
  });
  expect(returned(complete([1]))).toEqual({ state: "COMPLETED", resultJson: "[1]" });
  expect(returned(null)).toEqual({ state: "COMPLETED", resultJson: "null" });
});

test("a handler that returns nothing has completed without a result", () => {
  expect(returned(undefined)).toEqual({ state: "COMPLETED", resultJson: undefined });
});

test("a value that only looks like an outcome is a result", () => {
  expect(returned({ kind: "fail", error: "no" })).toEqual({
    state: "COMPLETED",
    resultJson: `{"kind":"fail","error":"no"}`,
  });
});

test("what is thrown is tried again when the policy says, and is a dead letter after the last attempt", () => {
  expect(thrown(new Error("timeout"), { ...first, attempt: 2 })).toMatchObject({
    state: "SCHEDULED",
    isSnooze: false,
    due: { afterMs: 10_000 },
    error: { code: "Error", message: "timeout", attempt: 2, worker: "host-1" },
  });
  expect(thrown(new Error("timeout"), last)).toEqual({ state: "DEAD_LETTER", error: message("timeout") });
});

test("what is thrown as permanent fails at once", () => {
  expect(thrown(new PermanentError("gone"))).toEqual({ state: "FAILED", error: message("gone") });
});

test("a handler may ask for a retry, at a time of its own or the policy's", () => {
  expect(returned(retry("busy"))).toMatchObject({ state: "SCHEDULED", due: { afterMs: 5_000 } });
  expect(returned(retryIn(77, "busy"))).toMatchObject({
    state: "SCHEDULED",
    isSnooze: false,
    due: { afterMs: 77 },
    error: { code: "RETRY_ASKED", message: "busy" },
  });
});

test("a handler that asks for retries for ever ends with the attempts of the policy", () => {
  expect(returned(retryIn(77, new Error("busy")), last)).toEqual({ state: "DEAD_LETTER", error: message("busy") });
});

test("a snooze costs no attempt, so it is possible in the last one too", () => {
  const until = new Date("2030-01-01");

  expect(returned(snooze(9_000, "shares are missing"), last)).toEqual({
    state: "SCHEDULED",
    isSnooze: true,
    due: { afterMs: 9_000 },
    reason: "shares are missing",
    code: "SNOOZED",
  });
  expect(returned(snooze(until, "early"), last)).toMatchObject({ isSnooze: true, due: { at: until } });
});

test("a secret that is missing, or whose store is away, is waited for at no cost, however long", () => {
  for (const code of ["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"] as const)
    expect(thrown(new RotaError(code, "put share 3 again"), last)).toEqual({
      state: "SCHEDULED",
      isSnooze: true,
      due: { afterMs: MISSING_RETRY_MS },
      reason: "put share 3 again",
      code,
    });
});

test("a handler may fail for good", () => {
  expect(returned(fail("no such election"))).toMatchObject({
    state: "FAILED",
    error: { code: "FAILED", message: "no such election" },
  });
});

test("the jitter of a policy is drawn from the random numbers that are given", () => {
  const attempt = { ...first, policy: { ...policy, jitter: 0.5 }, random: () => 0.5 };

  expect(thrown(new Error("timeout"), attempt)).toMatchObject({ due: { afterMs: 3_750 } });
});

test("a policy that fails makes the failure permanent, and says so", () => {
  const broken = custom({ name: "mine", retries: 3, delayMs: () => NaN });

  expect(thrown(new Error("timeout"), { ...first, policy: broken })).toMatchObject({
    state: "FAILED",
    error: { code: "RETRY_POLICY_INVALID" },
  });
});

const circular: Record<string, unknown> = {};
circular["self"] = circular;
const throwing = {
  get later(): never {
    throw new Error("not now");
  },
};

test.each<[string, unknown, string]>([
  ["a BigInt", { total: 5n }, `the result holds "total", which is a bigint, which has no form in json`],
  ["a function", () => 1, "the result is a function, which has no form in json"],
  ["a function in a list", [() => 1], `the result holds "0", which is a function`],
  ["a number that is none", { mean: NaN }, `the result holds "mean", which is NaN`],
  ["a circle", circular, "the result cannot be written as json: Converting circular structure to JSON:"],
  ["a Map", { counts: new Map([[1, 2]]) }, `the result holds "counts", which is neither plain data nor has fields`],
  ["a promise that nobody awaited", [Promise.resolve(1)], `the result holds "0", which is neither plain data`],
  ["a NUL", { text: "a\0b" }, `the result holds "text", which is a text with a NUL`],
  ["half of a surrogate pair in a name", { "a\uD800": 1 }, "has a name that jsonb cannot store"],
  ["a getter that throws", throwing, "the result cannot be written as json: not now"],
])("a result that holds %s fails for good", (_, result, text) => {
  const verdict = returned(result);

  expect(verdict).toMatchObject({ state: "FAILED", error: { code: "RESULT_NOT_JSON" } });
  expect(verdict).toMatchObject({ error: { message: containing(text) } });
});

test("a result of more than a mebibyte fails for good", () => {
  const large = ["x".repeat(1_048_575), "é".repeat(600_000), Array.from({ length: 1_000_000 }, () => 0)].map((result) =>
    returned(result),
  );

  for (const verdict of large) expect(verdict).toMatchObject({ state: "FAILED", error: { code: "RESULT_TOO_LARGE" } });
  expect(returned("x".repeat(1_048_574))).toMatchObject({ state: "COMPLETED" });
});

test("a result without end is refused before it fills the memory", () => {
  const endless: unknown[] = [];
  endless.length = 2 ** 32 - 1;

  expect(returned(endless)).toMatchObject({ state: "FAILED", error: { code: "RESULT_TOO_LARGE" } });
});

test.each(hostileValues())("%s is judged, returned or thrown", (_, value) => {
  expect(["COMPLETED", "FAILED"]).toContain(returned(value).state);
  expect(thrown(value).state).toBe("SCHEDULED");
});

test("whatever a handler returns or throws is judged, and a result is what comes back from JSON", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withTypedArray: true }), (value) => {
      expect(thrown(value).state).toBe("SCHEDULED");
      expect(["COMPLETED", "FAILED"]).toContain(returned(value).state);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const verdict = returned(value);

      expect(verdict.state === "COMPLETED" ? JSON.parse(verdict.resultJson ?? "") : verdict).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});
