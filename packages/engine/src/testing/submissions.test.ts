/** Tests of comparing an expectation with the input of a task. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchInput } from "./submissions.ts";

const fields = fc.dictionary(fc.string(), fc.jsonValue());
/** Replaces -0 by 0: JSON has no -0. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("every input matches itself, also when fewer fields are expected", () => {
  fc.assert(
    fc.property(fields, fields, (some, others) => {
      const all = stored({ ...others, ...some });

      expect(matchInput(all, all)).toBe(true);
      expect(matchInput(all, some)).toBe(true);
    }),
  );
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: [1, 2] }, { a: [1] }],
  [{ a: [1] }, { a: { 0: 1 } }],
  [{ a: null }, { a: {} }],
  [{ a: "1" }, { a: 1 }],
  [null, { a: 1 }],
  [{}, { toString: {} }],
])("%j is not taken for %j", (input, expected) => {
  expect(matchInput(input, expected)).toBe(false);
});

test("fields that JSON leaves out are not expected, and a Date is expected as its text", () => {
  const at = new Date("2030-01-01");

  expect(matchInput({ at: at.toISOString() }, { at, note: undefined })).toBe(true);
  expect(matchInput({ at: 1 }, undefined)).toBe(true);
});
