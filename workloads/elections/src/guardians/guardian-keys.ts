/** The first round of the key ceremony: a guardian's secret polynomial and what is published of it. */
import { RotaError } from "@rota/engine/errors";
import type { Group } from "../crypto/group/group.ts";
import { objectionToSchnorr, proveSecret, type SchnorrProof } from "../crypto/proofs/schnorr-proof.ts";
import { randomScalar, type RandomBytes } from "../crypto/random-scalar.ts";

/** What a guardian publishes: a commitment to each coefficient, and proofs that it knows them. */
export type GuardianPublic = {
  readonly guardianId: string;
  /** From 1 to the number of guardians: where its point lies on the polynomials of the others. */
  readonly sequence: number;
  readonly commitments: readonly bigint[];
  readonly proofs: readonly SchnorrProof[];
};

/** What only the guardian has. Never sent, stored or logged as it is. */
export type GuardianKeys = { readonly public: GuardianPublic; readonly coefficients: readonly bigint[] };

export type GuardianName = { readonly guardianId: string; readonly sequence: number };

/** Makes the keys of one guardian, with as many coefficients as the quorum. */
export function createGuardianKeys(
  group: Group,
  { guardianId, sequence, quorum }: GuardianName & { quorum: number },
  random?: RandomBytes,
): GuardianKeys {
  if (!Number.isSafeInteger(quorum) || quorum < 1) {
    throw new RotaError("CEREMONY_INVALID", `the quorum (${String(quorum)}) must be at least 1`, { quorum });
  }
  const coefficients = Array.from({ length: quorum }, () => randomScalar(group, random));
  return guardianKeysOf(group, { guardianId, sequence, coefficients }, random);
}

/** The keys that belong to given coefficients, with new proofs. */
export function guardianKeysOf(
  group: Group,
  { guardianId, sequence, coefficients }: GuardianName & { coefficients: readonly bigint[] },
  random?: RandomBytes,
): GuardianKeys {
  if (guardianId === "" || guardianId.includes("|")) {
    throw new RotaError("CEREMONY_INVALID", `a guardian's id must not be empty or hold a bar, "${guardianId}" does`);
  }
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RotaError("CEREMONY_INVALID", `guardian ${guardianId} must have a number from 1`, { sequence });
  }
  const proofs = coefficients.map((secret) => proveSecret(group, { secret, nonce: randomScalar(group, random) }));
  const commitments = proofs.map(({ publicKey }) => publicKey);
  return { public: { guardianId, sequence, commitments, proofs }, coefficients };
}

/** The secret s and its public key g^s are the first coefficient and its commitment. */
export function secretKeyOf({ coefficients }: GuardianKeys): bigint {
  return coefficients[0] ?? 0n;
}

export function publicKeyOf({ commitments }: GuardianPublic): bigint {
  return commitments[0] ?? 0n;
}

/** Why what a guardian published cannot be used; undefined when it can. */
export function objectionToGuardian(group: Group, guardian: GuardianPublic, quorum: number): string | undefined {
  const { commitments, proofs } = guardian;
  if (commitments.length !== quorum || proofs.length !== quorum) {
    return `has ${String(commitments.length)} commitments and ${String(proofs.length)} proofs, not ${String(quorum)}`;
  }
  for (const [degree, proof] of proofs.entries()) {
    const objection = objectionToSchnorr(group, proof);
    if (objection !== undefined) return `has a wrong proof of coefficient ${String(degree)}: ${objection}`;
    if (proof.publicKey !== commitments[degree]) return `proves another commitment than that of ${String(degree)}`;
  }
  return undefined;
}
