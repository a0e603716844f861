/** Tests of the rule that every idempotency key follows. */
import { expect, test } from "vitest";
import { inputHashOf, isRepeated, keyConflict } from "./idempotency.ts";

const KEY = { name: 'event id "order-7"', details: { eventId: "order-7" } };

test("a key that is free is no repetition", () => {
  expect(isRepeated(undefined, inputHashOf({ amount: 1 }), KEY)).toBe(false);
});

test("the same input under a key is a repetition, whatever the order of its members", () => {
  expect(isRepeated(inputHashOf({ to: "ann", amount: 1 }), inputHashOf({ amount: 1, to: "ann" }), KEY)).toBe(true);
});

test("other input under a key is refused with one code that says what the key was used for", () => {
  const repeat = () =>
    isRepeated(inputHashOf({ amount: 1 }), inputHashOf({ amount: 2 }), { ...KEY, holder: "entry 3" });

  expect(repeat).toThrow(expect.objectContaining({ code: "IDEMPOTENCY_CONFLICT", kind: "conflict" }));
  expect(repeat).toThrow('event id "order-7" was used for entry 3');
});

test("the facts of a refusal are there for programs", () => {
  expect(keyConflict(KEY).details).toEqual({ eventId: "order-7" });
});
