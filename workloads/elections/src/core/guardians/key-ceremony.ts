/**
 * Implements the key ceremony: the keys of guardians, their backups for each other, and the joint key of the election.
 */
import { ElectionError } from "../../errors.ts";
import { decryptBytes, encryptBytes, type HashedCiphertext, padMessage, unpadMessage } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import { objectionToSchnorr, proveSecret, type SchnorrProof } from "../crypto/guardian-proofs.ts";
import { fromHex, hash, toHex } from "../crypto/hash.ts";
import { pointAt, publicPointAt, type RandomBytes, randomScalar, requireElement } from "../crypto/scalars.ts";

/** Public keys of a guardian: a commitment to each coefficient, and proofs that the guardian knows them. */
export type GuardianPublic = {
  readonly guardianId: string;
  /** Number of the guardian, from 1: the place of its point on the polynomials of the others. */
  readonly sequence: number;
  readonly commitments: readonly bigint[];
  readonly proofs: readonly SchnorrProof[];
};

/** Secret keys of a guardian. They are never sent, stored or logged in plain form. */
export type GuardianKeys = { readonly public: GuardianPublic; readonly coefficients: readonly bigint[] };

export type GuardianName = { readonly guardianId: string; readonly sequence: number };

/** Creates the keys of one guardian, with as many coefficients as the quorum. */
export function createGuardianKeys(
  group: Group,
  { guardianId, sequence, quorum }: GuardianName & { quorum: number },
  random?: RandomBytes,
): GuardianKeys {
  if (!Number.isSafeInteger(quorum) || quorum < 1) {
    throw new ElectionError("CEREMONY_INVALID", `the quorum (${String(quorum)}) must be at least 1`, { quorum });
  }
  const coefficients = Array.from({ length: quorum }, () => randomScalar(group, random));
  return guardianKeysOf(group, { guardianId, sequence, coefficients }, random);
}

/** Returns the keys for given coefficients, with new proofs. */
export function guardianKeysOf(
  group: Group,
  { guardianId, sequence, coefficients }: GuardianName & { coefficients: readonly bigint[] },
  random?: RandomBytes,
): GuardianKeys {
  if (guardianId === "" || guardianId.includes("|")) {
    throw new ElectionError(
      "CEREMONY_INVALID",
      `a guardian's id must not be empty or hold a bar, "${guardianId}" does`,
    );
  }
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new ElectionError("CEREMONY_INVALID", `guardian ${guardianId} must have a number from 1`, { sequence });
  }
  const proofs = coefficients.map((secret) => proveSecret(group, { secret, nonce: randomScalar(group, random) }));
  const commitments = proofs.map(({ publicKey }) => publicKey);
  return { public: { guardianId, sequence, commitments, proofs }, coefficients };
}

/** Returns the secret s, the first coefficient. Its commitment is the public key g^s. */
export function secretKeyOf({ coefficients }: GuardianKeys): bigint {
  return coefficients[0] ?? 0n;
}

export function publicKeyOf({ commitments }: GuardianPublic): bigint {
  return commitments[0] ?? 0n;
}

/** Returns why published keys cannot be used; undefined when they can. */
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

/** A point of the sender for the receiver, encrypted so that only the receiver can read it. */
export type KeyBackup = {
  readonly senderId: string;
  readonly receiverId: string;
  readonly receiverSequence: number;
  readonly encryptedPoint: HashedCiphertext;
};

export function sealBackup(
  group: Group,
  { sender, receiver }: { sender: GuardianKeys; receiver: GuardianPublic },
  random?: RandomBytes,
): KeyBackup {
  const point = pointAt(group, sender.coefficients, receiver.sequence);
  return {
    senderId: sender.public.guardianId,
    receiverId: receiver.guardianId,
    receiverSequence: receiver.sequence,
    encryptedPoint: encryptBytes(group, {
      message: padMessage(JSON.stringify({ coordinate: toHex(point) })),
      nonce: randomScalar(group, random),
      publicKey: publicKeyOf(receiver),
      seed: seedFor(group, receiver),
    }),
  };
}

