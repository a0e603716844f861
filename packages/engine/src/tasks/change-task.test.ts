/** Tests what users rely on when they cancel, pause and resume tasks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { cancelTask, pauseTask, resumeTask, sweepCancelled } from "./change-task.ts";
import { setLane } from "./lanes.ts";
import { nextDueMs } from "../worker/claim-chunks.ts";
import { submitTasks } from "./submit-tasks.ts";

describe.each(["pglite", "postgres"] as const)("changing tasks on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let queue = "";
  let queueCount = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterAll(() => opened.dispose());

  const submit = async (chunkCount: number, dueAt?: Date) => {
    const chunk = { payload: chunkCount, ...(dueAt === undefined ? {} : { dueAt }) };
    const chunks = Array.from({ length: chunkCount }, () => chunk);
    const [task] = await submitTasks(database, [{ queue, tenant: "ann", group: "g", type: "count", chunks }]);
    return task?.taskId ?? 0n;
  };
  const take = async (limit = 100) =>
    (await takeTurns(database, { queue, limit, owner: "worker-1", leaseMs: 60_000 })).map(({ payload }) => payload);
  const states = async (taskId: bigint) =>
    (
      await database.query(
        sql<{ state: string }>`select state from rota.chunks where task_id = ${taskId} order by number`,
      )
    ).map(({ state }) => state);

  test("nothing of a cancelled task is given out any more, and what waited is marked in batches", async () => {
    const taskId = await submit(5);
    const before = await take(2);

    const answers = [await cancelTask(database, taskId), await cancelTask(database, taskId)];
    const sweptBeforeAClaim = await sweepCancelled(database);
    const after = await take();
    const swept = [await sweepCancelled(database, 2), await sweepCancelled(database), await sweepCancelled(database)];

    expect([before.length, after.length]).toEqual([2, 0]);
    expect(answers).toEqual([true, false]);
    expect([sweptBeforeAClaim, ...swept]).toEqual([0, 2, 1, 0]);
    expect(await states(taskId)).toEqual(["PROCESSING", "PROCESSING", "CANCELLED", "CANCELLED", "CANCELLED"]);
  });

  test("the sweep leaves a task alone once none of its chunks is left", async () => {
    const taskId = await submit(3);
    await cancelTask(database, taskId);
    await take();
    while ((await sweepCancelled(database)) > 0);

    expect(
      await database.query(sql`select swept_at is not null as is_swept from rota.tasks where task_id = ${taskId}`),
    ).toEqual([{ is_swept: true }]);
  });

  test("a cancelled job is taken out, the others of its type continue", async () => {
    const job = await submit(1);
    const other = await submit(1);
    const later = await submit(1, new Date(Date.now() + 3_600_000));

    await cancelTask(database, job);
    await cancelTask(database, later);
    const taken = await take();

    expect(taken).toHaveLength(1);
    expect([await states(job), await states(other), await states(later)]).toEqual([
      ["CANCELLED"],
      ["PROCESSING"],
      ["CANCELLED"],
    ]);
  });

  test("a paused task waits until it is resumed", async () => {
    const taskId = await submit(3);

    const answers = [await pauseTask(database, taskId), await pauseTask(database, taskId)];
    const paused = await take();
    answers.push(await resumeTask(database, taskId), await resumeTask(database, taskId));
    const resumed = await take();

    expect(answers).toEqual([true, false, true, false]);
    expect([paused.length, resumed.length]).toEqual([0, 3]);
  });

  test("what cannot be is refused", async () => {
    const taskId = await submit(2);
    const job = await submit(1);
    await cancelTask(database, taskId);

    await expect(pauseTask(database, taskId)).rejects.toMatchObject({ code: "TASK_FINISHED" });
    await expect(setLane(database, { taskId }, { isPaused: false })).rejects.toMatchObject({ code: "TASK_FINISHED" });
    await expect(pauseTask(database, job)).rejects.toThrow(/is a job and cannot be PAUSED by itself/);
    await expect(cancelTask(database, 999_999n)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  test("the next due time is that of the first scheduled chunk", async () => {
    const nothing = await nextDueMs(database, queue);
    await submit(2, new Date(Date.now() + 7_200_000));
    await submit(1, new Date(Date.now() + 3_600_000));

    expect(nothing).toBeUndefined();
    expect(await nextDueMs(database, queue)).toBeGreaterThan(3_500_000);
    expect(await nextDueMs(database, queue)).toBeLessThanOrEqual(3_600_000);
  });

  test.skipIf(on === "pglite")(
    "an open transaction that submits, cancels, pauses and sets stops no other (PGlite has one connection)",
    async () => {
      const [cancelled, paused, running] = [await submit(10), await submit(10), await submit(10)];
      await take(3);

      await database.transaction(async (tx) => {
        await cancelTask(tx, cancelled);
        await pauseTask(tx, paused);
        await setLane(tx, { taskId: running }, { weight: 2 });
        await submitTasks(tx, [{ queue, tenant: "ann", group: "g", type: "count", chunks: [{}, {}] }]);
        expect(await take(9)).toHaveLength(9);
        await submit(1);
        expect(await take()).toHaveLength(19);
      });
    },
  );
});
