/** Tests of Base32. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase32, toBase32 } from "./qr-text.ts";

test("all bytes come back unchanged", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase32(toBase32(bytes))).toEqual(bytes);
    }),
  );
});

test("each byte sequence has one text, and no other text is read", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z2-7]{0,20}$/), (text) => {
      const bytes = fromBase32(text);

      if (bytes !== undefined) expect(toBase32(bytes)).toBe(text);
    }),
  );
  expect(fromBase32("MZ")).toBeUndefined();
  expect(fromBase32("my")).toBeUndefined();
  expect(fromBase32("A")).toBeUndefined();
});
