/** A queue on a database and what workers do to it, step by step, for tests of how work ends. */
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { takeTurns, type TakenChunk } from "../fairness/take-turns.ts";
import type { NewTask } from "../tasks/new-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { settleChunks, type LeasedChunk, type UnfinishedChunk } from "../worker/settle-chunks.ts";
import { runAlone as runAloneRow } from "../worker/worker.sql.ts";

export type WorkedQueue = ReturnType<typeof workedQueue>;

let queueCount = 0;

export function workedQueue(database: Database) {
  const queue = `queue-${String(++queueCount)}`;

  /** A task of so many chunks. One that is a child or has one more chunk at the end is asked for in `more`. */
  const submit = async (chunkCount: number, more: Partial<NewTask> = {}): Promise<bigint> => {
    const chunks = Array.from({ length: chunkCount }, (_, index) => ({ payload: index + 1 }));
    const task = { queue, tenant: "ann", group: "g", type: "count", isJob: false, chunks, ...more };
    const [submitted] = await submitTasks(database, [task]);
    return known(submitted).taskId;
  };
  const take = (limit = 100, owner = "worker-1"): Promise<TakenChunk[]> =>
    takeTurns(database, { queue, limit, owner, leaseMs: 60_000 });
  const takeOne = async (owner = "worker-1"): Promise<TakenChunk> => known((await take(1, owner))[0]);
  const complete = (...completed: readonly LeasedChunk[]) => settleChunks(database, { owner: "worker-1", completed });
  const end = (chunk: LeasedChunk, outcome: UnfinishedChunk["outcome"], more: Partial<UnfinishedChunk> = {}) =>
    settleChunks(database, { owner: "worker-1", unfinished: [{ ...chunk, outcome, ...more }] });
  const runAlone = (chunk: LeasedChunk) => database.query(runAloneRow(chunk));
  /** As if the delay of a retry or a snooze had passed. */
  const fallDue = (taskId: bigint) =>
    database.query(
      sql`update rota.chunks set due_at = clock_timestamp() where task_id = ${taskId} and state = 'SCHEDULED'`,
    );
  const expire = (leaseToken: bigint) =>
    database.query(
      sql`update rota.leases set expires_at = clock_timestamp() - interval '1 second' where lease_token = ${leaseToken}`,
    );

  const chunk = async (taskId: bigint, number = 1): Promise<ChunkFacts> => {
    const rows = await database.query(sql<ChunkFacts>`
      select state, attempt, is_suspect, lease_token is not null as is_leased, payload, result, last_error
        from rota.chunks where task_id = ${taskId} and number = ${number}`);
    return known(rows[0]);
  };
  const chunkStates = async (taskId: bigint): Promise<string[]> => {
    const rows = await database.query(
      sql<{ state: string }>`select state from rota.chunks where task_id = ${taskId} order by number`,
    );
    return rows.map(({ state }) => state);
  };
  const taskState = async (taskId: bigint): Promise<string> => {
    const rows = await database.query(
      sql<{ state: string }>`select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`,
    );
    return known(rows[0]).state;
  };
  const history = async (taskId: bigint, number = 1): Promise<string[]> => {
    const rows = await database.query(
      sql<{ attempt: number; outcome: string }>`
        select attempt, outcome from rota.attempts where task_id = ${taskId} and number = ${number} order by attempt_id`,
    );
    return rows.map(({ attempt, outcome }) => `${String(attempt)} ${outcome}`);
  };
  const leaseCount = async (): Promise<number> =>
    (await database.query(sql`select from rota.leases where queue = ${queue}`)).length;

  return {
    queue,
    submit,
    take,
    takeOne,
    complete,
    end,
    runAlone,
    fallDue,
    expire,
    chunk,
    chunkStates,
    taskState,
    history,
    leaseCount,
  };
}

export type ChunkFacts = {
  state: string;
  attempt: number;
  is_suspect: boolean;
  is_leased: boolean;
  payload: unknown;
  result: unknown;
  last_error: unknown;
};

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing came back");
  return value;
}
