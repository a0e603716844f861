/** Records the rounds of the key ceremony, its challenges, tokens and restarts. */
import { appendAudit, type Database, type Queryable, type RotaError, type Transaction } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import type { GuardianPublic } from "../core/guardians/key-ceremony.ts";
import { readJson } from "../core/records/json-reader.ts";
import { readGuardian } from "../core/records/read-record.ts";
import { ElectionError } from "../errors.ts";
import {
  clearGuardians,
  deleteBackups,
  dismissChallenge,
  type GuardianRow,
  insertBackups,
  replaceGuardian,
  selectBackups,
  selectGuardianByToken,
  selectGuardians,
  setBackedUp,
  setBackupVerdict,
  setGuardianTokens,
  setPublished,
  setVerified,
} from "./ceremony.sql.ts";
import { type ElectionName, type LifeElection, readElection, requireState } from "./election.ts";
import { setReady } from "./elections.sql.ts";
import { announcePhase } from "./phase-events.ts";
import { createToken, hashToken, tokenInvalid } from "./tokens.ts";

type BoardGuardian = {
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly hasToken: boolean;
  readonly hasPublished: boolean;
  readonly hasBackedUp: boolean;
  readonly hasVerified: boolean;
};

type Challenge = {
  readonly sender: number;
  readonly receiver: number;
  readonly state: "CHALLENGED" | "DISMISSED";
  readonly reason: string;
};

type CeremonyBoard = {
  /** Round: 1 keys, 2 backups, 3 verification; 4 when the ceremony is complete. */
  readonly round: number;
  readonly guardians: readonly BoardGuardian[];
  /** Backups that the receiver could not use: the sender must publish the point, or the ceremony starts again. */
  readonly challenges: readonly Challenge[];
};

export async function readCeremony(on: Queryable, electionId: bigint): Promise<CeremonyBoard> {
  const rows = await on.query(selectGuardians(electionId));
  const backups = await on.query(selectBackups(electionId));
  return {
    round: roundOf(rows),
    guardians: rows.map((row) => ({
      sequence: row.sequence,
      guardianId: row.guardian_id,
      name: row.name,
      hasToken: row.has_token,
      hasPublished: row.published_at !== null,
      hasBackedUp: row.backed_up_at !== null,
      hasVerified: row.verified_at !== null,
    })),
    challenges: backups.flatMap(({ sender, receiver, state, reason }) =>
      state === "CHALLENGED" || state === "DISMISSED" ? [{ sender, receiver, state, reason: reason ?? "" }] : [],
    ),
  };
}

/** Returns the current round. A round is over when all guardians have done it. */
export function roundOf(rows: readonly GuardianRow[]): number {
  if (rows.some((row) => row.published_at === null)) return 1;
  if (rows.some((row) => row.backed_up_at === null)) return 2;
  return rows.some((row) => row.verified_at === null) ? 3 : 4;
}

/** Returns the published keys of guardians in order, without those who have not published. */
export async function publishedGuardians(on: Queryable, electionId: bigint): Promise<GuardianPublic[]> {
  const rows = await on.query(selectGuardians(electionId));
  return rows.flatMap(({ published, sequence }) =>
    published === null
      ? []
      : [readGuardian(readJson(JSON.stringify(published), `keys of guardian ${String(sequence)}`))],
  );
}

/** Returns the guardian with a token, and all guardians. Refuses with ELECTION_TOKEN_INVALID. */
export async function requireGuardian(
  on: Queryable,
  { electionId, token }: { readonly electionId: bigint; readonly token: string | undefined },
): Promise<{ readonly own: GuardianRow; readonly all: readonly GuardianRow[] }> {
  const [found] = await on.query(selectGuardianByToken(electionId, hashToken(token)));
  const all = await on.query(selectGuardians(electionId));
  const own = all.find(({ sequence }) => sequence === found?.sequence);
  if (own === undefined) throw tokenInvalid();
  return { own, all };
}

function ceremonyConflict(electionId: bigint, why: string): RotaError {
  return new ElectionError("CEREMONY_CONFLICT", `the ceremony of election ${String(electionId)}: ${why}`, {
    electionId: String(electionId),
  });
}

type GuardianTokenHolder = { readonly electionId: bigint; readonly token: string | undefined };
type SealedBackup = { readonly receiver: number; readonly sealed: unknown };
type BackupJudgement = {
  readonly sender: number;
  readonly isRight: boolean;
  readonly reason?: string | undefined;
};

/** Stores a guardian's keys in round 1, after their proofs were checked. Returns false when it has published before. */
export async function publishKeys(
  tx: Transaction,
  { electionId, sequence, published }: { electionId: bigint; sequence: number; published: unknown },
): Promise<boolean> {
  const election = await readElection(tx, { electionId }, "alone");
  requireState(election, ["CEREMONY"], "publishing keys");
  const set = await tx.query(setPublished({ electionId, sequence, published }));
  if (set.length === 0) return false;
  // A single guardian has no other to leave a backup with, and no backup to check.
  if (election.guardianCount === 1) await tx.query(setBackedUp({ electionId, sequence }));
  await note(tx, election, { sequence, action: "election.guardian-published" });
  await advanceRound(tx, election);
  return true;
}

