/** Tests of the lists of queues, lanes, turns and workers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { setLane } from "../tasks/lanes.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { listLanes } from "./list-lanes.ts";
import { queueFairness } from "./queue-fairness.ts";
import { activityHistory, listDispatches } from "./dispatch-history.ts";
import { listWorkers } from "./list-workers.ts";
import { listQueues } from "./list-queues.ts";

let opened: TestDatabase;
let database: Database;
let work: WorkedQueue;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  database = opened.database;
  await migrate(database);
});
afterAll(() => opened.dispose());

/** Submits 6 chunks of ann in two groups, 6 chunks and a later job of bob, who has twice the weight, and takes 6 turns. */
beforeAll(async () => {
  work = workedQueue(database);
  await setLane(database, { pool: work.queue, tenant: "bob" }, { weight: 2 });
  await work.submit(3, { group: "g", taskKey: "ann_g" });
  await work.submit(3, { group: "h", priority: 1 });
  await work.submit(6, { tenant: "bob" });
  await work.submit(1, { tenant: "bob", isJob: true, chunks: [{ dueAt: new Date(Date.now() + 3_600_000) }] });
  const [first] = await work.take(6);
  await work.complete(...(first === undefined ? [] : [first]));
});

describe("pools", () => {
  test("are listed with the numbers of waiting, running and scheduled chunks", async () => {
    const { items, next } = await listQueues(database);

    expect(next).toBeUndefined();
    expect(items).toMatchObject([
      {
        ...{
          pool: work.queue,
          queue: work.queue,
          isPaused: false,
          maxInFlight: undefined,
          rate: undefined,
          running: 5,
          turns: 6n,
        },
        waiting: { count: 6, precision: "exact" },
        scheduled: { count: 1, precision: "exact" },
        queued: { count: 0, precision: "exact" },
        lanesWaiting: { count: 3, precision: "exact" },
      },
    ]);
    expect(items[0]?.turnsPerSecond).toBeGreaterThan(0);
    expect(items[0]?.oldestWaitingAt).toBeInstanceOf(Date);
  });

  test("of a tenant are only those that it uses, and count only its chunks", async () => {
    const own = await listQueues(database, { tenant: "bob" });
    const foreign = await listQueues(database, { tenant: "nobody" });

    expect(own.items).toMatchObject([{ waiting: { count: 2 }, scheduled: { count: 1 }, running: 3 }]);
    expect(foreign.items).toEqual([]);
  });

  test("show the limits that were set, after a claim has applied them", async () => {
    const other = workedQueue(database);
    await other.submit(2);
    await setLane(database, { pool: other.queue }, { maxInFlight: 7, rate: { turns: 5, perMs: 1_000, burst: 2 } });
    await other.take(1);

    const { items } = await listQueues(database);

    expect(items.find(({ pool }) => pool === other.queue)).toMatchObject({
      maxInFlight: 7,
      rate: { turns: 5, perMs: 1_000, burst: 2 },
    });
  });
});

describe("lanes of a queue", () => {
  test("are a tree with shares, entitlements and the numbers of waiting and running chunks", async () => {
    const { items, isWhole } = await listLanes(database, { queue: work.queue });

    expect(isWhole).toBe(true);
    expect(items.map(({ level, tenant, priority, group, name }) => [level, tenant, priority, group, name])).toEqual([
      ["tenant", "ann", undefined, undefined, "ann"],
      ["group", "ann", 1, "h", "h"],
      ["task", "ann", 1, "h", expect.any(String)],
      ["group", "ann", 2, "g", "g"],
      ["task", "ann", 2, "g", "ann_g"],
      ["tenant", "bob", undefined, undefined, "bob"],
      ["group", "bob", 2, "g", "g"],
      ["task", "bob", 2, "g", expect.any(String)],
    ]);
    const [ann, urgent, , normal] = items;
    expect(items.find(({ laneId }) => laneId === urgent?.parentId)).toBe(ann);
    expect(ann).toMatchObject({ weight: 1, turns: 2, waiting: { count: 4 } });
    expect(ann?.entitlement).toBeCloseTo(1 / 3);
    expect(ann?.share).toBeCloseTo(2 / 6);
    expect(urgent?.entitlement).toBeCloseTo(1 / 3);
    expect(normal?.entitlement).toBe(0);
    expect(items[5]).toMatchObject({ weight: 2, turns: 4, waiting: { count: 2 } });
    expect(items.filter(({ level }) => level === "tenant").reduce((sum, { running }) => sum + running, 0)).toBe(5);
  });

  test("are listed on pages of any size, each lane after the one above it, and can be those of one tenant", async () => {
    const names: (string | undefined)[] = [];
    for (let after: string | undefined, page = 0; page < 20; page++) {
      const { items, next } = await listLanes(database, { queue: work.queue, limit: 1, after });
      names.push(...items.map(({ name }) => name));
      if (next === undefined) break;
      after = next;
    }
    const bobs = await listLanes(database, { queue: work.queue, tenant: "bob" });

    expect(names).toHaveLength(8);
    expect(bobs.items.map(({ tenant }) => tenant)).toEqual(["bob", "bob", "bob"]);
    expect(bobs.items[0]?.entitlement).toBeCloseTo(2 / 3);
    expect((await listLanes(database, { queue: "elsewhere" })).items).toEqual([]);
  });

  test("are refused for an invalid number of turns", async () => {
    for (const turns of [0, 10_001, 1.5])
      await expect(listLanes(database, { queue: work.queue, turns })).rejects.toMatchObject({
        details: { field: "turns" },
      });
  });
});

