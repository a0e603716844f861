/** The checks of the key ceremony that take powers. Run where heavy work is done. */
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import { objectionToGuardian } from "../../guardians/guardian-keys.ts";
import { isPointOf } from "../../guardians/key-backup.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";

/** Why published keys cannot be used; undefined when they can. */
export function checkKeys(work: { group: string; guardian: GuardianPublic; quorum: number }): string | undefined {
  return objectionToGuardian(groupOf(work.group), work.guardian, work.quorum);
}

/** Whether a point that a sender published is the one that belongs to its commitments. */
export function checkPoint(work: { group: string; point: bigint; sender: GuardianPublic; sequence: number }): boolean {
  return isPointOf(groupOf(work.group), work);
}