/** Stores the sealed backups of a guardian in round 2, one for each of the others. */
export async function sendBackups(
  database: Database,
  { electionId, token, backups }: GuardianTokenHolder & { readonly backups: readonly SealedBackup[] },
): Promise<void> {
  await inCeremony(database, { electionId, token }, async (tx, election, { own, all }) => {
    if (roundOf(all) < 2)
      throw ceremonyConflict(electionId, "not all have published keys yet: backups come after that");
    const others = all.filter(({ sequence }) => sequence !== own.sequence).map(({ sequence }) => sequence);
    const receivers = backups.map(({ receiver }) => receiver);
    if (new Set(receivers).size !== receivers.length || !sameMembers(receivers, others)) {
      throw new ElectionError("KEY_BACKUP_INVALID", `one backup is needed for each of guardians ${others.join(", ")}`);
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

/** Stores the verdicts of a guardian on the backups of the others in round 3. */
export async function recordBackupVerdicts(
  database: Database,
  { electionId, token, judgements }: GuardianTokenHolder & { readonly judgements: readonly BackupJudgement[] },
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
    await advanceRound(tx, election);
  });
}

/**
 * Ends a challenge after the sender published a point that was found to be right. Returns false when there was no
 * challenge.
 */
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
  await advanceRound(tx, election);
  return true;
}

/** Marks guardians who have all backups. After the last one, the election is ready. */
async function advanceRound(tx: Transaction, { electionId }: LifeElection): Promise<void> {
  const rows = await tx.query(selectGuardians(electionId));
  if (roundOf(rows) < 3) return;
  await tx.query(setVerified(electionId));
  if (roundOf(await tx.query(selectGuardians(electionId))) !== 4) return;
  const [ready] = await tx.query(setReady(electionId));
  if (ready !== undefined) await announcePhase(tx, ready, "READY");
}

type Held = { readonly own: GuardianRow; readonly all: readonly GuardianRow[] };

function inCeremony<Result>(
  database: Database,
  { electionId, token }: GuardianTokenHolder,
  action: (tx: Transaction, election: LifeElection, held: Held) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, { electionId }, "alone");
    const held = await requireGuardian(tx, { electionId, token });
    requireState(election, ["CEREMONY"], "a round of the ceremony");
    return action(tx, election, held);
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

type ElectionAction = { readonly name: ElectionName; readonly actor: string };

type GuardianToken = {
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly token: string;
};

/** Creates tokens for the named guardians, or for those without one. A new token replaces the previous one. */
export function giveGuardianTokens(
  database: Database,
  { name, actor, sequences }: ElectionAction & { readonly sequences?: readonly number[] | undefined },
): Promise<GuardianToken[]> {
  return database.transaction(async (tx) => {
    const { electionId, tenant } = await readElection(tx, name, "shared");
    const rows = await tx.query(selectGuardians(electionId));
    const asked = rows.filter((row) => sequences?.includes(row.sequence) ?? !row.has_token);
    const made = asked.map((row) => ({ row, ...createToken() }));
    await tx.query(
      setGuardianTokens(electionId, {
        sequences: made.map(({ row }) => row.sequence),
        hashes: made.map(({ hash }) => Buffer.from(hash).toString("hex")),
      }),
    );
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.guardian-tokens-given",
      subject: { type: "election", id: String(electionId) },
      details: { guardians: made.map(({ row }) => row.sequence) },
    });
    return made.map(({ row, token }) => ({
      sequence: row.sequence,
      guardianId: row.guardian_id,
      name: row.name,
      token,
    }));
  });
}

type Replacement = { readonly sequence: number; readonly name: string };

/** Restarts the ceremony and deletes everything that guardians sent. A replaced guardian needs a token. */
export function restartCeremony(
  database: Database,
  {
    name,
    actor,
    reason,
    replace,
  }: ElectionAction & { readonly reason: string; readonly replace?: Replacement | undefined },
): Promise<void> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, name, "alone");
    const { electionId, tenant } = election;
    requireState(election, ["CEREMONY"], "starting the ceremony again");
    if (replace !== undefined && replace.sequence > election.guardianCount)
      throw ceremonyConflict(electionId, `it has no guardian ${String(replace.sequence)}`);
    await tx.query(deleteBackups(electionId));
    await tx.query(clearGuardians(electionId));
    if (replace !== undefined) await tx.query(replaceGuardian({ electionId, ...replace }));
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.ceremony-restarted",
      subject: { type: "election", id: String(electionId) },
      details: { reason, replaced: replace?.sequence ?? null },
    });
  });
}
