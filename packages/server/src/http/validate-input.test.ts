/** Tests which bodies are accepted and that they are read unchanged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { JSON_DEPTH_MAX, readJson } from "./validate-input.ts";

test("JSON of ordinary depth and text is read unchanged", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (text) => {
      fc.pre(!text.includes("__proto__") && !/\\u0000|\\ud[89a-f]/i.test(text) && !/\p{Cs}/u.test(text));
      expect(readJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("any text is either read or refused with a code", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        readJson(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "REQUEST_INVALID" });
      }
    }),
  );
});

test("the deepest accepted JSON has 64 levels", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  expect(() => readJson(nested(JSON_DEPTH_MAX))).not.toThrow();
  expect(() => readJson(nested(JSON_DEPTH_MAX + 1))).toThrow("nested deeper");
});
