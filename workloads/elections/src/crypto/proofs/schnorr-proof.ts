/** Schnorr proofs: whoever published g^a knows a. Without them a guardian could choose a key that cancels the others. */
import { objectionToElement } from "../check-values.ts";
import type { Group } from "../group/group.ts";
import { hash } from "../hash/hash.ts";

export type SchnorrProof = {
  readonly publicKey: bigint;
  readonly commitment: bigint;
  readonly challenge: bigint;
  readonly response: bigint;
};

/** The nonce must be random and is used for this proof only: with two of them, anybody computes the secret. */
export function proveSecret(group: Group, { secret, nonce }: { secret: bigint; nonce: bigint }): SchnorrProof {
  const publicKey = group.fixedPower(group.g, secret);
  const commitment = group.fixedPower(group.g, nonce);
  const challenge = hash(group, publicKey, commitment);
  return { publicKey, commitment, challenge, response: group.scalar(nonce + challenge * secret) };
}

/** Why the proof does not hold; undefined when it does. */
export function objectionToSchnorr(group: Group, proof: SchnorrProof): string | undefined {
  const { publicKey, commitment, challenge, response } = proof;
  const outside = objectionToElement(group, publicKey);
  if (outside !== undefined) return `the public key ${outside}`;
  if (!group.isScalar(response)) return "the response is not below q";
  if (!group.isResidue(commitment)) return "the commitment is not from 1 to p - 1";
  if (challenge !== hash(group, publicKey, commitment)) return "the challenge is not the hash of key and commitment";
  const g = { base: group.g, exponent: response, isFixed: true };
  return group.holds(commitment, [g, { base: publicKey, exponent: -challenge }]) ? undefined : "g^v is not h K^c";
}
