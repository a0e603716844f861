/** Reads the kept tasks of an election's phases: as the status of a phase, and as lines of the record. */
import type { Queryable } from "@rota/engine";
import { type AttemptRow, type PhaseTaskRow, selectAttempts, selectPhaseTasks } from "./phase-log.sql.ts";

/** Task of a phase as far as its attempts are. */
export type KeptTask = {
  readonly taskId: bigint;
  readonly taskInstanceId: string;
  readonly type: string;
  readonly isComplete: boolean;
  readonly total: number;
  readonly completed: number;
  /** Percentage, rounded down to a tenth. */
  readonly percent: number;
  readonly createdBy: string | undefined;
  /** Reason why it did not complete. */
  readonly error: string | undefined;
};

/** Returns the tasks of the phases, oldest first. Those that the engine has pruned are as they were when they ended. */
export async function readKeptTasks(on: Queryable, electionId: bigint): Promise<KeptTask[]> {
  return (await on.query(selectPhaseTasks(electionId))).map(toKept);
}

function toKept(row: PhaseTaskRow): KeptTask {
  const isComplete = row.completed === row.chunks;
  // The chunk that follows all others counts once it is there, as in the progress of the engine.
  const planned = row.chunks + Number(row.has_finish);
  const error = row.stopped_at === null ? (row.error ?? undefined) : "it was stopped";
  return {
    taskId: row.task_id,
    taskInstanceId: row.task_instance_id,
    type: row.type,
    isComplete,
    total: isComplete ? planned : row.chunks,
    completed: isComplete ? planned : row.completed,
    percent: isComplete ? 100 : Math.floor((row.completed * 1_000) / planned) / 10,
    createdBy: row.created_by ?? undefined,
    error: isComplete ? undefined : error,
  };
}

/** Task that writes the record, which cannot be in it. */
const RECORD_TASK = "elections.record-assembly";

/** Returns the lines of the worker log: each task with its attempts, oldest first. */
export async function* readWorkerLog(on: Queryable, electionId: bigint): AsyncGenerator<object> {
  for (const row of await on.query(selectPhaseTasks(electionId))) {
    if (row.type === RECORD_TASK) continue;
    const attempts = await on.query(selectAttempts(row.task_id));
    yield {
      task_instance_id: row.task_instance_id,
      type: row.type,
      chunks: row.chunks,
      completed_chunks: row.completed,
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      stopped_at: row.stopped_at?.toISOString() ?? null,
      attempts: attempts.map(attemptLine),
    };
  }
}

function attemptLine(row: AttemptRow) {
  return {
    chunk_number: row.chunk_number,
    attempt: row.attempt,
    status: row.status,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    error_message: row.error_message,
    queue: row.queue,
    pool: row.pool,
    turn: row.turn === null ? null : Number(row.turn),
    turn_at: row.turn_at?.toISOString() ?? null,
    log_entry: row.log_entry === null ? null : Number(row.log_entry),
    log_hash: row.log_hash === null ? null : Buffer.from(row.log_hash).toString("hex"),
  };
}
