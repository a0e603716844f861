/** Tests that lists and views stay cheap with many rows, because they never read a large table completely. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql, sqlScript } from "../database/sql.ts";
import { watchSystem } from "../progress/system-statistics.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { readChanges } from "./read-changes.ts";
import { chunkGrid, getChunk, listChunks } from "./list-chunks.ts";
import { listLanes } from "./list-lanes.ts";
import { listLocks, lockHistory, lockStatistics } from "./list-locks.ts";
import { listQueues } from "./list-queues.ts";
import { queueFairness } from "./queue-fairness.ts";
import { getTask, listTasks } from "./list-tasks.ts";
import { activityHistory, listDispatches } from "./dispatch-history.ts";
import { listWorkers } from "./list-workers.ts";

const MANY = 30_000;
let opened: TestDatabase;
let database: Database;
let work: WorkedQueue;
let taskId: bigint;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
  work = workedQueue(database);
  taskId = await work.submit(20);
  const [first, second] = await work.take(3);
  await work.complete(...(first === undefined ? [] : [first]));
  if (second !== undefined) await work.end(second, "FAIL", { error: { code: "BROKEN", message: "it broke" } });
  await database.query(manyRows(taskId));
  await database.query(
    sqlScript(
      "analyze rota.tasks, rota.chunks, rota.attempts, rota.dispatch_log, rota.lanes, rota.locks, rota.lock_history",
    ),
  );
});
afterAll(() => opened.dispose());

/** Inserts many finished jobs, chunks of the task, attempts, log entries, lanes, held locks and past locks. */
const manyRows = (id: bigint) => sql<never>`
  with job as (
    insert into rota.tasks (queue, tenant, group_name, type, is_job, chunk_count, tenant_lane, group_lane, leaf_lane)
    select queue, 'tenant-' || n % 10, group_name, 'many', true, 1, tenant_lane, group_lane, leaf_lane
      from rota.tasks, generate_series(1, ${MANY}::integer) as n where task_id = ${id}
    returning task_id, queue, leaf_lane
  ), job_chunk as (
    insert into rota.chunks (task_id, number, queue, leaf_lane, position, state, type_id, is_counted, finished_at)
    select task_id, 1, queue, leaf_lane, 1, 'COMPLETED', 0, false, now() from job
  ), chunk as (
    insert into rota.chunks (task_id, number, queue, leaf_lane, position, state, type_id, is_counted)
    select ${id}, n, queue, leaf_lane, n, 'PENDING', 0, true from rota.tasks, generate_series(21, ${MANY}::integer) as n where task_id = ${id}
  ), attempt as (
    insert into rota.attempts (task_id, number, attempt, outcome) select task_id, 1, 1, 'RETRY' from job
  ), entry as (
    insert into rota.dispatch_log (queue, entry, at, turn_count, moment, clock, absorbed_below, changes, leaves, task_ids, numbers, emptied, hash)
    select queue, entry + n, at, turn_count + n, moment + n, clock, absorbed_below, '[]', array[leaves[1]], array[${id}::bigint], array[1], '{}', hash
      from rota.dispatch_log, generate_series(1, ${MANY}::integer) as n
  ), lane as (
    insert into rota.lanes (lane_id, sibling_set, queue, level, name) select n * 4, 4, 'other', 1, 'tenant-' || n from generate_series(1, ${MANY}::integer) as n
  ), lock as (
    insert into rota.locks (key, token, holder, operation, ttl_ms, started_at, expires_at)
    select 'many:' || n, n::text, 'ann', 'TALLY', 1000, now(), now() + interval '1 hour' from generate_series(1, ${MANY}::integer) as n)
  insert into rota.lock_history (key, holder, operation, started_at, outcome)
  select 'many:' || n % 100, 'ann', 'TALLY', now(), 'RELEASED' from generate_series(1, ${MANY}::integer) as n`;

const LARGE = ["tasks", "chunks", "attempts", "dispatch_log", "lanes", "locks", "lock_history"];

/** Counts how often the transaction has read each large table completely. */
async function wholeReads(tx: Queryable): Promise<string[]> {
  const rows = await tx.query(sql<{ name: string; reads: bigint }>`
    select relname as name, seq_scan as reads from pg_stat_xact_user_tables
     where schemaname = ${database.schema} and relname = any (${LARGE}::text[]) order by relname`);
  return rows.map(({ name, reads }) => `${name} ${String(reads)}`);
}

const reads: readonly (readonly [string, (on: Queryable) => Promise<unknown>])[] = [
  ["tasks", (on) => listTasks(on)],
  ["tasks of a tenant", (on) => listTasks(on, { tenant: "tenant-3" })],
  ["tasks of a group", (on) => listTasks(on, { tenant: "ann", group: "g" })],
  ["tasks of a type", (on) => listTasks(on, { type: "count" })],
  ["active tasks", (on) => listTasks(on, { state: "ACTIVE" })],
  ["active tasks with chunks", (on) => listTasks(on, { state: "ACTIVE", kind: "task" })],
  ["failed tasks", (on) => listTasks(on, { state: "FAILED" })],
  ["a task by its key", (on) => listTasks(on, { key: "none" })],
  ["one task", (on) => getTask(on, { task: taskId })],
  ["chunks", (on) => listChunks(on, { taskId })],
  ["chunks that are completed", (on) => listChunks(on, { taskId, state: "COMPLETED" })],
  ["chunks that failed", (on) => listChunks(on, { taskId, state: "FAILED" })],
  ["a grid of chunks", (on) => chunkGrid(on, { taskId })],
  ["one chunk", (on) => getChunk(on, { taskId, number: 2 })],
  ["queues", (on) => listQueues(on)],
  ["queues of a tenant", (on) => listQueues(on, { tenant: "ann" })],
  ["lanes", (on) => listLanes(on, { queue: work.queue })],
  ["fairness", (on) => queueFairness(on, { queue: work.queue })],
  ["turns", (on) => listDispatches(on, { queue: work.queue })],
  ["turns of a tenant", (on) => listDispatches(on, { queue: work.queue, tenant: "bob" })],
  ["activity", (on) => activityHistory(on)],
  ["workers", (on) => listWorkers(on)],
  ["locks", (on) => listLocks(on)],
  ["locks of a holder", (on) => listLocks(on, { holder: "bob" })],
  ["past locks", (on) => lockHistory(on)],
  ["past locks of a key", (on) => lockHistory(on, { key: "many:7" })],
  ["statistics of locks", (on) => lockStatistics(on)],
  ["metrics", (on) => watchSystem(on)],
  ["changes", async (on) => readChanges(on, { after: aMinuteAgo() })],
];

function aMinuteAgo(): string {
  return Buffer.from(JSON.stringify([String((Date.now() - 60_000) * 1_000), ""])).toString("base64url");
}

test.each(reads)("no large table is read completely for %s", async (_, read) => {
  const [before, after] = await database.transaction(async (tx) => {
    const counted = await wholeReads(tx);
    await read(tx);
    return [counted, await wholeReads(tx)];
  });

  expect(after).toEqual(before);
});
