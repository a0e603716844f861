/** Tests what handlers rely on when they return an outcome. */
import { expect, test } from "vitest";
import { complete, fail, isOutcome, retry, retryIn, snooze } from "./outcome.ts";

test.each<[string, () => unknown]>([
  ["retryIn(NaN) must be given a whole number of milliseconds from 0 to 2592000000", () => retryIn(NaN, "")],
  ["retryIn(-1) must be", () => retryIn(-1, "")],
  ["retryIn(2592000001) must be", () => retryIn(2_592_000_001, "")],
  ["snooze(0) must be given a whole number of milliseconds from 1 to 31536000000", () => snooze(0, "")],
  ["snooze(Infinity) must be", () => snooze(Infinity, "")],
  ["snooze(Invalid Date) must be given a time of the years 1970 to 9999", () => snooze(new Date(NaN), "")],
  ["must be given a time of the years 1970 to 9999", () => snooze(new Date(8.64e15), "")],
])("a wait outside the limits is refused where it is asked for: %s", (message, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "OUTCOME_INVALID" }));
  expect(make).toThrow(message);
});

test("a reason given as a sentence remembers where it was given", () => {
  const outcome = fail("no such invoice");

  expect(outcome).toMatchObject({ error: { message: "no such invoice", code: "FAILED" } });
  expect(JSON.stringify(outcome, ["error", "stack"])).toContain("outcome.test.ts");
});

test("a reason given as an error is kept as it is", () => {
  const error = new TypeError("x");

  expect([retry(error), retryIn(1, error), fail(error)].map((outcome) => "error" in outcome && outcome.error)).toEqual([
    error,
    error,
    error,
  ]);
});

test("an outcome is distinguished from a value of the same shape", () => {
  expect([complete(1), retry(""), retryIn(1, ""), snooze(1, ""), fail("")].every(isOutcome)).toBe(true);
  expect([{ kind: "completed", result: 1 }, null, "fail", undefined].some(isOutcome)).toBe(false);
});
