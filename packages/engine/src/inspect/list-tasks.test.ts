/** Tests of the list of tasks: every matching task is found once, and none of another tenant. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendAudit } from "../audit-log/append-audit.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { cancelTask, pauseTask } from "../tasks/change-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { getTask, listTasks, type TaskListing } from "./list-tasks.ts";

let opened: TestDatabase;
let database: Database;
let work: WorkedQueue;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  database = opened.database;
  await migrate(database);
  work = workedQueue(database);
});
afterAll(() => opened.dispose());

describe("a list of tasks", () => {
  const ids: Record<string, bigint> = {};
  beforeAll(async () => {
    ids["open"] = await work.submit(3, { type: "tally" });
    ids["failed"] = await work.submit(1, { group: "h" });
    ids["failedJob"] = await work.submit(1, { isJob: true, type: "mail" });
    ids["paused"] = await work.submit(2, { tenant: "bob" });
    await pauseTask(database, ids["paused"]);
    ids["cancelled"] = await work.submit(2);
    await cancelTask(database, ids["cancelled"]);
    const taken = await work.take(100);
    for (const chunk of taken)
      if (chunk.taskId === ids["failed"] || chunk.taskId === ids["failedJob"]) await work.end(chunk, "FAIL");
    await work.complete(...taken.filter(({ taskId, number }) => taskId === ids["open"] && number === 1));
    ids["done"] = await work.submit(1, { isJob: true, type: "mail", tenant: "bob", taskKey: "mail_1" });
    await work.complete(...(await work.take(1)));
  });

  const found = async (listing: TaskListing): Promise<string[]> => {
    const names: string[] = [];
    for (let after: string | undefined, page = 0; page < 50; page++) {
      const { items, next } = await listTasks(database, { ...listing, after });
      for (const { taskId } of items) names.push(Object.keys(ids).find((name) => ids[name] === taskId) ?? "?");
      if (next === undefined) return names;
      after = next;
    }
    throw new Error("the list has no end");
  };

  test("contains all tasks, the newest first, on pages of any size", async () => {
    const all = ["done", "cancelled", "paused", "failedJob", "failed", "open"];

    expect(await found({})).toEqual(all);
    expect(await found({ limit: 1 })).toEqual(all);
    expect(await found({ limit: 4 })).toEqual(all);
  });

  test.each([
    [{ state: "ACTIVE" }, ["open"]],
    [{ state: "ACTIVE", kind: "task" }, ["open"]],
    [{ state: "PAUSED" }, ["paused"]],
    [{ state: "FAILED" }, ["failedJob", "failed"]],
    [{ state: "FAILED", kind: "job" }, ["failedJob"]],
    [{ state: "CANCELLED" }, ["cancelled"]],
    [{ state: "COMPLETED" }, ["done"]],
    [{ type: "mail" }, ["done", "failedJob"]],
    [{ tenant: "bob" }, ["done", "paused"]],
    [{ tenant: "ann", group: "h" }, ["failed"]],
    [{ key: "mail_1" }, ["done"]],
    [{ key: "mail_1", tenant: "ann" }, []],
    [{ state: "FAILED", tenant: "bob" }, []],
    [{ queue: "elsewhere" }, []],
  ] as const)("by %j contains the matching tasks and no others", async (listing, names) => {
    expect(await found(listing)).toEqual(names);
    expect(await found({ ...listing, limit: 1 })).toEqual(names);
  });

  test("shows what each task waits for, its phase and its progress", async () => {
    const { items } = await listTasks(database);
    const shown = Object.fromEntries(
      items.map(({ taskId, waitingFor, phase, percent }) => [String(taskId), [waitingFor, phase, percent]]),
    );

    expect(shown[String(ids["open"])]).toEqual([undefined, "chunks", 33.3]);
    expect(shown[String(ids["paused"])]).toEqual(["resume", "chunks", 0]);
    expect(shown[String(ids["failed"])]).toEqual([undefined, "over", 0]);
  });

  test.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 201 }, "limit"],
    [{ limit: 1.5 }, "limit"],
    [{ after: "no cursor" }, "after"],
    [{ after: Buffer.from("[-1]").toString("base64url") }, "after"],
    [{ group: "g" }, "tenant"],
  ])("is refused for %j, and the error names the field", async (listing, field) => {
    await expect(listTasks(database, listing)).rejects.toMatchObject({
      code: "INSPECTION_INVALID",
      details: { field },
    });
  });
});

test("an unknown state or kind is refused", async () => {
  // @ts-expect-error -- a caller without types may pass this
  await expect(listTasks(database, { state: "RUNNING" })).rejects.toMatchObject({ details: { field: "state" } });
  // @ts-expect-error -- a caller without types may pass this
  await expect(listTasks(database, { kind: "chunk" })).rejects.toMatchObject({ details: { field: "kind" } });
});

describe("one task", () => {
  test("is shown with its phases, children and recorded actions", async () => {
    const taskId = await work.submit(1, {
      tenant: "cy",
      hasFinish: true,
      input: { of: "cy" },
      taskKey: "tally_cy",
      submittedBy: "cy@example.org",
    });
    const child = await work.submit(1, { tenant: "cy", parentId: taskId, isJob: false });
    const subject = { type: "task", id: String(taskId) };
    await appendAudit(database, { tenant: "cy", actor: "dee", action: "task.paused", subject });
    await work.complete(...(await work.take(100)).filter((chunk) => chunk.taskId === taskId));

    const task = await getTask(database, { task: taskId, tenant: "cy" });

    expect(task).toMatchObject({
      ...{ input: { of: "cy" }, phase: "children", waitingFor: "children", submittedBy: "cy@example.org" },
      phases: [
        { name: "chunks", state: "completed", total: 1, ended: 1 },
        { name: "finish", state: "waiting", total: 1, ended: 0 },
        { name: "children", state: "open", total: 1, ended: 0 },
      ],
      children: [{ taskId: child, state: "ACTIVE" }],
      acts: [{ action: "task.paused", actor: "dee" }],
    });
    expect((await getTask(database, { task: "tally_cy" })).taskId).toBe(taskId);
  });

  test("of another tenant is not found", async () => {
    const taskId = await work.submit(1, { tenant: "cy" });

    for (const name of [{ task: taskId, tenant: "bob" }, { task: "tally_cy", tenant: "bob" }, { task: 987_654_321n }])
      await expect(getTask(database, name)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});
