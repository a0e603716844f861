/** How tasks end with their chunks: the last chunk, the one that follows all others, parents and children. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { redriveChunks } from "../tasks/redrive-chunks.ts";
import { cancelTask, pauseTask, sweepCancelled } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";

describe.each(["pglite", "postgres"] as const)("ends of tasks on %s", (on) => {
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

  const states = (...taskIds: readonly bigint[]) => Promise.all(taskIds.map((taskId) => work.taskState(taskId)));
  /** Takes the next chunk, which must be of this task, and fails it for good. */
  const failNext = async (taskId: bigint) => {
    const taken = await work.takeOne();
    expect(taken.taskId).toBe(taskId);
    await work.end(taken, "FAIL", { error: { code: "BROKEN" } });
  };
  const completeNext = async (taskId: bigint) => {
    const taken = await work.takeOne();
    expect(taken.taskId).toBe(taskId);
    await work.complete(taken);
  };

  test("a task is completed with its last chunk and not before", async () => {
    const taskId = await work.submit(2);

    await completeNext(taskId);
    const between = await work.taskState(taskId);
    await completeNext(taskId);

    expect([between, await work.taskState(taskId)]).toEqual(["ACTIVE", "COMPLETED"]);
  });

  test("a failed chunk blocks no other, and fails its task when nothing is left", async () => {
    const taskId = await work.submit(3);

    await failNext(taskId);
    await completeNext(taskId);
    const between = await work.taskState(taskId);
    await completeNext(taskId);

    expect([between, await work.taskState(taskId)]).toEqual(["ACTIVE", "FAILED"]);
    expect(await work.chunkStates(taskId)).toEqual(["FAILED", "COMPLETED", "COMPLETED"]);
  });

  test("the state of a job is that of its chunk, and a job that has ended cannot be cancelled", async () => {
    const jobs = [await work.submit(1, { isJob: true }), await work.submit(1, { isJob: true })] as const;
    const before = await states(...jobs);
    await completeNext(jobs[0]);
    await failNext(jobs[1]);

    expect([before, await states(...jobs)]).toEqual([
      ["ACTIVE", "ACTIVE"],
      ["COMPLETED", "FAILED"],
    ]);
    await expect(cancelTask(database, jobs[0])).rejects.toMatchObject({ code: "TASK_FINISHED" });
    await expect(cancelTask(database, jobs[1])).rejects.toMatchObject({ code: "TASK_FINISHED" });
  });

  test("the last chunk comes once all others are completed, and completes the task", async () => {
    const [task, job] = [
      await work.submit(2, { hasFinish: true }),
      await work.submit(1, { isJob: true, hasFinish: true }),
    ];

    await work.complete(...(await work.take()));
    const opened = await work.take();
    const between = await states(task, job);
    await work.complete(...opened);

    expect(new Map(opened.map(({ taskId, number }) => [taskId, number]))).toEqual(
      new Map([
        [task, 3],
        [job, 2],
      ]),
    );
    expect([between, await states(task, job)]).toEqual([
      ["ACTIVE", "ACTIVE"],
      ["COMPLETED", "COMPLETED"],
    ]);
  });

  test("the last chunk never comes when another failed, and once when that was redriven", async () => {
    const taskId = await work.submit(2, { hasFinish: true });
    await failNext(taskId);
    await completeNext(taskId);
    const failed = [await work.taskState(taskId), (await work.take()).length];

    await redriveChunks(database, { taskId });
    await completeNext(taskId);
    const finish = await work.takeOne();
    await work.end(finish, "FAIL");
    const failedAgain = await work.taskState(taskId);
    await redriveChunks(database, { taskId });
    await completeNext(taskId);

    expect(failed).toEqual(["FAILED", 0]);
    expect([finish.number, failedAgain, await work.taskState(taskId)]).toEqual([3, "FAILED", "COMPLETED"]);
    expect(await work.chunkStates(taskId)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
  });

  test("a cancelled task never gets its last chunk", async () => {
    const taskId = await work.submit(2, { hasFinish: true });
    const taken = await work.take();
    await cancelTask(database, taskId);

    await work.complete(...taken);

    expect(await work.take()).toEqual([]);
    expect(await work.chunkStates(taskId)).toEqual(["COMPLETED", "COMPLETED"]);
    expect(await work.taskState(taskId)).toBe("CANCELLED");
  });

  test("a task that is cancelled before its last chunk runs loses it", async () => {
    const jobs = { isJob: true, hasFinish: true } as const;
    const [task, job] = [await work.submit(1, { hasFinish: true }), await work.submit(1, jobs)];
    await work.complete(...(await work.take()));

    await cancelTask(database, task);
    await cancelTask(database, job);

    expect(await work.take()).toEqual([]);
    await sweepCancelled(database);
    expect([await work.chunkStates(task), await work.chunkStates(job)]).toEqual([
      ["COMPLETED", "CANCELLED"],
      ["COMPLETED", "CANCELLED"],
    ]);
  });

  test("a parent waits for its children, over three levels, and its last chunk comes after them", async () => {
    const root = await work.submit(1, { hasFinish: true });
    const middle = await work.submit(1, { parentId: root });
    const leaf = await work.submit(1, { parentId: middle, isJob: true });
    const seen: string[][] = [];

    for (const next of [root, middle, leaf]) {
      await completeNext(next);
      seen.push(await states(root, middle, leaf));
    }
    const finish = await work.takeOne();
    await work.complete(finish);

    expect(seen).toEqual([
      ["ACTIVE", "ACTIVE", "ACTIVE"],
      ["ACTIVE", "ACTIVE", "ACTIVE"],
      ["ACTIVE", "COMPLETED", "COMPLETED"],
    ]);
    expect([finish.taskId, finish.number]).toEqual([root, 2]);
    expect(await states(root, middle, leaf)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
  });

  test("children that end before their parent's own chunks do not end it", async () => {
    const root = await work.submit(1);
    const held = await work.takeOne();
    const child = await work.submit(1, { parentId: root });
    await completeNext(child);

    const between = await states(root, child);
    await work.complete(held);

    expect([between, await states(root, child)]).toEqual([
      ["ACTIVE", "COMPLETED"],
      ["COMPLETED", "COMPLETED"],
    ]);
  });

  test("a child that fails fails its parents when nothing else is left, and a redrive opens them again", async () => {
    const root = await work.submit(1, { hasFinish: true });
    const middle = await work.submit(1, { parentId: root });
    const leaf = await work.submit(1, { parentId: middle });
    const other = await work.submit(1, { parentId: root });
    await completeNext(root);
    await completeNext(middle);
    await failNext(leaf);
    const between = await states(root, middle, leaf, other);
    await completeNext(other);
    const failed = await states(root, middle, leaf, other);

    expect(await redriveChunks(database, { taskId: leaf })).toBe(1);
    const redriven = await states(root, middle, leaf, other);
    await completeNext(leaf);
    await completeNext(root);

    expect(between).toEqual(["ACTIVE", "FAILED", "FAILED", "ACTIVE"]);
    expect(failed).toEqual(["FAILED", "FAILED", "FAILED", "COMPLETED"]);
    expect(redriven).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "COMPLETED"]);
    expect(await states(root, middle, leaf)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
    expect(await work.chunkStates(root)).toEqual(["COMPLETED", "COMPLETED"]);
  });

  test("a child that is cancelled lets its parent continue, also when it runs or is a job", async () => {
    const root = await work.submit(1, { hasFinish: true });
    const running = await work.submit(1, { parentId: root });
    await completeNext(root);
    const held = await work.takeOne();
    const children = [
      running,
      await work.submit(5, { parentId: root }),
      await work.submit(1, { parentId: root, isJob: true }),
    ];
    for (const child of children) await cancelTask(database, child);

    expect(await work.take()).toEqual([]);
    await sweepCancelled(database);
    const whileOneRuns = await work.take();
    await work.end(held, "RETURN");
    const finish = await work.takeOne();

    expect(whileOneRuns).toEqual([]);
    expect([finish.taskId, finish.number]).toEqual([root, 2]);
    await work.complete(finish);
    expect(await work.taskState(root)).toBe("COMPLETED");
  });

  test("a child's lost lease that was its last attempt ends its parent", async () => {
    const root = await work.submit(1);
    const child = await work.submit(1, { parentId: root, attemptsMax: 1 });
    await completeNext(root);
    const taken = await work.takeOne();
    await work.runAlone(taken);
    await work.expire(taken.leaseToken);

    await rescueLeases(database, 1_000);

    expect(await states(root, child)).toEqual(["FAILED", "FAILED"]);
  });

  test("a parent that cannot wait is refused, and nothing is submitted", async () => {
    const ended = await work.submit(1);
    await completeNext(ended);
    const job = await work.submit(1, { isJob: true });
    await work.take();

    await expect(work.submit(1, { parentId: ended })).rejects.toMatchObject({ code: "TASK_FINISHED" });
    await expect(work.submit(1, { parentId: job })).rejects.toMatchObject({ code: "TASK_INVALID" });
    await expect(work.submit(1, { parentId: 999_999n })).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(await work.take()).toEqual([]);
  });

  test("many children of one parent can be submitted at once", async () => {
    const root = await work.submit(1);
    const child = { queue: work.queue, tenant: "ann", group: "g", type: "part", parentId: root };
    await submitTasks(
      database,
      Array.from({ length: 300 }, (_, payload) => ({ ...child, chunks: [{ payload }] })),
    );

    await work.complete(...(await work.take(301)));

    expect(await work.taskState(root)).toBe("COMPLETED");
  });

  test("a task that was paused when its last chunk failed continues after a redrive", async () => {
    const taskId = await work.submit(1);
    const taken = await work.takeOne();
    await pauseTask(database, taskId);
    await work.end(taken, "FAIL");
    await work.take();

    await redriveChunks(database, { taskId });

    await completeNext(taskId);
    expect(await work.taskState(taskId)).toBe("COMPLETED");
  });
});
