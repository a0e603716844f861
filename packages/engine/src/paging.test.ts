/** Tests of limits and cursors of lists. */
import { expect, test } from "vitest";
import { definePaging, nextCursor, writeCursor } from "./paging.ts";

const paging = definePaging({ code: "INSPECTION_INVALID", refusal: "cannot be listed", limit: 2, limitMax: 3 });

test("a limit is a whole number up to that of the list, or its default", () => {
  expect([paging.limitOf(undefined), paging.limitOf(3)]).toEqual([2, 3]);
  for (const limit of [0, 4, 1.5, Number.NaN])
    expect(() => paging.limitOf(limit)).toThrow("must be a whole number from 1 to 3");
});

test("a full page has a next one, which begins behind its last item", () => {
  const next = nextCursor(["a", "b"], 2, (name) => [name, 7]);

  expect(paging.placeOf(next)).toEqual(["b", 7]);
  expect(nextCursor(["a"], 2, (name) => [name])).toBeUndefined();
});

test("a cursor of one number holds more digits than a double", () => {
  expect(paging.numberOf(writeCursor("999999999999999999"))).toBe(999_999_999_999_999_999n);
  expect(() => paging.numberOf(writeCursor("x"))).toThrow("after cannot be read");
});

test("any text that is no cursor is refused with the code of the list", () => {
  const refusal: unknown = expect.objectContaining({ code: "INSPECTION_INVALID", details: { field: "after" } });

  for (const text of ["", "b", writeCursor("\0"), encoded("{}"), encoded("["), encoded('"b"')])
    expect(() => paging.placeOf(text)).toThrow(refusal);
});

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}
