/**
 * Makes and checks the Chaum-Pedersen proofs of a ballot: a selection is 0 or 1, and a contest has its number of votes.
 *
 * In a disjunctive proof the true half is proved, and the other half is simulated from a challenge that is chosen
 * beforehand. Both challenges must add up to the hash.
 */
import type { Ciphertext } from "./elgamal.ts";
import type { Group, Term } from "./group.ts";
import { hash, nonceAt } from "./hash.ts";
import { objectionToElement } from "./scalars.ts";

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

/** The statement that a proof is about. */
type SelectionStatement = {
  readonly ciphertext: Ciphertext;
  readonly publicKey: bigint;
  readonly extendedHash: bigint;
};

/** Values that only the voter's machine knows. The random numbers of the proof are derived from `seed`. */
type SelectionWitness = { readonly vote: 0 | 1; readonly nonce: bigint; readonly seed: bigint };

const HEADER = "disjoint-chaum-pedersen-proof";

/** Proves that a ciphertext hides 0 or 1 without revealing which. */
export function proveSelection(group: Group, about: SelectionStatement, witness: SelectionWitness): SelectionProof {
  const { vote, nonce, seed } = witness;
  const [made, fakeNonce, trueNonce] = [0, 1, 2].map((index) => nonceAt(group, { seed, headers: [HEADER], index }));
  if (made === undefined || fakeNonce === undefined || trueNonce === undefined) throw new RangeError("three nonces");
  const real = commitment(group, about.publicKey, trueNonce);
  const fake = commitment(group, about.publicKey, fakeNonce);
  const shifted = { pad: fake.pad, data: group.multiply(fake.data, group.fixedPower(group.g, made)) };

  // Both votes cost the same powers; only the places change.
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

export type LimitProof = {
  readonly pad: bigint;
  readonly data: bigint;
  readonly challenge: bigint;
  readonly response: bigint;
  readonly constant: number;
};

type LimitStatement = SelectionStatement & { readonly constant: number };

const LIMIT_HEADER = "constant-chaum-pedersen-proof";

/**
 * Proves the number of votes. `nonce` is that of the ciphertext, for a product the sum of all nonces. The random number
 * of the proof is derived from `seed`.
 */
export function proveLimit(group: Group, about: LimitStatement, witness: { nonce: bigint; seed: bigint }): LimitProof {
  const nonce = nonceAt(group, { seed: witness.seed, headers: [LIMIT_HEADER], index: 0 });
  const pad = group.fixedPower(group.g, nonce);
  const data = group.fixedPower(about.publicKey, nonce);
  const challenge = limitChallenge(group, about, { pad, data });
  const response = group.scalar(nonce + challenge * witness.nonce);
  return { pad, data, challenge, response, constant: about.constant };
}

/** Why the proof does not hold; undefined when it does. */
export function objectionToLimit(group: Group, about: LimitStatement, proof: LimitProof): string | undefined {
  const { ciphertext, publicKey, constant } = about;
  const { challenge, response } = proof;
  for (const [name, value] of Object.entries(ciphertext)) {
    const outside = objectionToElement(group, value);
    if (outside !== undefined) return `the ${name} of the ciphertext ${outside}`;
  }
  if (proof.constant !== constant) return `it proves ${String(proof.constant)}, not ${String(constant)}`;
  if (!group.isScalar(response)) return "the response is not below q";
  if (![proof.pad, proof.data].every(group.isResidue)) return "a commitment is not from 1 to p - 1";
  if (challenge !== limitChallenge(group, about, proof)) return "the challenge is not the hash of the statement";
  const g = (exponent: bigint) => ({ base: group.g, exponent, isFixed: true });
  const isPad = group.holds(proof.pad, [g(response), { base: ciphertext.pad, exponent: -challenge }]);
  if (!isPad) return "g^v is not a A^c";
  const key = { base: publicKey, exponent: response, isFixed: true };
  const data = { base: ciphertext.data, exponent: -challenge };
  const isData = group.holds(proof.data, [g(challenge * BigInt(constant)), key, data]);
  return isData ? undefined : "g^(L c) K^v is not b B^c";
}

function limitChallenge(group: Group, { ciphertext, extendedHash }: LimitStatement, { pad, data }: Ciphertext): bigint {
  return hash(group, extendedHash, ciphertext.pad, ciphertext.data, pad, data);
}

/** One challenge and one response for each value from 0. */
export type RangeProof = {
  readonly challenges: readonly bigint[];
  readonly responses: readonly bigint[];
  /**
   * Published by 1.91, so that proofs can be checked in batches. Records of 2.0 leave them out, and they are computed
   * again.
   */
  readonly commitments?: readonly Ciphertext[];
};

type RangeStatement = {
  /** The pair (g^r, K^(m + r)). */
  readonly ciphertext: Ciphertext;
  readonly publicKey: bigint;
  readonly limit: number;
  /** Hashes the statement and all commitments in the way of the version. */
  readonly challengeOf: (commitments: readonly Ciphertext[]) => bigint;
};

/** Why the proof does not hold; undefined when it does. */
export function objectionToRange(group: Group, about: RangeStatement, proof: RangeProof): string | undefined {
  const { ciphertext, limit } = about;
  const { challenges, responses } = proof;
  for (const [name, value] of Object.entries(ciphertext)) {
    const outside = objectionToElement(group, value);
    if (outside !== undefined) return `the ${name} of the ciphertext ${outside}`;
  }
  if (!group.isResidue(about.publicKey)) return "the public key is no number of the group";
  if (challenges.length !== limit + 1 || responses.length !== limit + 1) return "it does not cover every value";
  if (![...challenges, ...responses].every(group.isScalar)) return "a challenge or response is not below q";
  const values = challenges.map((challenge, value) => ({ value, challenge, response: responses[value] ?? 0n }));
  const { commitments = values.map((step) => commitmentFor(group, about, step)) } = proof;
  if (commitments.length !== limit + 1) return "it does not cover every value";
  if (!commitments.flatMap(({ pad, data }) => [pad, data]).every(group.isResidue))
    return "a commitment is not from 1 to p - 1";
  const sum = group.scalar(challenges.reduce((total, challenge) => total + challenge, 0n));
  if (sum !== about.challengeOf(commitments)) return "the challenges do not sum up to the hash";
  const isProven = (step: Step) => proof.commitments === undefined || holdsFor(group, about, { proof, step });
  return values.every(isProven) ? undefined : "a commitment does not belong to its challenge and response";
}

/** The challenge and response for one value, proved or simulated. */
type Step = { readonly value: number; readonly challenge: bigint; readonly response: bigint };

function commitmentFor(group: Group, about: RangeStatement, step: Step): Ciphertext {
  const { pad, data } = termsOf(group, about, step);
  const raise = ({ base, exponent, isFixed = false }: Term) =>
    (isFixed ? group.fixedPower : group.power)(base, group.scalar(exponent));
  return { pad: group.product(pad.map(raise)), data: group.product(data.map(raise)) };
}

function holdsFor(group: Group, about: RangeStatement, { proof, step }: { proof: RangeProof; step: Step }): boolean {
  const { pad, data } = termsOf(group, about, step);
  const commitment = proof.commitments?.[step.value];
  return commitment !== undefined && group.holds(commitment.pad, pad) && group.holds(commitment.data, data);
}

/** Returns the terms of a = g^v alpha^c and b = K^(v - j c) beta^c for the value j. */
function termsOf(
  { g }: Group,
  { ciphertext, publicKey }: RangeStatement,
  { value, challenge, response }: Step,
): { pad: Term[]; data: Term[] } {
  const shifted = response - BigInt(value) * challenge;
  return {
    pad: [
      { base: g, exponent: response, isFixed: true },
      { base: ciphertext.pad, exponent: challenge },
    ],
    data: [
      { base: publicKey, exponent: shifted, isFixed: true },
      { base: ciphertext.data, exponent: challenge },
    ],
  };
}
