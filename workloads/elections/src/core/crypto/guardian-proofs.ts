/** Makes and checks the proofs that guardians know their secret keys and used them for their shares. */
import type { Ciphertext } from "./elgamal.ts";
import type { Group } from "./group.ts";
import { hash } from "./hash.ts";
import { objectionToElement } from "./scalars.ts";

/** Proof that the publisher of g^a knows a. */
export type SchnorrProof = {
  readonly publicKey: bigint;
  readonly commitment: bigint;
  readonly challenge: bigint;
  readonly response: bigint;
};

/**
 * Proves knowledge of a secret key. Without this proof a guardian could choose a key that cancels the others. The nonce
 * must be random and used for this proof only: two proofs with one nonce reveal the secret.
 */
export function proveSecret(group: Group, { secret, nonce }: { secret: bigint; nonce: bigint }): SchnorrProof {
  const publicKey = group.fixedPower(group.g, secret);
  const commitment = group.fixedPower(group.g, nonce);
  const challenge = hash(group, publicKey, commitment);
  return { publicKey, commitment, challenge, response: group.scalar(nonce + challenge * secret) };
}

/** Returns why the proof is not valid; undefined when it is. */
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

export type ShareProof = {
  readonly pad: bigint;
  readonly data: bigint;
  readonly challenge: bigint;
  readonly response: bigint;
};

/** `share` is pad^secret of the ciphertext. */
type ShareStatement = {
  readonly ciphertext: Ciphertext;
  readonly share: bigint;
  readonly extendedHash: bigint;
};

/**
 * Proves that a share was made with the secret. The nonce must be used for this proof only: with the same nonce for
 * another ciphertext, the secret could be computed.
 */
export function proveShare(
  group: Group,
  about: ShareStatement,
  { secret, nonce }: { secret: bigint; nonce: bigint },
): ShareProof {
  const pad = group.fixedPower(group.g, nonce);
  const data = group.power(about.ciphertext.pad, nonce);
  const challenge = challengeOf(group, about, { pad, data });
  return { pad, data, challenge, response: group.scalar(nonce + challenge * secret) };
}

/** Returns why the proof is not valid for this public key; undefined when it is. */
export function objectionToShareProof(
  group: Group,
  about: ShareStatement & { readonly publicKey: bigint },
  proof: ShareProof,
): string | undefined {
  const { ciphertext, share, publicKey } = about;
  const { challenge, response } = proof;
  const outside = objectionToElement(group, share);
  if (outside !== undefined) return `the share ${outside}`;
  if (!group.isScalar(response)) return "the response is not below q";
  if (![proof.pad, proof.data].every(group.isResidue)) return "a commitment is not from 1 to p - 1";
  if (challenge !== challengeOf(group, about, proof)) return "the challenge is not the hash of the statement";
  const g = { base: group.g, exponent: response, isFixed: true };
  const isKey = group.holds(proof.pad, [g, { base: publicKey, exponent: -challenge, isFixed: true }]);
  if (!isKey) return "g^v is not a K^c";
  const isShare = group.holds(proof.data, [
    { base: ciphertext.pad, exponent: response },
    { base: share, exponent: -challenge },
  ]);
  return isShare ? undefined : "A^v is not b M^c";
}

function challengeOf(group: Group, { ciphertext, share, extendedHash }: ShareStatement, { pad, data }: Ciphertext) {
  return hash(group, extendedHash, ciphertext.pad, ciphertext.data, pad, data, share);
}
