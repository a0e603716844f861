/** Tests that each change is read once and in order from any cursor, and by no other tenant. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { noteStop, noteWorker } from "../retention/retention.sql.ts";
import { setLane } from "../tasks/lanes.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { completeChunks } from "../worker/settle-chunks.ts";
import type { Change } from "./change.ts";
import { arrangeEvents } from "../outbox/outbox.sql.ts";
import { readChanges, type ChangesQuery } from "./read-changes.ts";

describe.each(["pglite", "postgres"] as const)("changes on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  /** Reads changes until `isAll` returns true for all that were read. */
  async function readUntil(query: ChangesQuery, isAll: (changes: readonly Change[]) => boolean): Promise<Change[]> {
    const read: Change[] = [];
    let { after } = query;
    await vi.waitUntil(
      async () => {
        const page = await readChanges(database, { ...query, after });
        read.push(...page.items);
        after = page.next;
        return isAll(read);
      },
      { timeout: 20_000, interval: 50 },
    );
    return read;
  }

  const turnsIn = (changes: readonly Change[]): number =>
    changes.reduce((sum, change) => sum + (change.kind === "dispatch" ? change.count : 0), 0);
  const brief = (change: Change): string => {
    switch (change.kind) {
      case "task":
        return `task ${change.event}`;
      case "dispatch":
        return `dispatch ${String(change.count)} of ${change.tenant ?? ""}`;
      case "lane":
        return `lane ${change.event} ${change.level ?? ""}`;
      case "worker":
        return `worker ${change.event}`;
      case "announcement":
        return `announcement ${change.event}`;
    }
  };

  test("show what a task announces, each event once and in order, whether or not a relay gave it a position", async () => {
    const { next: start } = await readChanges(database);
    const taskId = await work.submit(1, { announce: ["submitted", "started", "completed", "failed", "deadLettered"] });
    const query = { after: start, topics: ["announcement"] } as const;
    const ends = (read: readonly Change[]): boolean => read.map(brief).includes("announcement task.failed");
    const chunk = await work.takeOne();
    while ((await database.query(arrangeEvents(100)))[0]?.arranged !== 0);
    await work.end(chunk, "FAIL", { error: { code: "BROKEN", message: "it broke" } });

    const all = await readUntil(query, ends);

    expect(all.map(brief)).toEqual([
      "announcement task.submitted",
      "announcement task.started",
      "announcement chunk.dead_lettered",
      "announcement task.failed",
    ]);
    expect(all.at(-1)).toMatchObject({
      taskId,
      tenant: "ann",
      data: { error: { code: "BROKEN", message: "it broke" } },
    });
    const resumed = await readUntil({ ...query, after: all[1]?.id }, ends);
    expect(resumed).toEqual(all.slice(2));
  });

  test("show a task from its submission to its end, in order, and can be read again after any of them", async () => {
    const { next: start } = await readChanges(database);
    const taskId = await work.submit(2);
    const [first, second] = await work.take(2);
    if (first === undefined || second === undefined) throw new Error("nothing was taken");
    await work.complete(first);
    await work.end(second, "FAIL", { error: { code: "BROKEN", message: "it broke" } });

    const all = await readUntil({ after: start }, (read) => read.map(brief).includes("task ended"));

    expect(all.map(brief)).toEqual([
      "dispatch 2 of ann",
      "lane arrived task",
      "lane emptied task",
      "task chunkFailed",
      "task ended",
    ]);
    expect(all[0]).toMatchObject({
      pool: work.queue,
      turns: [
        { taskId, number: 1 },
        { taskId, number: 2 },
      ],
    });
    expect(all[3]).toMatchObject({ taskId, number: 2, code: "BROKEN", tenant: "ann" });
    expect(all[4]).toMatchObject({ taskId, state: "FAILED" });
    for (const [index, { id }] of all.entries()) {
      const { items } = await readChanges(database, { after: id });
      expect(items).toEqual(all.slice(index + 1));
    }
  });

  test("are read on pages of any size, none twice and none left out", async () => {
    const { next: start } = await readChanges(database);
    await work.submit(3);
    await setLane(database, { pool: work.queue, tenant: "ann" }, { weight: 3 });
    await setLane(database, { pool: work.queue }, { maxInFlight: 100 });
    await setLane(database, { pool: work.queue, queue: "mail" }, { maxInFlight: 100 });
    await work.submit(3, { tenant: "bob" });
    await work.take(2);
    await work.take(2);
    const whole = await readUntil({ after: start }, (read) => turnsIn(read) === 4);
    const last = whole.at(-1)?.id;

    const ones: Change[] = [];
    for (let after = start, page = 0; ones.at(-1)?.id !== last && page < 100; page++) {
      const { items, next } = await readChanges(database, { after, limit: 1 });
      ones.push(...items);
      after = next;
    }

    expect(ones).toEqual(whole);
    const set = whole.map(brief).filter((line) => line.startsWith("lane set"));
    expect(set.sort()).toEqual(["lane set pool", "lane set queue", "lane set tenant"]);
    expect(whole.filter(({ kind }) => kind === "task").map(brief)).toEqual(["task submitted", "task submitted"]);
  });

  test("are all read, however many there are and however small the pages", async () => {
    const { next: start } = await readChanges(database);
    const other = workedQueue(database);
    await other.submit(130);
    for (let turn = 0; turn < 130; turn++) await other.take(1);
    const whole = await readUntil({ after: start }, (read) => turnsIn(read) === 130);

    const few: Change[] = [];
    for (let after = start, page = 0; turnsIn(few) < 130 && page < 200; page++) {
      const { items, next } = await readChanges(database, { after, limit: 3 });
      few.push(...items);
      after = next;
    }

    expect(few.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(few.map(({ id }) => id)).size).toBe(few.length);
  });

  test("of a tenant are only its own, and only those of the requested topics", async () => {
    const { next: start } = await readChanges(database);
    await work.submit(1, { tenant: "cy" });
    await work.submit(1, { tenant: "dee" });
    await work.take(100);

    const cys = await readUntil({ after: start, tenant: "cy" }, (read) => turnsIn(read) === 1);
    const dispatches = await readChanges(database, { after: start, topics: ["dispatch"] });

    expect(new Set(cys.map(({ tenant }) => tenant))).toEqual(new Set(["cy"]));
    expect(dispatches.items.map(({ kind, tenant }) => `${kind} ${tenant ?? ""}`)).toContain("dispatch dee");
    expect(dispatches.items.every(({ kind }) => kind === "dispatch")).toBe(true);
  });

  test("show workers that start and stop", async () => {
    const { next: start } = await readChanges(database);
    const note = { owner: "worker-9", queues: ["q"], types: [], slots: 4, host: "here", pid: 1, version: "0" };
    await database.query(noteWorker({ ...note, isNew: true }));
    await database.query(noteStop("worker-9"));

    const changes = await readUntil({ after: start }, (read) => read.map(brief).includes("worker stopped"));

    expect(changes.filter(({ kind }) => kind === "worker").map(brief)).toEqual(["worker came", "worker stopped"]);
  });

  test("have a gap after a cursor that is too old, and are refused for an invalid cursor or limit", async () => {
    const longAgo = Buffer.from(JSON.stringify(["1", "~"])).toString("base64url");

    expect(await readChanges(database, { after: longAgo })).toMatchObject({ items: [], hasGap: true });
    for (const query of [{ after: "x" }, { after: Buffer.from("[1]").toString("base64url") }, { limit: 0 }])
      await expect(readChanges(database, query)).rejects.toMatchObject({ code: "INSPECTION_INVALID" });
  });
});

