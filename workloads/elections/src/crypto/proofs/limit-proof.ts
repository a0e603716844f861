/** Constant Chaum-Pedersen proofs: a ciphertext hides exactly this number, such as the votes of a contest. */
import { objectionToElement } from "../check-values.ts";
import type { Ciphertext } from "../elgamal.ts";
import type { Group } from "../group/group.ts";
import { hash } from "../hash/hash.ts";
import { nonceAt } from "../hash/nonces.ts";
import type { SelectionStatement } from "./selection-proof.ts";

export type LimitProof = {
  readonly pad: bigint;
  readonly data: bigint;
  readonly challenge: bigint;
  readonly response: bigint;
  readonly constant: number;
};

export type LimitStatement = SelectionStatement & { readonly constant: number };

const HEADER = "constant-chaum-pedersen-proof";

/** `nonce` is that of the ciphertext, for a product the sum of all; `seed` names the random number of the proof. */
export function proveLimit(group: Group, about: LimitStatement, witness: { nonce: bigint; seed: bigint }): LimitProof {
  const nonce = nonceAt(group, { seed: witness.seed, headers: [HEADER], index: 0 });
  const pad = group.fixedPower(group.g, nonce);
  const data = group.fixedPower(about.publicKey, nonce);
  const challenge = challengeOf(group, about, { pad, data });
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
  if (challenge !== challengeOf(group, about, proof)) return "the challenge is not the hash of the statement";
  const g = (exponent: bigint) => ({ base: group.g, exponent, isFixed: true });
  const isPad = group.holds(proof.pad, [g(response), { base: ciphertext.pad, exponent: -challenge }]);
  if (!isPad) return "g^v is not a A^c";
  const key = { base: publicKey, exponent: response, isFixed: true };
  const data = { base: ciphertext.data, exponent: -challenge };
  const isData = group.holds(proof.data, [g(challenge * BigInt(constant)), key, data]);
  return isData ? undefined : "g^(L c) K^v is not b B^c";
}

function challengeOf(group: Group, { ciphertext, extendedHash }: LimitStatement, { pad, data }: Ciphertext): bigint {
  return hash(group, extendedHash, ciphertext.pad, ciphertext.data, pad, data);
}
