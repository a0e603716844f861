/** The rounds of the key ceremony, each in a transaction that it opens: keys, backups, verification, challenges. */
import { appendAudit, RotaError, violatedConstraint, type Database, type Transaction } from "@rota/engine";
import { readElection, requireState, type LifeElection } from "../elections/election.ts";
import { setReady } from "../elections/elections.sql.ts";
import { ceremonyConflict, requireGuardian, roundOf } from "./ceremony.ts";
import {
  dismissChallenge,
  insertBackups,
  selectGuardians,
  setBackedUp,
  setBackupVerdict,
  setPublished,
  setVerified,
  type GuardianRow,
} from "./ceremony.sql.ts";

export type GuardianName = { readonly electionId: bigint; readonly token: string | undefined };
export type SealedBackup = { readonly receiver: number; readonly sealed: unknown };
export type BackupJudgement = {
  readonly sender: number;
  readonly isRight: boolean;
  readonly reason?: string | undefined;
};

/** Round 1: keys whose proofs were checked become the guardian's. False: it has published before. */
export async function publishKeys(
  tx: Transaction,
  { electionId, sequence, published }: { electionId: bigint; sequence: number; published: unknown },
): Promise<boolean> {
  const election = await readElection(tx, { electionId }, "alone");
  requireState(election, ["CEREMONY"], "publishing keys");
  const set = await tx.query(setPublished({ electionId, sequence, published }));
  if (set.length === 0) return false;
  // Alone, a guardian has nobody to leave a backup with and none to check.
  if (election.guardianCount === 1) await tx.query(setBackedUp({ electionId, sequence }));
  await note(tx, election, { sequence, action: "election.guardian-published" });
  await goOn(tx, election);
  return true;
}

/** Round 2: a sealed backup for each of the others. */
export async function sendBackups(
  database: Database,
  { electionId, token, backups }: GuardianName & { readonly backups: readonly SealedBackup[] },
): Promise<void> {
  await inCeremony(database, { electionId, token }, async (tx, election, { own, all }) => {
    if (roundOf(all) < 2)
      throw ceremonyConflict(electionId, "not all have published keys yet: backups come after that");
    const others = all.filter(({ sequence }) => sequence !== own.sequence).map(({ sequence }) => sequence);
    const receivers = backups.map(({ receiver }) => receiver);
    if (new Set(receivers).size !== receivers.length || !sameMembers(receivers, others)) {
      throw new RotaError("KEY_BACKUP_INVALID", `one backup is needed for each of guardians ${others.join(", ")}`);
    }
    try {
      await tx.query(
        insertBackups({ electionId, sender: own.sequence, receivers, sealed: backups.map(({ sealed }) => sealed) }),
      );
    } catch (error) {
      if (violatedConstraint(error) !== "elections_backups_once") throw error;
      throw ceremonyConflict(electionId, `guardian ${own.guardian_id} has sent its backups`);
    }
    await tx.query(setBackedUp({ electionId, sequence: own.sequence }));
    await note(tx, election, { sequence: own.sequence, action: "election.guardian-backed-up" });
  });
}

/** Round 3: what the receiver found when it opened the backups of the others. */
export async function judgeBackups(
  database: Database,
  { electionId, token, judgements }: GuardianName & { readonly judgements: readonly BackupJudgement[] },
): Promise<void> {
  await inCeremony(database, { electionId, token }, async (tx, election, { own, all }) => {
    if (roundOf(all) < 3) throw ceremonyConflict(electionId, "not all have sent their backups yet");
    for (const { sender, isRight, reason } of judgements) {
      const state = isRight ? "ACCEPTED" : "CHALLENGED";
      const verdict = { electionId, sender, receiver: own.sequence, state };
      const set = await tx.query(
        setBackupVerdict({ ...verdict, reason: isRight ? null : (reason ?? "no reason given") }),
      );
      if (set.length === 0)
        throw ceremonyConflict(electionId, `no backup of guardian ${String(sender)} waits for your verdict`);
      if (!isRight)
        await note(tx, election, {
          sequence: own.sequence,
          action: "election.backup-challenged",
          details: { sender, reason },
        });
    }
    await goOn(tx, election);
  });
}

/** A challenged sender published the point, and it was found to be right: the challenge is over. False: there was none. */
export async function dismiss(
  tx: Transaction,
  backup: { electionId: bigint; sender: number; receiver: number; point: string },
): Promise<boolean> {
  const election = await readElection(tx, backup, "alone");
  requireState(election, ["CEREMONY"], "answering a challenge");
  const dismissed = await tx.query(dismissChallenge(backup));
  if (dismissed.length === 0) return false;
  const { sender, receiver } = backup;
  await note(tx, election, { sequence: sender, action: "election.challenge-dismissed", details: { receiver } });
  await goOn(tx, election);
  return true;
}

/** Marks who has everything; with the last one the election is ready. */
async function goOn(tx: Transaction, { electionId }: LifeElection): Promise<void> {
  const rows = await tx.query(selectGuardians(electionId));
  if (roundOf(rows) < 3) return;
  await tx.query(setVerified(electionId));
  if (roundOf(await tx.query(selectGuardians(electionId))) === 4) await tx.query(setReady(electionId));
}

type Held = { readonly own: GuardianRow; readonly all: readonly GuardianRow[] };

function inCeremony<Result>(
  database: Database,
  { electionId, token }: GuardianName,
  act: (tx: Transaction, election: LifeElection, held: Held) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, { electionId }, "alone");
    const held = await requireGuardian(tx, { electionId, token });
    requireState(election, ["CEREMONY"], "a round of the ceremony");
    return act(tx, election, held);
  });
}

type Noted = { readonly sequence: number; readonly action: string; readonly details?: unknown };

function note(tx: Transaction, { tenant, electionId }: LifeElection, { sequence, action, details }: Noted) {
  const actor = `guardian ${String(sequence)}`;
  return appendAudit(tx, { tenant, actor, action, subject: { type: "election", id: String(electionId) }, details });
}

function sameMembers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value));
}