describe("changes of transactions that commit late", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase({ on: "postgres" });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  test("are not skipped: no later change is returned before them", async () => {
    const { database } = opened;
    const work = workedQueue(database);
    const { next: start } = await readChanges(database);
    const task = { queue: work.queue, tenant: "ann", group: "g", type: "late", isJob: false, chunks: [{}] };
    const early: string[] = [];

    const lateId = await database.transaction(async (tx) => {
      const [late] = await submitTasks(tx, [task]);
      const other = await work.submit(1);
      await completeChunks(database, await work.take(1));
      await vi.waitUntil(async () => (await clockOf(database)) > 500, { timeout: 20_000 });
      const { items } = await readChanges(database, { after: start });
      early.push(...items.map(({ kind }) => kind));
      expect(other).toBeGreaterThan(late?.taskId ?? 0n);
      return late?.taskId;
    });
    const changes: Change[] = [];
    await vi.waitUntil(
      async () => {
        changes.splice(0, changes.length, ...(await readChanges(database, { after: start })).items);
        return changes.some((change) => change.kind === "task" && change.event === "ended");
      },
      { timeout: 20_000 },
    );

    expect(early).toEqual([]);
    expect(changes[0]).toMatchObject({ kind: "task", event: "submitted", taskId: lateId });
  });

  /** Returns the milliseconds since the newest turn. */
  async function clockOf(database: Database): Promise<number> {
    const [row] = await database.query(sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp() - max(at)) * 1000)::float8 as ms from rota.dispatch_log`);
    return row?.ms ?? 0;
  }
});
