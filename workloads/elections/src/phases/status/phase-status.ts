/** Says how far a phase is, who holds its lock, and why it failed. */
import { getTask, getTaskProgress, type Engine } from "@rota/engine";
import { combineDecryption } from "../../tasks/results/combine-decryption.ts";
import { partialDecryption } from "../../tasks/decryption/partial-decryption.ts";
import { tallyCreation } from "../../tasks/tally/tally-creation.ts";
import { tallyMerge } from "../../tasks/tally/tally-merge.ts";
import { selectLatestTask } from "../decryption/decryption.sql.ts";
import type { PhaseElection } from "../phase-election.ts";
import { combineLock, decryptionLock, groupOfElection, tallyLock, workLabel, type Work } from "../plan/work-key.ts";

export type PhaseStatus = {
  readonly status: "not_started" | "in_progress" | "completed" | "failed";
  readonly totalChunks: number;
  readonly processedChunks: number;
  readonly failedChunks: number;
  /** With one decimal. */
  readonly progressPercentage: number;
  readonly createdBy: string | undefined;
  readonly isLocked: boolean;
  readonly lockHeldBy: string | undefined;
  readonly lockStartTime: Date | undefined;
  /** Why it failed or what it waits for. */
  readonly errorMessage: string | undefined;
};

const NOT_STARTED = {
  status: "not_started",
  totalChunks: 0,
  processedChunks: 0,
  failedChunks: 0,
  progressPercentage: 0,
  createdBy: undefined,
  errorMessage: undefined,
} as const;

/** It is over when the sums are merged: what goes wrong there is told here. */
export async function tallyStatus(engine: Engine, election: PhaseElection): Promise<PhaseStatus> {
  const { electionId, state } = election;
  const isOver = !["CLOSED", "TALLYING"].includes(state);
  const work = { phase: "TALLY", electionId } as const;
  const lock = tallyLock(electionId);
  const status = await statusOf(engine, election, { work, type: tallyCreation.name, lock, isOver });
  if (isOver || status.status !== "in_progress") return status;
  const merging = { work: { phase: "MERGE", electionId }, type: tallyMerge.name, lock: undefined } as const;
  const merge = await statusOf(engine, election, merging);
  return merge.status === "failed" ? { ...status, status: "failed", errorMessage: merge.errorMessage } : status;
}

export function decryptionStatus(engine: Engine, election: PhaseElection, guardian: number): Promise<PhaseStatus> {
  const { electionId } = election;
  const work = { phase: "PARTIAL_DECRYPT", electionId, guardian } as const;
  const lock = decryptionLock(electionId, guardian);
  return statusOf(engine, election, { work, type: partialDecryption.name, lock });
}

export function combineStatus(engine: Engine, election: PhaseElection): Promise<PhaseStatus> {
  const { electionId, state } = election;
  const work = { phase: "COMBINE", electionId } as const;
  const isOver = state === "DECRYPTED";
  return statusOf(engine, election, { work, type: combineDecryption.name, lock: combineLock(electionId), isOver });
}

/** `isOver` says whether what follows the chunks is done too; undefined: nothing does. */
type Wanted = { work: Work; type: string; lock: string | undefined; isOver?: boolean };

async function statusOf(
  engine: Engine,
  election: PhaseElection,
  { work, type, lock, isOver }: Wanted,
): Promise<PhaseStatus> {
  const { database, locks } = engine;
  const held = lock === undefined ? undefined : await locks.inspect(lock);
  const locking = { isLocked: held !== undefined, lockHeldBy: held?.holder, lockStartTime: held?.startedAt };
  const place = { tenant: election.tenant, group: groupOfElection(election.electionId), type, label: workLabel(work) };
  const [row] = await database.query(selectLatestTask(place));
  if (row === undefined) return { ...NOT_STARTED, ...locking };
  const { state, total, chunks, percent, failures, waiting } = await getTaskProgress(database, row.task_id);
  const { submittedBy } = await getTask(database, { task: row.task_id });
  const failedChunks = chunks.FAILED.count + chunks.DEAD_LETTER.count + chunks.CANCELLED.count;
  const isDone = state === "COMPLETED" && (isOver ?? true);
  const hasFailed = state === "FAILED" || state === "CANCELLED";
  return {
    status: isDone ? "completed" : hasFailed ? "failed" : "in_progress",
    totalChunks: total,
    processedChunks: Math.min(total, chunks.COMPLETED.count),
    failedChunks,
    progressPercentage: Math.round(percent * 10) / 10,
    createdBy: submittedBy,
    errorMessage: state === "CANCELLED" ? "it was stopped" : (messageOf(failures[0]?.error) ?? waiting[0]?.reason),
    ...locking,
  };
}

function messageOf(error: unknown): string | undefined {
  const isError = typeof error === "object" && error !== null && "message" in error;
  return isError && typeof error.message === "string" ? error.message : undefined;
}
