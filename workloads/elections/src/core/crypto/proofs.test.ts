/** Tests of the proofs: every true one is valid, and none is valid after a change. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { objectionToLimit, objectionToSelection, proveLimit, proveSelection } from "./ballot-proofs.ts";
import { encrypt } from "./elgamal.ts";
import { TOY_GROUP_256 } from "./group-parameters.ts";
import { createGroup } from "./group.ts";
import { objectionToSchnorr, objectionToShareProof, proveSecret, proveShare } from "./guardian-proofs.ts";

const group = createGroup(TOY_GROUP_256);
const scalar = fc.bigInt({ min: 1n, max: group.q - 1n });
const extendedHash = 4711n;
const voteArbitrary = fc.constantFrom<0 | 1>(0, 1);

/** Returns a copy for each member, with that member increased by one. */
function changed<Values extends object>(values: Values): [member: string, copy: Values][] {
  return Object.entries(values).map(([member, value]) => [
    member,
    { ...values, [member]: typeof value === "bigint" ? value + 1n : Number(value) + 1 },
  ]);
}

test("a Schnorr proof is valid, and not after any number is changed", () => {
  fc.assert(
    fc.property(scalar, scalar, (secret, nonce) => {
      const proof = proveSecret(group, { secret, nonce });

      expect(objectionToSchnorr(group, proof)).toBeUndefined();
      for (const [, copy] of changed(proof)) expect(objectionToSchnorr(group, copy)).toBeTypeOf("string");
    }),
    { numRuns: 20 },
  );
});

test("a proof of 0 or 1 is valid for both, and not after any number is changed", () => {
  fc.assert(
    fc.property(voteArbitrary, scalar, scalar, scalar, (vote, secret, nonce, seed) => {
      const publicKey = group.power(group.g, secret);
      const ciphertext = encrypt(group, { message: BigInt(vote), nonce, publicKey });
      const about = { ciphertext, publicKey, extendedHash };
      const proof = proveSelection(group, about, { vote, nonce, seed });

      expect(objectionToSelection(group, about, proof)).toBeUndefined();
      for (const [, copy] of changed(proof)) expect(objectionToSelection(group, about, copy)).toBeTypeOf("string");
      for (const [, copy] of changed(ciphertext)) {
        expect(objectionToSelection(group, { ...about, ciphertext: copy }, proof)).toBeTypeOf("string");
      }
      expect(objectionToSelection(group, { ...about, extendedHash: 1n }, proof)).toBeTypeOf("string");
    }),
    { numRuns: 20 },
  );
});

test.each([2n, 5n, group.q - 1n])("no proof of 0 or 1 holds for a ciphertext of %d", (message) => {
  const publicKey = group.power(group.g, 99n);
  const ciphertext = encrypt(group, { message, nonce: 7n, publicKey });
  const about = { ciphertext, publicKey, extendedHash };

  for (const vote of [0, 1] as const) {
    const proof = proveSelection(group, about, { vote, nonce: 7n, seed: 3n });
    expect(objectionToSelection(group, about, proof)).toBeTypeOf("string");
  }
});

test("a value of order 2 in a ciphertext is refused although the equations may hold", () => {
  const publicKey = group.power(group.g, 99n);
  const { pad, data } = encrypt(group, { message: 0n, nonce: 7n, publicKey });
  const about = { ciphertext: { pad: group.p - pad, data }, publicKey, extendedHash };

  const objection = objectionToSelection(group, about, proveSelection(group, about, { vote: 0, nonce: 7n, seed: 3n }));

  expect(objection).toBe("the pad of the ciphertext is not in the subgroup of order q");
});

test("a proof of a limit is valid for exactly that number, and not after any number is changed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), scalar, scalar, scalar, (constant, secret, nonce, seed) => {
      const publicKey = group.power(group.g, secret);
      const ciphertext = encrypt(group, { message: BigInt(constant), nonce, publicKey });
      const about = { ciphertext, publicKey, extendedHash, constant };
      const proof = proveLimit(group, about, { nonce, seed });

      expect(objectionToLimit(group, about, proof)).toBeUndefined();
      for (const [, copy] of changed(proof)) expect(objectionToLimit(group, about, copy)).toBeTypeOf("string");
      const another = { ...about, constant: constant + 1 };
      expect(objectionToLimit(group, another, proveLimit(group, another, { nonce, seed }))).toBeTypeOf("string");
    }),
    { numRuns: 20 },
  );
});

test("a share's proof is valid for its key only, and not after any number or bit is changed", () => {
  fc.assert(
    fc.property(scalar, scalar, scalar, scalar, (secret, nonce, pad, data) => {
      const ciphertext = { pad: group.power(group.g, pad), data: group.power(group.g, data) };
      const publicKey = group.power(group.g, secret);
      const about = { ciphertext, share: group.power(ciphertext.pad, secret), extendedHash, publicKey };
      const proof = proveShare(group, about, { secret, nonce });

      expect(objectionToShareProof(group, about, proof)).toBeUndefined();
      for (const [, copy] of changed(proof)) expect(objectionToShareProof(group, about, copy)).toBeTypeOf("string");
      expect(objectionToShareProof(group, { ...about, share: about.share ^ 1n }, proof)).toBeTypeOf("string");
      const anotherKey = group.multiply(publicKey, group.g);
      expect(objectionToShareProof(group, { ...about, publicKey: anotherKey }, proof)).toBeTypeOf("string");
    }),
    { numRuns: 20 },
  );
});
