/** Tests of deleting old work: it is deleted completely, and nothing that is still needed is deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { json, sql } from "../database/sql.ts";
import { auditQueue } from "../fairness/audit-queue.ts";
import { createProgressReporter } from "../progress/progress-reporter.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { redriveChunks } from "../tasks/redrive-chunks.ts";
import { redriveChunkRows } from "../tasks/tasks.sql.ts";
import { cancelTask, sweepCancelled } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { createRetentionLoop, pruneFinished } from "./retention-loop.ts";

const DAY_MS = 86_400_000;

describe.each(["pglite", "postgres"] as const)("pruning on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  /** Lets a claim absorb the remaining changes, as any worker does all the time. */
  const absorb = () => work.take(1);
  const prune = (olderThanMs = 0, batch?: number) =>
    pruneFinished(database, { olderThanMs, ...(batch === undefined ? {} : { batch }) });
  /** Returns the number of rows about a task, by table. */
  const rowsOf = async (taskId: bigint): Promise<Record<string, number>> => {
    const rows = await database.query(sql<{ name: string; rows: number }>`
      select name, count(*)::integer as rows
        from (select 'tasks' as name from rota.tasks where task_id = ${taskId}
              union all select 'chunks' from rota.chunks where task_id = ${taskId}
              union all select 'attempts' from rota.attempts where task_id = ${taskId}
              union all select 'countdowns' from rota.countdowns where task_id = ${taskId}
              union all select 'task_submitters' from rota.task_submitters where task_id = ${taskId}
              union all select 'task_keys' from rota.task_keys where task_id = ${taskId}
              union all select 'pruned_tasks' from rota.pruned_tasks where task_id = ${taskId}
              union all select 'chunk_progress' from rota.chunk_progress where task_id = ${taskId}) as found
       group by 1`);
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  };

  test("a task is deleted with its chunks, attempts, countdown, key and submitter, in as many steps as its size needs", async () => {
    const unique = { key: work.queue } as const;
    const taskId = await work.submit(7, { unique, submittedBy: "ann" });
    const [failed, ...others] = await work.take();
    if (failed !== undefined) await work.end(failed, "FAIL", { error: { code: "BROKEN" } });
    await work.complete(...others);
    await absorb();
    const before = await rowsOf(taskId);

    const pruned = await prune(0, 3);
    const again = await work.submit(7, { unique });

    expect(before).toEqual({ tasks: 1, chunks: 7, attempts: 1, countdowns: 1, task_keys: 1, task_submitters: 1 });
    expect(pruned).toEqual({ tasks: 1, chunks: 7 });
    expect(await rowsOf(taskId)).toEqual({});
    expect(again).not.toBe(taskId);
    expect((await auditQueue(database, { queue: work.queue })).difference).toBeUndefined();
  });

  test("jobs are deleted when their chunk has ended, cancelled work when it was swept", async () => {
    const job = { isJob: true } as const;
    const jobs = [await work.submit(1, job), await work.submit(1, job), await work.submit(1, job)];
    const [done, failed] = await work.take(2);
    if (done !== undefined) await work.complete(done);
    if (failed !== undefined) await work.end(failed, "FAIL");
    const cancelled = await work.submit(2);
    await cancelTask(database, cancelled);
    const cancelledJob = jobs.find((id) => id !== done?.taskId && id !== failed?.taskId) ?? 0n;
    await cancelTask(database, cancelledJob);
    const early = await prune();
    await absorb();
    await sweepCancelled(database);
    await absorb();

    const late = await prune();

    expect(early.tasks).toBeLessThanOrEqual(2);
    expect(early.tasks + late.tasks).toBe(4);
    for (const taskId of [...jobs, cancelled]) expect(await rowsOf(taskId)).toEqual({});
  });

  test("work that waits, runs or ended lately stays", async () => {
    const [waiting, running, ended] = [await work.submit(1), await work.submit(1), await work.submit(1)];
    const later = await work.submit(1, { isJob: true, chunks: [{ dueAt: new Date(Date.now() + DAY_MS) }] });
    const taken = await work.take();
    await work.complete(...taken.filter(({ taskId }) => taskId === ended));
    await work.end(
      taken.find(({ taskId }) => taskId === waiting) ?? { taskId: 0n, number: 0, leaseToken: 0n },
      "RETURN",
    );

    const recent = await prune(DAY_MS);
    await prune();

    expect(recent).toEqual({ tasks: 0, chunks: 0 });
    for (const taskId of [waiting, running, later]) expect(await rowsOf(taskId)).toMatchObject({ tasks: 1, chunks: 1 });
  });

  test("a child stays as long as its parent, which may read its result", async () => {
    const parent = await work.submit(1);
    const child = await work.submit(1, { parentId: parent });
    const taken = await work.take();
    await work.complete(...taken.filter(({ taskId }) => taskId === child));
    await absorb();
    await prune();
    const whileWaiting = await rowsOf(child);
    await work.complete(...taken.filter(({ taskId }) => taskId === parent));
    await absorb();

    await prune();
    await prune();

    expect(whileWaiting).toMatchObject({ tasks: 1, chunks: 1 });
    expect([await rowsOf(parent), await rowsOf(child)]).toEqual([{}, {}]);
  });

  test("a task with a pending change of lanes stays until a claim has absorbed it", async () => {
    const taskId = await work.submit(2, { maxInFlight: 1 });
    await work.complete(...(await work.take()));
    await work.complete(...(await work.take()));
    await prune();
    const before = await rowsOf(taskId);
    await absorb();

    await prune();

    expect(before).toMatchObject({ tasks: 1, chunks: 2 });
    expect(await rowsOf(taskId)).toEqual({});
    expect((await auditQueue(database, { queue: work.queue })).difference).toBeUndefined();
  });

  test("a throttle is kept for its whole window, whatever is pruned", async () => {
    const unique = { key: work.queue, mode: "throttle", windowMs: DAY_MS } as const;
    const taskId = await work.submit(1, { isJob: true, unique });
    await work.complete(await work.takeOne());
    await absorb();

    await prune();

    expect(await work.submit(1, { isJob: true, unique })).toBe(taskId);
  });

  test("a failed task can be retried until it is pruned, and is never half deleted", async () => {
    const taskId = await work.submit(3);
    for (const chunk of await work.take()) await work.end(chunk, "FAIL");
    await redriveChunks(database, { taskId });
    await absorb();
    await prune();
    const open = await rowsOf(taskId);
    for (const chunk of await work.take()) await work.end(chunk, "FAIL");
    await work.end((await chunkLeft(taskId)) ?? { taskId, number: 1, leaseToken: 0n }, "FAIL");
    await absorb();

    await prune(0, 1);

    expect(open).toMatchObject({ tasks: 1, chunks: 3 });
    expect(await rowsOf(taskId)).toEqual({});
    await expect(redriveChunks(database, { taskId })).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  test("the loop deletes what is older than its limit, and what was reported under ended leases", async () => {
    const clock = createHeldClock();
    const reporter = createProgressReporter({ database, logger: silentLogger, clock });
    const taskId = await work.submit(1);
    const chunk = await work.takeOne();
    reporter.report(chunk, { done: 1, total: 2 });
    await clock.advance(0);
    await reporter.close();
    const reported = await rowsOf(taskId);
    await work.complete(chunk);
    const loop = (retentionMs: number) =>
      createRetentionLoop({
        database,
        logger: silentLogger,
        retentionMs,
        logRetentionMs: DAY_MS,
        outboxRetentionMs: DAY_MS,
      });

    for (const retentionMs of [0, DAY_MS]) await loop(retentionMs).runOnce();

    expect(reported).toMatchObject({ chunk_progress: 1, tasks: 1 });
    expect(await rowsOf(taskId)).toEqual({ tasks: 1, chunks: 1, countdowns: 1 });
  });

  test("options that make no sense are refused", async () => {
    await expect(prune(-1)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    await expect(prune(0, 0)).rejects.toThrow(/batch \(0\)/);
  });

  /** Returns the chunk that the absorbing claim took. */
  async function chunkLeft(taskId: bigint) {
    const [row] = await database.query(sql<{ number: number; lease_token: bigint }>`
      select number, lease_token from rota.chunks where task_id = ${taskId} and state = 'PROCESSING'`);
    return row === undefined ? undefined : { taskId, number: row.number, leaseToken: row.lease_token };
  }
});

describe("others at the same time", () => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;

  beforeAll(async () => {
    opened = await openTestDatabase({ on: "postgres" });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  test("a task whose key another process is submitting stays, and nothing waits", async () => {
    const unique = { key: "held" } as const;
    const taskId = await work.submit(1, { isJob: true, unique });
    await work.complete(await work.takeOne());
    await work.take();
    const task = { queue: work.queue, tenant: "ann", group: "g", type: "count", unique, chunks: [{ payload: 1 }] };

    const held = await database.transaction(async (tx) => {
      const [submitted] = await submitTasks(tx, [task]);
      const pruned = await pruneFinished(database, { olderThanMs: 0 });
      return { taskId: submitted?.taskId, pruned };
    });
    const after = await pruneFinished(database, { olderThanMs: 0 });

    expect(held).toEqual({ taskId, pruned: { tasks: 0, chunks: 0 } });
    expect(after).toEqual({ tasks: 1, chunks: 1 });
  });

  test("a job that another process is redriving stays, and runs again", async () => {
    const taskId = await work.submit(1, { isJob: true });
    await work.end(await work.takeOne(), "FAIL");
    await work.take();
    const which = json({ task_id: String(taskId) });

    const pruned = await database.transaction(async (tx) => {
      await tx.query(redriveChunkRows({ which, before: new Date(Date.now() + DAY_MS), limit: 10 }));
      return pruneFinished(database, { olderThanMs: 0 });
    });

    expect(pruned).toEqual({ tasks: 0, chunks: 0 });
    expect(await pruneFinished(database, { olderThanMs: 0 })).toEqual({ tasks: 0, chunks: 0 });
    expect(await work.takeOne()).toMatchObject({ taskId });
  });

  test("several passes at once delete everything once", async () => {
    const jobs = Array.from({ length: 60 }, (_, index) => ({ payload: index }));
    await submitTasks(
      database,
      jobs.map((chunk) => ({ queue: work.queue, tenant: "ann", group: "g", type: "count", chunks: [chunk] })),
    );
    await work.complete(...(await work.take()));
    await work.take();

    const passes = await Promise.all([3, 7, 20].map((batch) => pruneFinished(database, { olderThanMs: 0, batch })));
    const rest = await pruneFinished(database, { olderThanMs: 0 });

    const sum = (field: "tasks" | "chunks") => [...passes, rest].reduce((total, pass) => total + pass[field], 0);
    expect([sum("tasks"), sum("chunks")]).toEqual([60, 60]);
  });
});