describe("turns of a queue", () => {
  test("are listed, the newest first, with the names of tenant, group and type", async () => {
    const { items } = await listDispatches(database, { queue: work.queue });
    const ones: bigint[] = [];
    for (let after: string | undefined, page = 0; page < 20; page++) {
      const one = await listDispatches(database, { queue: work.queue, limit: 1, after });
      ones.push(...one.items.map(({ turn }) => turn));
      if (one.next === undefined) break;
      after = one.next;
    }

    expect(items.map(({ turn }) => turn)).toEqual([6n, 5n, 4n, 3n, 2n, 1n]);
    expect(ones).toEqual([6n, 5n, 4n, 3n, 2n, 1n]);
    expect(items.every(({ group, type, at }) => group !== undefined && type === "count" && at instanceof Date)).toBe(
      true,
    );
    expect(items.filter(({ tenant }) => tenant === "bob")).toHaveLength(4);
  });

  test("of a tenant are only its own", async () => {
    const { items, next } = await listDispatches(database, { queue: work.queue, tenant: "ann" });

    expect(items.map(({ tenant }) => tenant)).toEqual(["ann", "ann"]);
    expect(next).toBeUndefined();
  });

  test("are shared by weight, and the spread is within its bound", async () => {
    const fairness = await queueFairness(database, { queue: work.queue });

    const [ann, bob] = fairness.lanes.filter(({ level }) => level === "tenant");
    expect(fairness).toMatchObject({ turns: 6, isWhole: true });
    expect(ann).toMatchObject({ tenant: "ann", turns: 2, isLimited: false });
    expect(ann?.share).toBeCloseTo(1 / 3);
    expect(ann?.entitlement).toBeCloseTo(1 / 3);
    expect(bob?.share).toBeCloseTo(2 / 3);
    expect(bob?.entitlement).toBeCloseTo(2 / 3);
    expect(fairness.spread.tenant).toBeLessThanOrEqual(fairness.bound.tenant);
    const own = await queueFairness(database, { queue: work.queue, tenant: "ann" });
    expect(own.lanes.every(({ tenant }) => tenant === "ann")).toBe(true);
    expect(own.lanes[0]?.share).toBeCloseTo(1 / 3);
  });

  test("of a leaf that sleeps by now count in the bound of its tenant", async () => {
    const other = workedQueue(database);
    await other.submit(1, { tenant: "eve", cost: 6 });
    await other.submit(3, { tenant: "fay" });
    await other.take(2);
    await other.submit(1, { tenant: "eve" });
    await other.take(1);

    const { spread, bound } = await queueFairness(database, { queue: other.queue });

    expect(spread.tenant).toBeGreaterThan(1);
    expect(bound).toEqual({ tenant: 6, group: 6, task: 1 });
  });

  test("are counted in spans of time, by their outcome", async () => {
    const { spans, spanMs, completedPrecision } = await activityHistory(database, { queue: work.queue });
    const sum = (key: "dispatched" | "completed" | "failed" | "retried"): number =>
      spans.reduce((total, span) => total + span[key], 0);

    expect([spans.length, spanMs, completedPrecision]).toEqual([90, 10_000, "exact"]);
    expect([sum("dispatched"), sum("completed"), sum("failed"), sum("retried")]).toEqual([6, 1, 0, 0]);
    const own = await activityHistory(database, { queue: work.queue, tenant: "ann", spans: 6, spanMs: 60_000 });
    expect(own.spans.reduce((total, { dispatched }) => total + dispatched, 0)).toBe(2);
  });
});

test("a process with leases is listed though it is not registered; a tenant sees it only with the tenant's own chunks", async () => {
  const all = await listWorkers(database);
  const bobs = await listWorkers(database, { tenant: "bob" });
  const nobodys = await listWorkers(database, { tenant: "nobody" });

  expect(all.items).toMatchObject([{ owner: "worker-1", state: "present", slots: undefined }]);
  expect(bobs.items).toMatchObject([{ owner: "worker-1", running: 3 }]);
  expect(nobodys.items).toEqual([]);
});