/** Returns the point after checking it against the sender's commitments. Refuses a wrong one and names the sender. */
export function openBackup(
  group: Group,
  { backup, sender, receiver }: { backup: KeyBackup; sender: GuardianPublic; receiver: GuardianKeys },
): bigint {
  const { guardianId, sequence } = receiver.public;
  const refuse = (why: string) =>
    new ElectionError("KEY_BACKUP_INVALID", `the backup of guardian ${sender.guardianId} for ${guardianId} ${why}`, {
      senderId: sender.guardianId,
      receiverId: guardianId,
    });
  if (backup.senderId !== sender.guardianId) throw refuse(`was sent by ${backup.senderId}`);
  if (backup.receiverId !== guardianId || backup.receiverSequence !== sequence) throw refuse("is for somebody else");
  requireElement(group, backup.encryptedPoint.pad, `the pad of the backup of guardian ${sender.guardianId}`);
  const seed = seedFor(group, receiver.public);
  const opened = decryptBytes(group, backup.encryptedPoint, { secret: secretKeyOf(receiver), seed });
  const point = opened === undefined ? undefined : readPoint(opened);
  if (point === undefined) throw refuse("cannot be opened: it was changed on its way, or made for another key");
  if (!isPointOf(group, { point, sender, sequence })) throw refuse("does not fit what the sender published");
  return point;
}

/** Returns whether a point is on the sender's polynomial. Everyone can check this when a backup is disputed. */
export function isPointOf(
  group: Group,
  { point, sender, sequence }: { point: bigint; sender: GuardianPublic; sequence: number },
): boolean {
  return group.isScalar(point) && group.fixedPower(group.g, point) === recoveryKey(group, sender, sequence);
}

/** Returns g^(point) of a guardian's polynomial: the public key for checking compensated shares. */
export function recoveryKey(group: Group, guardian: GuardianPublic, sequence: number): bigint {
  return publicPointAt(group, guardian.commitments, sequence);
}

function seedFor(group: Group, { guardianId, sequence }: { guardianId: string; sequence: number }): bigint {
  return hash(group, guardianId, sequence);
}

function readPoint(opened: Uint8Array): bigint | undefined {
  const text = unpadMessage(opened);
  const digits = /^\{"coordinate": ?"([0-9A-Fa-f]+)"\}$/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : fromHex(digits, "the point");
}

export type ElectionContext = {
  readonly guardians: number;
  readonly quorum: number;
  /** Joint key. Its secret never exists in one place. */
  readonly publicKey: bigint;
  readonly commitmentHash: bigint;
  readonly manifestHash: bigint;
  readonly baseHash: bigint;
  /** Part of every challenge, so that a proof made for one election is not valid in another. */
  readonly extendedHash: bigint;
};

/**
 * Creates the context. Refuses guardians whose numbers, commitments or proofs do not fit: without proofs one key could
 * cancel the others.
 */
export function createContext(
  group: Group,
  { guardians, quorum, manifestHash }: { guardians: readonly GuardianPublic[]; quorum: number; manifestHash: bigint },
): ElectionContext {
  const inOrder = [...guardians].sort((a, b) => a.sequence - b.sequence);
  checkGuardians(group, inOrder, quorum);
  return contextOf(group, { guardians: inOrder, quorum, manifestHash });
}

/** Returns the same for guardians that were checked before. */
export function contextOf(
  group: Group,
  { guardians, quorum, manifestHash }: { guardians: readonly GuardianPublic[]; quorum: number; manifestHash: bigint },
): ElectionContext {
  const { p, q, g } = group;
  const count = guardians.length;
  const commitmentHash = hash(
    group,
    guardians.flatMap(({ commitments }) => commitments),
  );
  const baseHash = hash(group, p, q, g, count, quorum, manifestHash);
  return {
    guardians: count,
    quorum,
    publicKey: group.product(guardians.map(publicKeyOf)),
    commitmentHash,
    manifestHash,
    baseHash,
    extendedHash: hash(group, baseHash, commitmentHash),
  };
}

function checkGuardians(group: Group, guardians: readonly GuardianPublic[], quorum: number): void {
  const refuse = (message: string) => new ElectionError("CEREMONY_INVALID", message, { quorum });
  if (quorum < 1 || quorum > guardians.length) {
    throw refuse(
      `the quorum (${String(quorum)}) must be from 1 to the number of guardians (${String(guardians.length)})`,
    );
  }
  if (new Set(guardians.map(({ guardianId }) => guardianId)).size !== guardians.length) {
    throw refuse("two guardians have the same id");
  }
  for (const [index, guardian] of guardians.entries()) {
    if (guardian.sequence !== index + 1) throw refuse(`no guardian has the number ${String(index + 1)}`);
    const objection = objectionToGuardian(group, guardian, quorum);
    if (objection !== undefined) throw refuse(`guardian ${guardian.guardianId} ${objection}`);
  }
}
