import { expect, test } from "vitest";
import { offsetOf, placeIn } from "./place-in-text.ts";

test("a place is found in the text, and one beyond it is its end", () => {
  expect(offsetOf("ab\ncd", { line: 2, column: 2 })).toBe(4);
  expect(offsetOf("ab\ncd", { line: 9, column: 9 })).toBe(5);
});

test("a refusal names its place, or none", () => {
  expect(placeIn("JSON, line 12, column 3, at /sku: a value was expected")).toEqual({ line: 12, column: 3 });
  expect(placeIn("the document must be an object")).toBeUndefined();
});
