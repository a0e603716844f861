/** Workers and users that settle, cancel and submit at the same moment; PGlite has one connection and is left out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { endLeftTasks } from "../leases/leases.sql.ts";
import { cancelTask, sweepCancelled } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { completeChunks, settleChunks } from "./settle-chunks.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const RACES = IS_LONG ? 1_000 : 150;
const ROUNDS = IS_LONG ? 50 : 5;

/** Chunks of one task, or of tasks that were submitted one after the other. */
function pairsByTask(taken: readonly TakenChunk[]): readonly TakenChunk[][] {
  const sorted = [...taken].sort((a, b) => Number(a.taskId - b.taskId));
  return Array.from({ length: sorted.length / 2 }, (_, index) => sorted.slice(2 * index, 2 * index + 2));
}

describe("settling at once", () => {
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

  /** How often each task has a chunk of this number. */
  const countChunks = async (number: number) =>
    database.query(
      sql<{ chunks: number; tasks: number }>`
        select count(*)::integer as chunks, count(distinct task_id)::integer as tasks
          from rota.chunks where queue = ${work.queue} and number = ${number}`,
    );

  test("two settlers of the last two chunks open what follows once, each time", async () => {
    const task = { queue: work.queue, tenant: "ann", group: "g", type: "count", hasFinish: true, chunks: [{}, {}] };
    await submitTasks(
      database,
      Array.from({ length: RACES }, () => task),
    );
    const taken = await work.take(1_000);
    for (let rest = taken.length; rest < 2 * RACES; rest = taken.length) taken.push(...(await work.take(1_000)));

    for (const pair of pairsByTask(taken)) await Promise.all(pair.map((chunk) => completeChunks(database, [chunk])));

    expect(await countChunks(3)).toEqual([{ chunks: RACES, tasks: RACES }]);
  });

  test("two settlers of the last two children end their parent, each time", async () => {
    const roots = await submitTasks(
      database,
      Array.from({ length: RACES / 3 }, () => ({
        queue: work.queue,
        tenant: "ann",
        group: "g",
        type: "count",
        hasFinish: true,
        isJob: false,
        chunks: [{}],
      })),
    );
    await submitTasks(
      database,
      roots.flatMap(({ taskId: parentId }) =>
        [1, 2].map(() => ({ queue: work.queue, tenant: "ann", group: "g", type: "part", parentId, chunks: [{}] })),
      ),
    );
    const taken = await work.take(1_000);
    const byTask = new Map(taken.map((chunk) => [chunk.taskId, chunk]));
    await completeChunks(
      database,
      roots.flatMap(({ taskId }) => byTask.get(taskId) ?? []),
    );
    const children = taken.filter(({ taskId }) => !roots.some((root) => root.taskId === taskId));

    for (const pair of pairsByTask(children)) await Promise.all(pair.map((chunk) => completeChunks(database, [chunk])));

    expect(await countChunks(2)).toEqual([{ chunks: roots.length, tasks: roots.length }]);
  });

  test("settlers of parents and children in batches do not lock each other out", async () => {
    const states: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const roots = [await work.submit(2), await work.submit(2), await work.submit(2), await work.submit(2)];
      for (const parentId of [...roots, ...roots, ...roots.toReversed()]) await work.submit(2, { parentId });
      const taken = await work.take(1_000);
      const shares = Array.from({ length: 8 }, (_, index) => taken.filter((_chunk, nth) => nth % 8 === index));
      await Promise.all(shares.map((share) => completeChunks(database, share)));
      await database.query(endLeftTasks(100));
      states.push(...(await Promise.all(roots.map((root) => work.taskState(root)))));
    }

    expect(states).toEqual(states.map(() => "COMPLETED"));
  });

  test("a transaction that cancels the task stops no settler of its last chunk", async () => {
    const root = await work.submit(1);
    const [cancelled, kept] = [await work.submit(1, { parentId: root }), await work.submit(1)];
    const taken = await work.take();

    await database.transaction(async (tx) => {
      await cancelTask(tx, cancelled);
      await work.complete(...taken);
      expect([await work.taskState(root), await work.taskState(kept)]).toEqual(["ACTIVE", "COMPLETED"]);
      expect(await work.chunkStates(cancelled)).toEqual(["COMPLETED"]);
    });
    await database.query(endLeftTasks(100));

    expect([await work.taskState(cancelled), await work.taskState(root)]).toEqual(["CANCELLED", "COMPLETED"]);
  });

  test("a job that is given back while it is cancelled is found by the sweep", async () => {
    const job = await work.submit(1, { isJob: true });
    const chunk = await work.takeOne();

    await database.transaction(async (tx) => {
      await settleChunks(tx, { owner: "worker-1", ended: [{ ...chunk, kind: "return" }] });
      await cancelTask(database, job);
      expect(await work.take()).toEqual([]);
    });
    const given = await work.chunkStates(job);
    await sweepCancelled(database);

    expect([given, await work.chunkStates(job), await work.take()]).toEqual([["PENDING"], ["CANCELLED"], []]);
  });

  test("a cancellation that is rolled back leaves the end of the task to be made up for", async () => {
    const taskId = await work.submit(1, { hasFinish: true });
    const taken = await work.take();
    const rolledBack = database.transaction(async (tx) => {
      await cancelTask(tx, taskId);
      await work.complete(...taken);
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    const before = await work.take();

    await database.query(endLeftTasks(100));

    expect(before).toEqual([]);
    expect(await work.takeOne()).toMatchObject({ taskId, number: 2 });
  });

  test("a parent does not end while a transaction submits a child of it, and then waits for the child", async () => {
    const root = await work.submit(1);
    const taken = await work.take();

    await database.transaction(async (tx) => {
      await submitTasks(tx, [
        { queue: work.queue, tenant: "ann", group: "g", type: "part", parentId: root, chunks: [{}] },
      ]);
      await work.complete(...taken);
    });
    await database.query(endLeftTasks(100));
    const between = await work.taskState(root);
    await work.complete(await work.takeOne());

    expect([between, await work.taskState(root)]).toEqual(["ACTIVE", "COMPLETED"]);
  });
});
