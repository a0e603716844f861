/** Which outcome an attempt has. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileValues } from "../../test/support/hostile-values.ts";
import { defineTask } from "../tasks/define-task.ts";
import { custom, exponential } from "../tasks/retry-policy.ts";
import { RotaError } from "../errors.ts";
import { type ChunkOutcome, complete, fail, PermanentError, retry, retryIn, snooze } from "../tasks/outcome.ts";
import {
  classifyError,
  type DecidedAttempt,
  decideOutcome,
  endedChunk,
  MISSING_RETRY_MS,
  outcomeOfError,
  outcomeOfReturn,
} from "./decide-outcome.ts";

const policy = exponential({ firstMs: 5_000, factor: 2, retries: 3 });
const first: DecidedAttempt = { attempt: 1, worker: "host-1", at: new Date(0), policy };
const last: DecidedAttempt = { ...first, attempt: 4 };
const returned = (value: unknown, attempt = first) => decideOutcome(outcomeOfReturn(value), attempt);
const thrown = (value: unknown, attempt = first) => decideOutcome(outcomeOfError(value), attempt);
const message = (text: string): unknown => expect.objectContaining({ message: text });
const containing = (text: string): unknown => expect.stringContaining(text);

test("a handler that returns a value has completed with it", () => {
  expect(returned({ words: 6, when: new Date(0) })).toEqual({
    kind: "completed",
    result: `{"words":6,"when":"1970-01-01T00:00:00.000Z"}`,
  });
  expect(returned(complete([1]))).toEqual({ kind: "completed", result: "[1]" });
  expect(returned(null)).toEqual({ kind: "completed", result: "null" });
});

test("a handler that returns nothing has completed without a result", () => {
  expect(returned(undefined)).toEqual({ kind: "completed", result: undefined });
});

test("a value that only looks like an outcome is a result", () => {
  expect(returned({ kind: "fail", error: "no" })).toEqual({
    kind: "completed",
    result: `{"kind":"fail","error":"no"}`,
  });
});

test("what is thrown is tried again when the policy says, and is a dead letter after the last attempt", () => {
  expect(thrown(new Error("timeout"), { ...first, attempt: 2 })).toMatchObject({
    kind: "retry",
    delayMs: 10_000,
    error: { code: "Error", message: "timeout", attempt: 2, worker: "host-1" },
  });
  expect(thrown(new Error("timeout"), last)).toEqual({ kind: "exhausted", error: message("timeout") });
});

test("what is thrown as permanent fails at once", () => {
  expect(thrown(new PermanentError("gone"))).toEqual({ kind: "fail", error: message("gone") });
});

test("a handler may ask for a retry, at a time of its own or the policy's", () => {
  expect(returned(retry("busy"))).toMatchObject({ kind: "retry", delayMs: 5_000 });
  expect(returned(retryIn(77, "busy"))).toMatchObject({
    kind: "retry",
    delayMs: 77,
    error: { code: "RETRY_ASKED", message: "busy" },
  });
});

test("a handler that asks for retries for ever ends with the attempts of the policy", () => {
  expect(returned(retryIn(77, new Error("busy")), last)).toEqual({ kind: "exhausted", error: message("busy") });
});

test("a snooze costs no attempt, so it is possible in the last one too", () => {
  const until = new Date("2030-01-01");

  expect(returned(snooze(9_000, "shares are missing"), last)).toEqual({
    kind: "snooze",
    afterMs: 9_000,
    reason: "shares are missing",
    code: "SNOOZED",
  });
  expect(returned(snooze(until, "early"), last)).toMatchObject({ kind: "snooze", afterMs: until.getTime() });
});

test("a secret that is missing, or whose store is unavailable, is waited for and the attempt does not count", () => {
  for (const code of ["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"] as const)
    expect(thrown(new RotaError(code, "put share 3 again"), last)).toEqual({
      kind: "snooze",
      afterMs: MISSING_RETRY_MS,
      reason: "put share 3 again",
      code,
    });
});

test("a time that has passed is a snooze without a wait", () => {
  expect(returned(snooze(new Date("2001-01-01"), "early"), { ...first, at: new Date("2002-01-01") })).toMatchObject({
    afterMs: 0,
  });
});

test("an attempt that was ended from outside gives its chunk back", () => {
  for (const code of ["WORKER_STOPPING", "TASK_CANCELLED", "LEASE_LOST"] as const)
    expect(thrown(new RotaError(code, "stop"), last)).toEqual({ kind: "return" });
});

test("a handler may fail for good", () => {
  expect(returned(fail("no such invoice"))).toMatchObject({
    kind: "fail",
    error: { code: "FAILED", message: "no such invoice" },
  });
});

test("the jitter of a policy is drawn from the random numbers that are given", () => {
  const attempt = { ...first, policy: { ...policy, jitter: 0.5 }, random: () => 0.5 };

  expect(thrown(new Error("timeout"), attempt)).toMatchObject({ delayMs: 3_750 });
});

test("a policy that fails makes the failure permanent, and says so", () => {
  const broken = custom({ name: "mine", retries: 3, delayMs: () => NaN });

  expect(thrown(new Error("timeout"), { ...first, policy: broken })).toMatchObject({
    kind: "fail",
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
  const decided = returned(result);

  expect(decided).toMatchObject({ kind: "fail", error: { code: "RESULT_NOT_JSON" } });
  expect(decided).toMatchObject({ error: { message: containing(text) } });
});

test("a result of more than a mebibyte fails for good", () => {
  const large = ["x".repeat(1_048_575), "é".repeat(600_000), Array.from({ length: 1_000_000 }, () => 0)].map((result) =>
    returned(result),
  );

  for (const decided of large) expect(decided).toMatchObject({ kind: "fail", error: { code: "RESULT_TOO_LARGE" } });
  expect(returned("x".repeat(1_048_574))).toMatchObject({ kind: "completed" });
});

test("a result without end is refused before it fills the memory", () => {
  const endless: unknown[] = [];
  endless.length = 2 ** 32 - 1;

  expect(returned(endless)).toMatchObject({ kind: "fail", error: { code: "RESULT_TOO_LARGE" } });
});

test.each(hostileValues())("%s has an outcome, returned or thrown", (_, value) => {
  expect(["completed", "fail"]).toContain(returned(value).kind);
  expect(thrown(value).kind).toBe("retry");
});

test("whatever a handler returns or throws has an outcome, and a result is the value that JSON restores", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withTypedArray: true }), (value) => {
      expect(thrown(value).kind).toBe("retry");
      expect(["completed", "fail"]).toContain(returned(value).kind);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const decided = returned(value);

      expect(decided.kind === "completed" ? JSON.parse(decided.result ?? "") : decided).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});

const known = { definition: defineTask({ name: "test.any", run: () => undefined }), isFinish: false };
const leased = { taskId: 7n, number: 1, leaseToken: 9n };
const claimed = {
  ...leased,
  turn: 3n,
  lane: "4",
  typeId: "5",
  attempt: 1,
  isSuspect: false,
  payload: { note: "a large payload" },
};
const worker = { owner: "worker-1", clock: { now: () => new Date(0) } };

test.each<[string, ChunkOutcome<unknown>]>([
  ["nothing", outcomeOfReturn(undefined)],
  ["a result", outcomeOfReturn(42)],
  ["an error", outcomeOfError(new Error("no luck"))],
])("an outcome that waits to be settled keeps no payload, when the handler ended with %s", (_, stated) => {
  for (const isCommitted of [false, true]) {
    const ended = endedChunk(stated, { chunk: claimed, known, isCommitted }, worker);

    expect(ended).toMatchObject(leased);
    expect(ended).not.toHaveProperty("payload");
  }
});

test.each<[string, unknown]>([
  ["a PermanentError", new PermanentError("gone")],
  ["a class of the user's that extends it", new (class Deleted extends PermanentError {})("gone")],
  ["a refusal of invalid input", new RotaError("INPUT_INVALID", "no")],
  ["a refusal of the configuration", new RotaError("CONFIG_INVALID", "no")],
  ["the error of a schema library", Object.assign(new Error("no"), { issues: [{ message: "too short", path: [] }] })],
])("%s is not tried again", (_, thrown) => {
  expect(classifyError(thrown)).toBe("permanent");
});

test.each<[string, unknown]>([
  ["an error", new Error("timeout")],
  ["a TypeError", new TypeError("x is undefined")],
  ["a database that does not answer", new RotaError("DATABASE_UNAVAILABLE", "no")],
  ["an error with issues of another kind", Object.assign(new Error("no"), { issues: 3 })],
  ["an error caused by a permanent one", new Error("outer", { cause: new PermanentError("inner") })],
  ["a text", "permanent"],
  ["undefined", undefined],
])("%s is tried again", (_, thrown) => {
  expect(classifyError(thrown)).toBe("retryable");
});

test.each<[string, unknown]>([
  ["a secret that is missing", new RotaError("SECRET_MISSING", "no")],
  ["a store of secrets that is unavailable", new RotaError("COORDINATOR_UNAVAILABLE", "no")],
  ["the same from another copy of this package", Object.assign(new Error("no"), { code: "SECRET_MISSING" })],
])("%s is waited for", (_, thrown) => {
  expect(classifyError(thrown)).toBe("waiting");
});

test.each(hostileValues())("%s is classified without throwing", (_, thrown) => {
  expect(classifyError(thrown)).toBe("retryable");
});

test("whatever is thrown is classified", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (thrown) => {
      expect(classifyError(thrown)).toBe("retryable");
    }),
  );
});
