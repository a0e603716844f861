/** Tests what operators rely on when they give failed chunks another set of attempts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { cancelTask } from "./change-task.ts";
import { submitTasks } from "./submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { settleChunks } from "../worker/settle-chunks.ts";
import { REDRIVEN_MAX, redriveChunks } from "./redrive-chunks.ts";

describe.each(["pglite", "postgres"] as const)("redriving on %s", (on) => {
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

  const failAll = async (code = "BROKEN") => {
    for (let taken = await work.take(1_000); taken.length > 0; taken = await work.take(1_000))
      await settleChunks(database, {
        owner: "worker-1",
        ended: taken.map((chunk) => ({ ...chunk, kind: "fail", error: { code } })),
      });
  };

  test("a redriven chunk has all its attempts before it, and its history behind it", async () => {
    const taskId = await work.submit(1, { attemptsMax: 2 });
    await work.end(await work.takeOne(), "RETRY");
    await work.end(await work.takeOne(), "RETRY", { error: { code: "BUSY" } });

    const redriven = [await redriveChunks(database, { taskId }), await redriveChunks(database, { taskId })];
    const waiting = await work.chunk(taskId);
    const taken = await work.takeOne();

    expect(redriven).toEqual([1, 0]);
    expect(waiting).toMatchObject({ state: "PENDING", attempt: 0, last_error: { code: "BUSY" } });
    expect(taken.attempt).toBe(1);
    expect(await work.history(taskId)).toEqual(["1 RETRY", "2 RETRY"]);
  });

  test("one chunk of a task can be redriven while the others stay as they are", async () => {
    const taskId = await work.submit(3);
    await failAll();

    expect(await redriveChunks(database, { taskId, number: 2 })).toBe(1);

    expect(await work.chunkStates(taskId)).toEqual(["FAILED", "PENDING", "FAILED"]);
    await work.complete(await work.takeOne());
    expect(await work.taskState(taskId)).toBe("FAILED");
    expect(await redriveChunks(database, { taskId })).toBe(2);
    await work.complete(...(await work.take()));
    expect(await work.taskState(taskId)).toBe("COMPLETED");
  });

  test("a job that failed is redriven like any other", async () => {
    const job = await work.submit(1, { isJob: true });
    await failAll();

    expect(await redriveChunks(database, { taskId: job })).toBe(1);

    expect(await work.taskState(job)).toBe("ACTIVE");
    await work.complete(await work.takeOne());
    expect(await work.taskState(job)).toBe("COMPLETED");
  });

  test("many are chosen by queue, tenant, group, type and code of the error, all that are named together", async () => {
    const named = { ann: { tenant: `ann-${work.queue}` }, red: { group: "red" }, count: { type: "tally" } };
    const tasks = [
      await work.submit(2, named.ann),
      await work.submit(2, { ...named.ann, ...named.red }),
      await work.submit(1, { ...named.red, ...named.count }),
    ] as const;
    await failAll("FIRST");
    const other = await work.submit(1, { ...named.ann, ...named.count });
    await failAll("SECOND");
    const { queue } = work;
    const { tenant } = named.ann;

    const counts: number[] = [];
    for (const request of [
      { queue, errorCode: "SECOND" },
      { queue, tenant, group: "red" },
      { queue, type: "tally" },
      { tenant },
      { queue },
    ])
      counts.push(await redriveChunks(database, request));

    expect(counts).toEqual([1, 2, 1, 2, 0]);
    for (const taskId of [...tasks, other]) expect(await work.taskState(taskId)).toBe("ACTIVE");
  });

  test("more than go in one batch are all redriven", async () => {
    const count = REDRIVEN_MAX + 5;
    const job = { queue: work.queue, tenant: "ann", group: "g", type: "count", chunks: [{}] };
    await submitTasks(
      database,
      Array.from({ length: count }, () => job),
    );
    await failAll();

    expect(await redriveChunks(database, { queue: work.queue })).toBe(count);
  });

  test("a cancelled task stays as it is", async () => {
    const taskId = await work.submit(2);
    await work.end(await work.takeOne(), "FAIL");
    await cancelTask(database, taskId);

    await expect(redriveChunks(database, { taskId })).rejects.toMatchObject({ code: "TASK_FINISHED" });
    expect(await redriveChunks(database, { queue: work.queue })).toBe(0);
    expect(await work.chunk(taskId)).toMatchObject({ state: "FAILED" });
  });

  test("what cannot be meant is refused", async () => {
    await expect(redriveChunks(database, {})).rejects.toMatchObject({ code: "TASK_INVALID" });
    await expect(redriveChunks(database, { number: 3 })).rejects.toThrow(/chunk 3 of which task/);
    await expect(redriveChunks(database, { taskId: 999_999n })).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});
