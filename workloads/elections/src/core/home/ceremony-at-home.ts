/** Runs rounds 2 and 3 of the key ceremony on the guardian's own machine, which the key never leaves. */
import { isRotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { Group } from "../crypto/group.ts";
import { pointAt, type RandomBytes } from "../crypto/scalars.ts";
import { fingerprintOf } from "../guardians/guardian-secret.ts";
import {
  createContext,
  type GuardianKeys,
  type GuardianPublic,
  type KeyBackup,
  openBackup,
  sealBackup,
} from "../guardians/key-ceremony.ts";

export type Ceremony = {
  readonly keys: GuardianKeys;
  /** Published keys of all guardians, this one included. */
  readonly guardians: readonly GuardianPublic[];
};

/**
 * Returns a backup for each of the others after checking their proofs. Without the proofs, a point could be sealed to a
 * wrong key and be lost to someone else.
 */
export function prepareBackups(group: Group, { keys, guardians }: Ceremony, random?: RandomBytes): KeyBackup[] {
  checkGuardians(group, { keys, guardians });
  return othersOf({ keys, guardians }).map((receiver) => sealBackup(group, { sender: keys, receiver }, random));
}

export type BackupVerdict = {
  readonly senderId: string;
  readonly sequence: number;
  /** Undefined when the backup can be used. */
  readonly objection: string | undefined;
};

/**
 * Opens the backup that each of the others left for this guardian, and reports whether it fits the sender's published
 * keys.
 */
export function judgeBackups(
  group: Group,
  { keys, guardians, backups }: Ceremony & { backups: readonly KeyBackup[] },
): BackupVerdict[] {
  checkGuardians(group, { keys, guardians });
  const received = backups.filter(({ receiverId }) => receiverId === keys.public.guardianId);
  return othersOf({ keys, guardians }).map((sender) => {
    const own = received.filter(({ senderId }) => senderId === sender.guardianId);
    return {
      senderId: sender.guardianId,
      sequence: sender.sequence,
      objection: objectionTo(group, { own, sender, keys }),
    };
  });
}

/**
 * Returns the point that answers a receiver's challenge, for everyone to check. Publish a point only in that case: with
 * enough points, anyone can compute the key.
 */
export function pointFor(group: Group, keys: GuardianKeys, receiver: number): bigint {
  return pointAt(group, keys.coefficients, receiver);
}

function objectionTo(
  group: Group,
  { own, sender, keys }: { own: readonly KeyBackup[]; sender: GuardianPublic; keys: GuardianKeys },
): string | undefined {
  const [backup, another] = own;
  if (backup === undefined) return `guardian ${sender.guardianId} left no backup`;
  if (another !== undefined) return `guardian ${sender.guardianId} left two backups`;
  try {
    openBackup(group, { backup, sender, receiver: keys });
    return undefined;
  } catch (error) {
    if (isRotaError(error)) return error.message;
    throw error;
  }
}

/** Refuses guardians whose keys or proofs do not fit, and a list with other keys for this guardian. */
export function checkGuardians(group: Group, { keys, guardians }: Ceremony): void {
  const quorum = keys.coefficients.length;
  createContext(group, { guardians, quorum, manifestHash: 0n });
  const { guardianId, sequence } = keys.public;
  const published = guardians.find((guardian) => guardian.guardianId === guardianId);
  if (published !== undefined && fingerprintOf(published) === fingerprintOf(keys.public)) return;
  const message = `the published keys of guardian ${guardianId} (${String(sequence)}) are not those of the key file: do not go on before it is known who changed them`;
  throw new ElectionError("CEREMONY_INVALID", message, { guardianId });
}

function othersOf({ keys, guardians }: Ceremony): GuardianPublic[] {
  return guardians
    .filter(({ guardianId }) => guardianId !== keys.public.guardianId)
    .sort((a, b) => a.sequence - b.sequence);
}
