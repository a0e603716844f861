/**
 * Disjunctive Chaum-Pedersen proofs: a ciphertext hides 0 or 1, without a word on which.
 *
 * The true half is proved, the other is made up from a challenge chosen beforehand; both must sum up to the hash.
 */
import { objectionToElement } from "../check-values.ts";
import type { Ciphertext } from "../elgamal.ts";
import type { Group } from "../group/group.ts";
import { hash } from "../hash/hash.ts";
import { nonceAt } from "../hash/nonces.ts";

export type SelectionProof = {
  readonly zeroPad: bigint;
  readonly zeroData: bigint;
  readonly onePad: bigint;
  readonly oneData: bigint;
  readonly zeroChallenge: bigint;
  readonly oneChallenge: bigint;
  readonly challenge: bigint;
  readonly zeroResponse: bigint;
  readonly oneResponse: bigint;
};

/** What a proof is about. */
export type SelectionStatement = {
  readonly ciphertext: Ciphertext;
  readonly publicKey: bigint;
  readonly extendedHash: bigint;
};

/** What only the voter's machine knows. `seed` names the random numbers of the proof. */
export type SelectionWitness = { readonly vote: 0 | 1; readonly nonce: bigint; readonly seed: bigint };

const HEADER = "disjoint-chaum-pedersen-proof";

export function proveSelection(group: Group, about: SelectionStatement, witness: SelectionWitness): SelectionProof {
  const { vote, nonce, seed } = witness;
  const [made, fakeNonce, trueNonce] = [0, 1, 2].map((index) => nonceAt(group, { seed, headers: [HEADER], index }));
  if (made === undefined || fakeNonce === undefined || trueNonce === undefined) throw new RangeError("three nonces");
  const real = commitment(group, about.publicKey, trueNonce);
  const fake = commitment(group, about.publicKey, fakeNonce);
  const shifted = { pad: fake.pad, data: group.multiply(fake.data, group.fixedPower(group.g, made)) };

  // Either vote costs the same powers; only the places change.
  const [zero, one] = vote === 0 ? [real, shifted] : [shifted, real];
  const challenge = challengeOf(group, about, [zero, one]);
  const [zeroChallenge, oneChallenge] =
    vote === 0 ? [group.scalar(challenge - made), made] : [group.scalar(-made), group.scalar(challenge + made)];
  const [zeroNonce, oneNonce] = vote === 0 ? [trueNonce, fakeNonce] : [fakeNonce, trueNonce];
  return {
    zeroPad: zero.pad,
    zeroData: zero.data,
    onePad: one.pad,
    oneData: one.data,
    zeroChallenge,
    oneChallenge,
    challenge,
    zeroResponse: group.scalar(zeroNonce + zeroChallenge * nonce),
    oneResponse: group.scalar(oneNonce + oneChallenge * nonce),
  };
}

/** Why the proof does not hold; undefined when it does. */
export function objectionToSelection(
  group: Group,
  about: SelectionStatement,
  proof: SelectionProof,
): string | undefined {
  const { pad, data } = about.ciphertext;
  for (const [name, value] of Object.entries({ pad, data })) {
    const outside = objectionToElement(group, value);
    if (outside !== undefined) return `the ${name} of the ciphertext ${outside}`;
  }
  const scalars = [proof.zeroChallenge, proof.oneChallenge, proof.zeroResponse, proof.oneResponse];
  if (!scalars.every(group.isScalar)) return "a challenge or response is not below q";
  const zero = { pad: proof.zeroPad, data: proof.zeroData };
  const one = { pad: proof.onePad, data: proof.oneData };
  if (![zero.pad, zero.data, one.pad, one.data].every(group.isResidue)) return "a commitment is not from 1 to p - 1";
  if (proof.challenge !== challengeOf(group, about, [zero, one]))
    return "the challenge is not the hash of the statement";
  if (proof.challenge !== group.scalar(proof.zeroChallenge + proof.oneChallenge)) {
    return "the challenges do not sum up to the hash";
  }
  return objectionToEquations(group, about, proof);
}

function objectionToEquations(group: Group, about: SelectionStatement, proof: SelectionProof): string | undefined {
  const { ciphertext, publicKey } = about;
  const { zeroChallenge: c0, oneChallenge: c1, zeroResponse: v0, oneResponse: v1 } = proof;
  const g = (exponent: bigint) => ({ base: group.g, exponent, isFixed: true });
  const key = (exponent: bigint) => ({ base: publicKey, exponent, isFixed: true });
  const pad = (exponent: bigint) => ({ base: ciphertext.pad, exponent });
  const data = (exponent: bigint) => ({ base: ciphertext.data, exponent });
  if (!group.holds(proof.zeroPad, [g(v0), pad(-c0)])) return "g^v0 is not a0 alpha^c0";
  if (!group.holds(proof.onePad, [g(v1), pad(-c1)])) return "g^v1 is not a1 alpha^c1";
  if (!group.holds(proof.zeroData, [key(v0), data(-c0)])) return "K^v0 is not b0 beta^c0";
  return group.holds(proof.oneData, [g(c1), key(v1), data(-c1)]) ? undefined : "g^c1 K^v1 is not b1 beta^c1";
}

function commitment(group: Group, publicKey: bigint, nonce: bigint): Ciphertext {
  return { pad: group.fixedPower(group.g, nonce), data: group.fixedPower(publicKey, nonce) };
}

function challengeOf(group: Group, about: SelectionStatement, [zero, one]: readonly [Ciphertext, Ciphertext]): bigint {
  const { ciphertext, extendedHash } = about;
  return hash(group, extendedHash, ciphertext.pad, ciphertext.data, zero.pad, zero.data, one.pad, one.data);
}
