/** Tests the form of values in every response. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toWire } from "./to-wire.ts";

test("ids are digits, times end in Z, bytes are text, and absent values are null", () => {
  const answer = { taskId: 2n ** 62n, at: new Date(0), body: Buffer.from("né"), error: undefined, list: [1n, null] };

  expect(toWire(answer)).toEqual({
    taskId: "4611686018427387904",
    at: "1970-01-01T00:00:00.000Z",
    body: "né",
    error: null,
    list: ["1", null],
  });
});

test("JSON values stay unchanged, whatever their fields are called", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.stringify(toWire(JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  expect(JSON.stringify(toWire(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}');
});
