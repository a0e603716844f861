/** Tests what callers that wait for tasks rely on. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { createEndWatch, waitForResult } from "./task-result.ts";

describe.each(["pglite", "postgres"] as const)("those who wait for tasks on %s", (on) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  const submitJobs = async (count: number): Promise<bigint[]> => {
    const job = { queue: "q", tenant: "ann", group: "g", type: "wait", chunks: [{}] };
    const tasks = await submitTasks(
      opened.database,
      Array.from({ length: count }, () => job),
    );
    return tasks.map(({ taskId }) => taskId);
  };

  test("poll together, and each receives the end of its own task, however many they are", async () => {
    const counted = counting(opened.database);
    const watch = createEndWatch(counted.on);
    const taskIds = await submitJobs(1_100);
    const giveUp = new AbortController();
    const waiting = taskIds.map((taskId) =>
      watch.ended(taskId, { signal: AbortSignal.any([giveUp.signal]) }).then(() => taskId),
    );
    const last = taskIds.at(-1) ?? 0n;

    await cancelTask(opened.database, last);
    watch.wake();
    const ended = await Promise.race(waiting);
    giveUp.abort(new Error("enough"));
    const ends = await Promise.allSettled(waiting);

    expect(ended).toBe(last);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(counted.mostAtOnce()).toBe(1);
  });

  test("are refused when there is no such task", async () => {
    await expect(waitForResult(opened.database, { taskId: 999_999_999n })).rejects.toMatchObject({
      code: "TASK_NOT_FOUND",
    });
  });

  test("receive the error when the state cannot be read", async () => {
    const [taskId = 0n] = await submitJobs(1);
    const broken: Queryable = { query: () => Promise.reject(new Error("the server exited")) };

    await expect(waitForResult(broken, { taskId })).rejects.toThrow("the server exited");
  });
});

/** The same database, and how many statements ran on it at the same time. */
function counting(on: Queryable): { readonly on: Queryable; mostAtOnce(): number } {
  let running = 0;
  let most = 0;
  const query: Queryable["query"] = async (statement, options) => {
    most = Math.max(most, ++running);
    try {
      return await on.query(statement, options);
    } finally {
      running--;
    }
  };
  return { on: { query }, mostAtOnce: () => most };
}
