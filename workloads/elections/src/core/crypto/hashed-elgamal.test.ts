/** Tests of encrypting bytes: only the right key recovers them, and a changed ciphertext is refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createGroup } from "./group.ts";
import { TOY_GROUP_256 } from "./group-parameters.ts";
import { decryptBytes, encryptBytes, MESSAGE_BYTES, padMessage, unpadMessage } from "./elgamal.ts";

const group = createGroup(TOY_GROUP_256);
// Small numbers too: they are written in fewer bytes, like one in 256 session keys.
const scalar = fc.oneof(fc.bigInt({ min: 1n, max: group.q - 1n }), fc.bigInt({ min: 1n, max: 255n }));
const text = fc.string({ maxLength: 100 });

test("a text is recovered with key and seed, and not with another key, another seed or a changed bit", () => {
  fc.assert(
    fc.property(text, scalar, scalar, scalar, fc.nat(MESSAGE_BYTES - 1), (message, secret, nonce, seed, place) => {
      const publicKey = group.power(group.g, secret);
      const sealed = encryptBytes(group, { message: padMessage(message), nonce, publicKey, seed });
      const open = (changes: Partial<typeof sealed>, keys = { secret, seed }) =>
        decryptBytes(group, { ...sealed, ...changes }, keys);

      expect(unpadMessage(open({}) ?? new Uint8Array())).toBe(message);
      expect(open({}, { secret: group.scalar(secret + 1n), seed })).toBeUndefined();
      expect(open({}, { secret, seed: group.scalar(seed + 1n) })).toBeUndefined();
      const data = sealed.data.map((byte, index) => (index === place ? byte ^ 1 : byte));
      expect(open({ data })).toBeUndefined();
      expect(open({ pad: group.multiply(sealed.pad, group.g) })).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test("a text that does not fit is refused, and bytes that are not a padded text are detected", () => {
  expect(() => padMessage("x".repeat(MESSAGE_BYTES))).toThrow("at most 510");
  expect(unpadMessage(new Uint8Array(MESSAGE_BYTES).fill(255))).toBeUndefined();
  expect(unpadMessage(new Uint8Array(3))).toBeUndefined();
});
