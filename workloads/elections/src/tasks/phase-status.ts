/** Reports the progress of a phase, the holder of its lock and the reason of a failure, and stops a running phase. */
import { cancelTask, type Engine, getTask, isRotaError, type Queryable } from "@rota/engine";
import { getTaskProgress } from "@rota/engine/admin";
import { selectLatestTask } from "../store/decryption.sql.ts";
import {
  guardianNumbered,
  type PhaseElection,
  readPhaseElection,
  readPhaseGuardians,
} from "../store/phase-election.ts";
import { readKeptTasks } from "../store/phase-log.ts";
import { markStopped } from "../store/phase-log.sql.ts";
import { combineDecryption } from "./combine-decryption.ts";
import { compensatedDecryption } from "./compensated-decryption.ts";
import { partialDecryption } from "./partial-decryption.ts";
import {
  combineLock,
  credentialKey,
  decryptionLock,
  groupOfElection,
  noteAction,
  tallyLock,
  type Work,
  workLabel,
} from "./phase-work.ts";
import { type PhaseStart, tallyCreation } from "./tally-creation.ts";
import { tallyMerge } from "./tally-merge.ts";

export type PhaseStatus = {
  readonly status: "not_started" | "in_progress" | "completed" | "failed";
  readonly totalChunks: number;
  readonly processedChunks: number;
  readonly failedChunks: number;
  /** Percentage with one decimal. */
  readonly progressPercentage: number;
  readonly createdBy: string | undefined;
  readonly isLocked: boolean;
  readonly lockHeldBy: string | undefined;
  readonly lockStartTime: Date | undefined;
  /** Measured from the completed chunks and the time since the start; undefined before the first one and after the end. */
  readonly expectedEndTime: Date | undefined;
  /** Reason of the failure or of the wait. */
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

/**
 * Returns the status of the tally. The tally is over when the sums are merged, so errors of merging are reported here.
 */
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

/** Status request. `isOver` is whether the work after the chunks is done too; undefined when there is none. */
type Wanted = { work: Work; type: string; lock: string | undefined; isOver?: boolean | undefined };

async function statusOf(
  engine: Engine,
  election: PhaseElection,
  { work, type, lock, isOver }: Wanted,
): Promise<PhaseStatus> {
  const { database, locks } = engine;
  const held = lock === undefined ? undefined : await locks.inspect(lock);
  const locking = {
    isLocked: held !== undefined,
    lockHeldBy: held?.holder,
    lockStartTime: held?.startedAt,
    expectedEndTime: held?.expectedEndAt,
  };
  const place = { tenant: election.tenant, group: groupOfElection(election.electionId), type, label: workLabel(work) };
  const [row] = await database.query(selectLatestTask(place));
  if (row === undefined) return { ...(await keptStatus(database, election, { work, type, lock, isOver })), ...locking };
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

/** Returns the status of a phase whose task was pruned, which is what it was when the task ended. */
async function keptStatus(
  on: Queryable,
  { electionId }: PhaseElection,
  { work, type, isOver }: Wanted,
): Promise<Omit<PhaseStatus, "isLocked" | "lockHeldBy" | "lockStartTime" | "expectedEndTime">> {
  const kept = await readKeptTasks(on, electionId);
  const task = kept.findLast((one) => one.type === type && one.taskInstanceId.startsWith(`${workLabel(work)}_`));
  if (task === undefined) return NOT_STARTED;
  return {
    status: !task.isComplete ? "failed" : (isOver ?? true) ? "completed" : "in_progress",
    totalChunks: task.total,
    processedChunks: task.completed,
    failedChunks: task.total - task.completed,
    progressPercentage: task.percent,
    createdBy: task.createdBy,
    errorMessage: task.error,
  };
}

function messageOf(error: unknown): string | undefined {
  const isError = typeof error === "object" && error !== null && "message" in error;
  return isError && typeof error.message === "string" ? error.message : undefined;
}

/** A phase that can be stopped; for decryption by workers, with the number of the guardian. */
export type StoppablePhase =
  | { readonly phase: "tally" }
  | { readonly phase: "decryption"; readonly guardian: number }
  | { readonly phase: "combine" };

/**
 * Stops a phase and returns whether something was running. A guardian's credential is deleted and must be sent again.
 */
export async function stopPhase(
  engine: Engine,
  { electionId, tenant, by }: PhaseStart,
  stopped: StoppablePhase,
): Promise<boolean> {
  const election = await readPhaseElection(engine.database, electionId, tenant);
  if (stopped.phase === "decryption") await engine.secrets.drop(credentialKey(electionId, stopped.guardian));
  const works = await worksOf(engine, election, stopped);
  const ends: boolean[] = [];
  for (const work of works) ends.push(await stopWork(engine, election, work));
  const isStopped = ends.includes(true);
  if (isStopped) await noteAction(engine.database, election, { by, action: `election.${stopped.phase}-stopped` });
  return isStopped;
}

type TypedWork = { readonly work: Work; readonly type: string };

async function worksOf(
  { database }: Engine,
  { electionId }: PhaseElection,
  stopped: StoppablePhase,
): Promise<TypedWork[]> {
  switch (stopped.phase) {
    case "tally":
      return [
        { work: { phase: "TALLY", electionId }, type: tallyCreation.name },
        { work: { phase: "MERGE", electionId }, type: tallyMerge.name },
      ];
    case "combine":
      return [{ work: { phase: "COMBINE", electionId }, type: combineDecryption.name }];
    case "decryption": {
      const { guardian } = stopped;
      const guardians = await readPhaseGuardians(database, electionId);
      guardianNumbered(guardians, guardian);
      const missing = guardians.filter((other) => other.missing !== undefined);
      const { name: type } = compensatedDecryption;
      return [
        { work: { phase: "PARTIAL_DECRYPT", electionId, guardian }, type: partialDecryption.name },
        ...missing.map(({ public: { sequence } }) => ({
          work: { phase: "COMPENSATED_DECRYPT", electionId, guardian, missing: sequence } as const,
          type,
        })),
      ];
    }
  }
}

/** Cancels a task. Finished work is not changed. */
async function stopWork({ database }: Engine, election: PhaseElection, { work, type }: TypedWork): Promise<boolean> {
  const { tenant, electionId } = election;
  const place = { tenant, group: groupOfElection(electionId), type, label: workLabel(work) };
  const [task] = await database.query(selectLatestTask(place));
  if (task === undefined) return false;
  try {
    return await database.transaction(async (tx) => {
      const isStopped = await cancelTask(tx, task.task_id);
      if (isStopped) await tx.query(markStopped(electionId, task.task_id));
      return isStopped;
    });
  } catch (error) {
    if (isRotaError(error, "TASK_FINISHED")) return false;
    throw error;
  }
}
