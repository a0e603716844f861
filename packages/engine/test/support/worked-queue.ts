/** Runs the steps of a worker on a queue one by one, for tests of the outcomes of work. */
import type { Database } from "../../src/database/database.ts";
import { type TakenChunk, takeTurns } from "../../src/fairness/take-turns.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import type { DecidedOutcome } from "../../src/tasks/outcome.ts";
import type { AttemptOutcome } from "../../src/worker/observe-attempts.ts";
import { type EndedChunk, type LeasedChunk, settleChunks } from "../../src/worker/settle-chunks.ts";
import { runAlone } from "../../src/worker/worker.sql.ts";
import * as statements from "./support.sql.ts";

export type WorkedQueue = ReturnType<typeof workedQueue>;

let queueCount = 0;

export function workedQueue(database: Database) {
  const queue = `queue-${String(++queueCount)}`;
  return { queue, ...stepsOf(database, queue), ...readsOf(database, queue) };
}

function stepsOf(database: Database, queue: string) {
  const take = (limit = 100, owner = "worker-1"): Promise<TakenChunk[]> =>
    takeTurns(database, { queue, limit, owner, leaseMs: 60_000 });
  const settle = (ended: readonly EndedChunk[]) => settleChunks(database, { owner: "worker-1", ended });
  return {
    /** Submits a task with `chunkCount` chunks, which is not a job unless `more` says so. */
    submit: async (chunkCount: number, more: Partial<NewTask> = {}): Promise<bigint> => {
      const chunks = Array.from({ length: chunkCount }, (_, index) => ({ payload: index + 1 }));
      const task = { queue, tenant: "ann", group: "g", type: "count", isJob: false, chunks, ...more };
      const [submitted] = await submitTasks(database, [task]);
      return known(submitted).taskId;
    },
    take,
    takeOne: async (owner = "worker-1"): Promise<TakenChunk> => known((await take(1, owner))[0]),
    complete: (...chunks: readonly LeasedChunk[]) =>
      settle(chunks.map((chunk) => ({ ...chunk, ...outcomeNamed("COMPLETED") }))),
    /** Ends an attempt with the outcome of this name. */
    end: (chunk: LeasedChunk, name: AttemptOutcome, details: OutcomeDetails = {}) =>
      settle([{ ...chunk, ...outcomeNamed(name, details) }]),
    runAlone: (chunk: LeasedChunk) => database.query(runAlone(chunk)),
    fallDue: (taskId: bigint) => database.query(statements.fallDue(taskId)),
    expire: (leaseToken: bigint) => database.query(statements.expireLease(leaseToken)),
  };
}

export type OutcomeDetails = { readonly delayMs?: number; readonly error?: unknown };

/** Returns the outcome with this name in the history of attempts. */
export function outcomeNamed(name: AttemptOutcome, { delayMs = 0, error }: OutcomeDetails = {}): DecidedOutcome {
  switch (name) {
    case "COMPLETED":
      return { kind: "completed", result: undefined };
    case "RETRY":
      return { kind: "retry", delayMs, error };
    case "SNOOZE":
      return { kind: "snooze", afterMs: delayMs, reason: "it is too early", code: "SNOOZED" };
    case "EXHAUSTED":
      return { kind: "exhausted", error };
    case "FAIL":
      return { kind: "fail", error };
    case "RETURN":
      return { kind: "return" };
  }
}

function readsOf(database: Database, queue: string) {
  return {
    chunk: async (taskId: bigint, number = 1) =>
      known((await database.query(statements.selectChunkFacts({ taskId, number })))[0]),
    chunkStates: async (taskId: bigint) =>
      (await database.query(statements.selectChunkStates(taskId))).map(({ state }) => state),
    taskState: async (taskId: bigint) => known((await database.query(statements.selectState(taskId)))[0]).state,
    history: async (taskId: bigint, number = 1) => {
      const rows = await database.query(statements.selectAttempts({ taskId, number }));
      return rows.map(({ attempt, outcome }) => `${String(attempt)} ${outcome}`);
    },
    leaseCount: async () => (await database.query(statements.selectLeases(queue))).length,
  };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing came back");
  return value;
}
