import { expect, test } from "vitest";
import { payloadHash, sha256Bytes, sha256Hex } from "./digest.ts";

/** The example of FIPS 180-4 for the text abc. */
const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("the hash of text is that of its UTF-8 bytes", () => {
  expect(sha256Hex("abc")).toBe(OF_ABC);
  expect(sha256Hex("\u20ac")).toBe(sha256Hex(Uint8Array.of(0xe2, 0x82, 0xac)));
});

test("bytes and hexadecimal digits say the same", () => {
  expect(Buffer.from(sha256Bytes("abc")).toString("hex")).toBe(OF_ABC);
  expect(sha256Bytes(new Uint8Array())).toHaveLength(32);
});

test("equal payloads have equal hashes whatever the order of their members", () => {
  expect(payloadHash({ a: 1, b: [2, { d: 3, c: 4 }] })).toBe(payloadHash({ b: [2, { c: 4, d: 3 }], a: 1.0 }));
  expect(payloadHash({ a: "1" })).not.toBe(payloadHash({ a: 1 }));
  expect(payloadHash({})).toBe(sha256Hex("{}"));
});
