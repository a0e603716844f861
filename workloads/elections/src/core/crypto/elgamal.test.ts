/** Tests of encryption: messages are recovered, and sums of ciphertexts decrypt to sums. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomScalar, requireElement, requireScalar } from "./scalars.ts";
import { addCiphertexts, createDiscreteLog, decryptWithNonce, decryptWithSecret, encrypt } from "./elgamal.ts";
import { createGroup } from "./group.ts";
import { TOY_GROUP_16, TOY_GROUP_256 } from "./group-parameters.ts";

const group = createGroup(TOY_GROUP_256);
const scalars = fc.bigInt({ min: 1n, max: group.q - 1n });
const countOf = createDiscreteLog(group, { max: 1_000 });

test("a message is recovered with the secret key, and with the nonce", () => {
  fc.assert(
    fc.property(scalars, scalars, fc.integer({ min: 0, max: 1_000 }), (secret, nonce, message) => {
      const publicKey = group.power(group.g, secret);
      const ciphertext = encrypt(group, { message: BigInt(message), nonce, publicKey });

      expect(countOf(decryptWithSecret(group, ciphertext, secret))).toBe(message);
      expect(countOf(decryptWithNonce(group, ciphertext, { nonce, publicKey }))).toBe(message);
    }),
  );
});

test("the product of ciphertexts encrypts the sum, however they are grouped", () => {
  const secret = randomScalar(group);
  const publicKey = group.power(group.g, secret);
  const votes = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), scalars), { maxLength: 20 });
  fc.assert(
    fc.property(votes, fc.nat(20), (cast, cut) => {
      const ciphertexts = cast.map(([vote, nonce]) => encrypt(group, { message: BigInt(vote), nonce, publicKey }));
      const whole = addCiphertexts(group, ciphertexts);
      const parts = [ciphertexts.slice(0, cut), ciphertexts.slice(cut)].map((part) => addCiphertexts(group, part));

      expect(addCiphertexts(group, parts)).toEqual(whole);
      expect(countOf(decryptWithSecret(group, whole, secret))).toBe(cast.filter(([vote]) => vote === 1).length);
    }),
  );
});

test("a count beyond the bound is refused instead of searched for ever", () => {
  const find = createDiscreteLog(group, { max: 10 });

  expect([0n, 9n, 10n].map((count) => find(group.power(group.g, count)))).toEqual([0, 9, 10]);
  expect(() => find(group.power(group.g, 11n))).toThrow("no count from 0 to 10");
});

test("in the smallest group every count below q is found", () => {
  const small = createGroup(TOY_GROUP_16);
  const find = createDiscreteLog(small, { max: Number(small.q) - 1 });

  for (let count = 0; count < Number(small.q); count++) {
    expect(find(small.power(small.g, BigInt(count)))).toBe(count);
  }
});

test.each([
  ["zero", 0n, "from 1 to p - 1"],
  ["p", group.p, "from 1 to p - 1"],
  ["p - 1, whose order is 2", group.p - 1n, "not in the subgroup"],
  ["a negative number", -1n, "from 1 to p - 1"],
])("%s is refused as an element", (_, value, reason) => {
  expect(() => {
    requireElement(group, value, "the pad");
  }).toThrow(reason);
});

test("numbers from q are refused as scalars", () => {
  expect(() => {
    requireScalar(group, group.q, "the response");
  }).toThrow("the response must be from 0 to q - 1");
});

test("random scalars are never 0 and always below q, and every one of a small group appears", () => {
  const drawn = new Set(Array.from({ length: 5_000 }, () => randomScalar(TOY_GROUP_16)));

  expect(drawn.size).toBe(Number(TOY_GROUP_16.q) - 1);
  expect(drawn.has(0n)).toBe(false);
});
