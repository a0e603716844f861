/** Tests that a task announces each of its transitions once, in the transaction that makes it, and nothing that was not asked for. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createEncryptingCodec } from "../codec/encrypting-codec.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { arrangeEvents } from "../outbox/outbox.sql.ts";
import { eraseEvents, pruneAnnouncements } from "../outbox/prune-outbox.ts";
import { selectAnnounced } from "../../test/support/support.sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { settleChunks } from "../worker/settle-chunks.ts";
import { cancelTask, sweepCancelled } from "./change-task.ts";
import type { NewTask } from "./new-task.ts";
import { redriveChunks } from "./redrive-chunks.ts";
import { submitTasks } from "./submit-tasks.ts";
import { ANNOUNCEMENTS } from "./task-event.ts";

/** Returns a row for each statement of this kind that waits for a lock. */
const selectLockWaits = () => sql`
  select from pg_stat_activity where wait_event_type = 'Lock' and query like '%locked_state%' and pid <> pg_backend_pid()`;
const ALL = { announce: ANNOUNCEMENTS };

describe.each(["pglite", "postgres"] as const)("announcements on %s", (on) => {
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

  const eventsOf = async (taskId: bigint) =>
    (await database.query(selectAnnounced())).filter((event) => event.task_id === taskId);
  const typesOf = async (taskId: bigint) => (await eventsOf(taskId)).map(({ type }) => type);
  const lastOf = async (taskId: bigint) => (await eventsOf(taskId)).at(-1)?.data;
  const completeWith = async (taskId: bigint, given: unknown) => {
    const chunk = await work.takeOne();
    expect(chunk.taskId).toBe(taskId);
    await settleChunks(database, {
      owner: "worker-1",
      ended: [{ ...chunk, kind: "completed", result: JSON.stringify(given) }],
    });
  };

  test("a job announces its submission, its start and its result, with its names and times", async () => {
    const job = { ...ALL, isJob: true, taskKey: `own-${work.queue}`, unique: { key: `order-${work.queue}` } };
    const taskId = await work.submit(1, job);
    await completeWith(taskId, { sum: 3 });

    expect(await typesOf(taskId)).toEqual(["task.submitted", "task.started", "task.completed"]);
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/);
    expect(await lastOf(taskId)).toEqual({
      schemaVersion: 1,
      taskId: String(taskId),
      taskKey: `own-${work.queue}`,
      key: `order-${work.queue}`,
      type: "count",
      version: 1,
      queue: work.queue,
      tenant: "ann",
      group: "g",
      chunkCount: 1,
      state: "COMPLETED",
      submittedAt: time,
      finishedAt: time,
      failedChunks: 0,
      result: { sum: 3 },
    });
    expect((await eventsOf(taskId))[0]?.data).toMatchObject({ state: "ACTIVE", key: `order-${work.queue}` });
    expect(await work.taskState(taskId)).toBe("COMPLETED");
  });

  test("a task that announces nothing writes no event, and its job is not counted down", async () => {
    const [job, task] = [await work.submit(1, { isJob: true }), await work.submit(2)];
    await work.complete(...(await work.take()));

    expect([await typesOf(job), await typesOf(task)]).toEqual([[], []]);
    expect(await database.query(sql`select from rota.countdowns where task_id = ${job}`)).toEqual([]);
  });

  test("of the transitions only those that were asked for are announced", async () => {
    const taskId = await work.submit(1, { announce: ["failed"], isJob: true });
    await work.complete(await work.takeOne());

    expect(await typesOf(taskId)).toEqual([]);
  });

  test("a task starts once, however many chunks and attempts it has", async () => {
    const taskId = await work.submit(3, { announce: ["started"] });
    const [first, ...others] = await work.take();
    await work.complete(...others);
    if (first !== undefined) await work.end(first, "RETURN");
    await work.complete(await work.takeOne());

    expect(await typesOf(taskId)).toEqual(["task.started"]);
  });

  test("the last chunk gives the result of a task, after all others", async () => {
    const taskId = await work.submit(2, { announce: ["completed"], hasFinish: true });
    await work.complete(...(await work.take()));
    const before = await typesOf(taskId);
    await completeWith(taskId, "whole");

    expect([before, await lastOf(taskId)]).toMatchObject([[], { result: "whole", chunkCount: 2 }]);
  });

  test("a failure names the first error and is announced after its dead letters, and again after a redrive that fails", async () => {
    const taskId = await work.submit(2, ALL);
    const error = { code: "BROKEN", message: "it broke", stack: "secret path" };
    await work.end(await work.takeOne(), "FAIL", { error });
    await work.complete(await work.takeOne());
    const failed = await eventsOf(taskId);
    await redriveChunks(database, { taskId });
    await work.end(await work.takeOne(), "EXHAUSTED", { error });

    expect(failed.map(({ type }) => type)).toEqual([
      "task.submitted",
      "task.started",
      "chunk.dead_lettered",
      "task.failed",
    ]);
    expect(failed[2]?.data).toMatchObject({ number: 1, attempt: 1, error: { code: "BROKEN", message: "it broke" } });
    expect(failed[3]?.data).toMatchObject({
      state: "FAILED",
      failedChunks: 1,
      error: { code: "BROKEN", message: "it broke", number: 1, attempt: 1 },
    });
    expect(JSON.stringify(failed.map(({ data }) => data))).not.toContain("secret path");
    expect((await typesOf(taskId)).slice(4)).toEqual(["chunk.dead_lettered", "task.failed"]);
  });

  test("a retry announces nothing; a chunk that dies with its worker ends its task once", async () => {
    const taskId = await work.submit(1, { ...ALL, attemptsMax: 1 });
    const chunk = await work.takeOne();
    await work.runAlone(chunk);
    await work.expire(chunk.leaseToken);
    await rescueLeases(database, 1_000);
    const { lost } = await work.complete(chunk);

    expect(lost).toHaveLength(1);
    expect((await typesOf(taskId)).slice(2)).toEqual(["chunk.dead_lettered", "task.failed"]);
    expect(await lastOf(taskId)).toMatchObject({ error: { code: "WORKER_LOST" } });
  });

  test("a cancelled task announces that, and neither its sweep nor its last chunk announces more", async () => {
    const [task, job] = [await work.submit(2, ALL), await work.submit(1, { ...ALL, isJob: true })];
    const [running] = await work.take(1);
    for (const taskId of [task, job]) await cancelTask(database, taskId);
    await cancelTask(database, task);
    await work.take();
    await sweepCancelled(database);
    if (running !== undefined) await work.complete(running);

    expect([await typesOf(task), await typesOf(job)]).toEqual([
      ["task.submitted", "task.started", "task.cancelled"],
      ["task.submitted", "task.cancelled"],
    ]);
    expect(await lastOf(job)).toMatchObject({ state: "CANCELLED" });
  });

  test.skipIf(on === "pglite").each([
    ["is rolled back", "task.completed"],
    ["commits", "task.cancelled"],
  ])(
    "a job that ends while a cancellation is open does not wait for it; when that %s, %s is announced",
    async (_, end) => {
      const jobs = await Promise.all(["completed", "cancelled"].map(() => work.submit(1, { ...ALL, isJob: true })));
      const [taskId = 0n] = jobs;
      const chunks = await work.take();
      const over = database.transaction(async (tx) => {
        await cancelTask(tx, taskId);
        await work.complete(...chunks);
        expect((await Promise.all(jobs.map(typesOf))).map((types) => types.length)).toEqual([2, 3]);
        if (end === "task.completed") throw new Error("no");
      });
      await (end === "task.completed" ? expect(over).rejects.toThrow("no") : over);
      await rescueLeases(database, 1_000);
      await rescueLeases(database, 1_000);

      expect((await typesOf(taskId)).slice(2)).toEqual([end]);
      expect(await database.query(sql`select from rota.left_announcements`)).toEqual([]);
    },
  );

  test.skipIf(on === "pglite")(
    "a cancellation that waits for the end of a job is refused, and only the end is announced",
    async () => {
      const taskId = await work.submit(1, { ...ALL, isJob: true });
      const chunk = await work.takeOne();
      const cancelled = await database.transaction(async (tx) => {
        await settleChunks(tx, { owner: "worker-1", ended: [{ ...chunk, kind: "completed", result: undefined }] });
        const waiting = cancelTask(database, taskId).catch((error: unknown) => error);
        await vi.waitUntil(async () => (await database.query(selectLockWaits())).length > 0, {
          timeout: 20_000,
          interval: 10,
        });
        return { waiting };
      });

      expect(await cancelled.waiting).toMatchObject({ code: "TASK_FINISHED" });
      expect((await typesOf(taskId)).slice(2)).toEqual(["task.completed"]);
    },
  );

  test("a parent announces its end after its children, and fails without an error of its own when only a child failed", async () => {
    const parentId = await work.submit(1, ALL);
    const parentChunk = await work.takeOne();
    const childId = await work.submit(1, { ...ALL, parentId, isJob: true });
    await work.complete(parentChunk);
    const before = (await typesOf(parentId)).length;
    await work.end(await work.takeOne(), "FAIL", { error: { code: "BROKEN", message: "it broke" } });

    expect(before).toBe(2);
    expect((await typesOf(childId)).at(-1)).toBe("task.failed");
    expect(await lastOf(parentId)).toMatchObject({ state: "FAILED", failedChunks: 0, error: null });
  });

  test("a submission or an end that is rolled back announces nothing", async () => {
    const before = await database.query(selectAnnounced());
    const rolledBack = database.transaction(async (tx) => {
      await submitTasks(tx, [taskOf({ ...ALL })]);
      throw new Error("no");
    });

    await expect(rolledBack).rejects.toThrow("no");
    expect(await database.query(selectAnnounced())).toEqual(before);
  });

  test("a result that is large or encoded is not in the event, which says where it is", async () => {
    const large = await work.submit(1, { announce: ["completed"], isJob: true });
    await completeWith(large, "x".repeat(20_000));
    const codec = createEncryptingCodec({ keys: { a: Buffer.alloc(32, 1) }, current: "a" });
    const [encoded] = await submitTasks(database, [taskOf({ announce: ["completed"] })], { codec });
    await completeWith(encoded?.taskId ?? 0n, "secret");

    for (const taskId of [large, encoded?.taskId ?? 0n]) {
      const data = await lastOf(taskId);
      expect(data).toMatchObject({ resultAt: `/v1/tasks/${String(taskId)}/result` });
      expect(data).not.toHaveProperty("result");
    }
  });

  test("what is no list of transitions is refused", async () => {
    const announce: unknown = ["ended"];
    const refused = submitTasks(database, [Object.assign(taskOf({}), { announce })]);
    await expect(refused).rejects.toMatchObject({ code: "TASK_INVALID", details: { field: "announce" } });
  });

  test("where no relay runs, old events are deleted and others stay", async () => {
    const taskId = await work.submit(1, ALL);
    await pruneAnnouncements(database, { olderThanMs: 3_600_000 });
    const kept = await typesOf(taskId);
    await pruneAnnouncements(database, { olderThanMs: 0 });

    expect([kept, await typesOf(taskId)]).toEqual([["task.submitted"], []]);
  });

  test("where no relay runs, the events of a tenant are erased, with and without a position, and those of others stay", async () => {
    const erased = await work.submit(1, { ...ALL, tenant: "erased" });
    const placed = await work.submit(1, { ...ALL, tenant: "erased" });
    const other = await work.submit(1, ALL);
    await database.query(arrangeEvents(1_000));
    const arrived = await work.submit(1, { ...ALL, tenant: "erased" });

    expect(await eraseEvents(database, { tenant: "erased" })).toBe(3);
    expect(await Promise.all([erased, placed, arrived, other].map(typesOf))).toEqual([[], [], [], ["task.submitted"]]);
  });

  function taskOf(more: Partial<NewTask>): NewTask {
    return { queue: work.queue, tenant: "ann", group: "g", type: "count", chunks: [{ payload: 1 }], ...more };
  }
});
