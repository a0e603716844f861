/** Runs rounds 2 and 3 of the key ceremony on the guardian's own machine, which the key never leaves. */
import { isRotaError, RotaError } from "@rota/engine/errors";
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
  /** What all guardians published, this one among them. */
  readonly guardians: readonly GuardianPublic[];
};

/** A backup for each of the others, after their proofs were checked: a point given to a wrong key is given away. */
export function prepareBackups(group: Group, { keys, guardians }: Ceremony, random?: RandomBytes): KeyBackup[] {
  checkGuardians(group, { keys, guardians });
  return othersOf({ keys, guardians }).map((receiver) => sealBackup(group, { sender: keys, receiver }, random));
}

export type BackupVerdict = {
  readonly senderId: string;
  readonly sequence: number;
  /** Undefined: the backup can be used. */
  readonly objection: string | undefined;
};

/** Opens what each of the others left for this guardian, and says whether it fits what the sender published. */
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

/** What answers a receiver's challenge, for everybody to check. Published then only: who has enough points has the key. */
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

/** Refuses guardians whose keys or proofs do not fit, and a list in which this guardian's keys are others. */
export function checkGuardians(group: Group, { keys, guardians }: Ceremony): void {
  const quorum = keys.coefficients.length;
  createContext(group, { guardians, quorum, manifestHash: 0n });
  const { guardianId, sequence } = keys.public;
  const published = guardians.find((guardian) => guardian.guardianId === guardianId);
  if (published !== undefined && fingerprintOf(published) === fingerprintOf(keys.public)) return;
  const message = `the published keys of guardian ${guardianId} (${String(sequence)}) are not those of the key file: do not go on before it is known who changed them`;
  throw new RotaError("CEREMONY_INVALID", message, { guardianId });
}

function othersOf({ keys, guardians }: Ceremony): GuardianPublic[] {
  return guardians
    .filter(({ guardianId }) => guardianId !== keys.public.guardianId)
    .sort((a, b) => a.sequence - b.sequence);
}
