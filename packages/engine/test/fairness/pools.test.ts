/** Tests of pools as stories: one tree over several queues, and queues that are skipped, never waited for. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations } from "../../src/database/migration-set.ts";
import { createEngine } from "../../src/engine.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { explainChunk } from "../../src/fairness/explain-chunk.ts";
import { fairnessSpread } from "../../src/fairness/measure-spread.ts";
import { listLanes } from "../../src/inspect/list-lanes.ts";
import { listWorkers } from "../../src/inspect/list-workers.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { setLane } from "../../src/tasks/lanes.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { countOf, StoryQueue } from "./fairness-support.ts";

const LEASE_MS = 60_000;
const CREATION = "tally.creation";
const PARTIAL = "partial.decryption";
const COMPENSATED = "compensated.decryption";
const COMBINE = "combine.decryption";
const QUEUES = [CREATION, PARTIAL, COMPENSATED, COMBINE] as const;

let opened: TestDatabase;
let stories = 0;

beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

/** A pool with work in several queues, and a worker for some of them. */
function newPool() {
  const { database } = opened;
  const pool = `pool-${String(++stories)}`;
  const story = new StoryQueue(database, pool);
  const take = (limit: number, routes: readonly string[] = QUEUES) =>
    takeTurns(database, { queue: pool, routes, limit, owner: "story", leaseMs: LEASE_MS });
  return {
    pool,
    take,
    submit: (...tasks: readonly { name: string; count: number; tenant?: string; queue: string; group?: string }[]) =>
      story.submit(...tasks.map((task) => ({ ...task, pool }))),
    names: async (limit: number, routes?: readonly string[]) =>
      (await take(limit, routes)).map(({ payload }) => String(payload)),
    audit: () => auditQueue(database, { queue: pool }),
  };
}

describe("one worker for four queues", () => {
  test("gives a tenant with work in three queues the same share as one with work in one", async () => {
    const { submit, names, audit } = newPool();
    await submit(
      { name: "X", tenant: "x", queue: CREATION, count: 60 },
      { name: "X", tenant: "x", queue: PARTIAL, count: 60 },
      { name: "X", tenant: "x", queue: COMPENSATED, count: 60 },
      { name: "Y", tenant: "y", queue: COMBINE, count: 60 },
    );

    const received: string[] = [];
    for (let turn = 0; turn < 60; turn++) received.push(...(await names(1)));

    expect([countOf("X", received), countOf("Y", received)]).toEqual([30, 30]);
    expect(received.map((name) => name.slice(0, 1)).join("")).toBe("XY".repeat(30));
    expect(await audit()).toMatchObject({ difference: undefined });
  });

  test("gives the chunks of three tasks in three queues in turn, as in the document", async () => {
    const { submit, names } = newPool();
    await submit(
      { name: "A", queue: CREATION, count: 10 },
      { name: "B", queue: PARTIAL, count: 5 },
      { name: "C", queue: COMBINE, count: 20 },
    );

    const received = await names(35);

    expect(received.slice(0, 18).join(" ")).toBe("A1 B1 C1 A2 B2 C2 A3 B3 C3 A4 B4 C4 A5 B5 C5 A6 C6 A7");
    expect(received.slice(18, 35)).toHaveLength(17);
  });

  test("gives a task of ten chunks in another queue its turns beside one of five hundred", async () => {
    const { submit, names } = newPool();
    await submit({ name: "A", queue: CREATION, count: 500 }, { name: "B", queue: COMBINE, count: 10 });

    const received = await names(21);

    expect(received.join(" ")).toBe("A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6 A7 B7 A8 B8 A9 B9 A10 B10 A11");
  });

  test("starts a task that comes late by another queue in the current round", async () => {
    const { submit, names } = newPool();
    await submit({ name: "A", queue: CREATION, count: 20 });
    await names(7);
    await submit({ name: "B", queue: COMBINE, count: 20 });

    expect((await names(6)).join(" ")).toMatch(/^(A8 B1 A9 B2 A10 B3|B1 A8 B2 A9 B3 A10)$/);
  });
});

describe("a queue that cannot be taken", () => {
  test("is left to the workers that serve it, and others go on without it", async () => {
    const { submit, names, audit } = newPool();
    await submit({ name: "A", queue: CREATION, count: 4 }, { name: "B", queue: COMBINE, count: 4 });

    const creation = await names(3, [CREATION]);
    const combine = await names(10, [COMBINE]);
    const rest = await names(10);

    expect([creation, combine, rest]).toEqual([["A1", "A2", "A3"], ["B1", "B2", "B3", "B4"], ["A4"]]);
    expect(await audit()).toMatchObject({ difference: undefined, dispatches: 8 });
  });

  test("costs its tenant nothing, and it makes up for nothing", async () => {
    const { submit, names, audit } = newPool();
    await submit({ name: "A", queue: CREATION, count: 50 }, { name: "B", queue: COMBINE, count: 50 });
    await names(20, [CREATION]);

    const received = await names(10);

    expect(received.map((name) => name.slice(0, 1)).join("")).toBe("BABABABABA");
    const report = await audit();
    expect(report.difference).toBeUndefined();
    expect(report.unfairness.filter(({ spread, bound }) => spread > bound)).toEqual([]);
  });

  test("is skipped while it is paused, and says so", async () => {
    const { pool, submit, names, audit } = newPool();
    const [paused] = await submit({ name: "A", queue: CREATION, count: 5 }, { name: "B", queue: COMBINE, count: 5 });
    await setLane(opened.database, { pool, queue: CREATION }, { isPaused: true });

    expect(await names(3)).toEqual(["B1", "B2", "B3"]);
    const { sentence } = await explainChunk(opened.database, { taskId: paused ?? 0n, number: 1 });
    await setLane(opened.database, { pool, queue: CREATION }, { isPaused: false });

    expect(sentence).toContain(`queue ${CREATION} is paused`);
    expect((await names(4)).map((name) => name.slice(0, 1)).join("")).toBe("ABAB");
    expect(await audit()).toMatchObject({ difference: undefined });
  });

  test("is skipped at its cap, and its places are shared by turns", async () => {
    const { pool, submit, take, audit } = newPool();
    await submit(
      { name: "A", queue: CREATION, count: 20 },
      { name: "B", queue: CREATION, count: 20 },
      { name: "C", queue: COMBINE, count: 20 },
    );
    await setLane(opened.database, { pool, queue: CREATION }, { maxInFlight: 1 });

    const received: string[] = [];
    for (let round = 0; round < 8; round++) {
      const chunks = await take(3);
      received.push(...chunks.map(({ payload }) => String(payload)));
      await completeChunks(opened.database, chunks);
    }

    expect(countOf("A", received)).toBe(4);
    expect(countOf("B", received)).toBe(4);
    expect(countOf("C", received)).toBe(16);
    expect(await audit()).toMatchObject({ difference: undefined });
  });

  test("gets no more turns than its rate allows", async () => {
    const { pool, submit, names, audit } = newPool();
    await submit({ name: "A", queue: CREATION, count: 20 }, { name: "B", queue: COMBINE, count: 20 });
    await setLane(opened.database, { pool, queue: CREATION }, { rate: { turns: 1, perMs: 3_600_000, burst: 2 } });

    const received = await names(12);

    expect(countOf("A", received)).toBe(2);
    expect(countOf("B", received)).toBe(10);
    expect(await audit()).toMatchObject({ difference: undefined });
  });
});

test("a worker that is known by its leases only is listed with the queues of its chunks", async () => {
  const { submit, take } = newPool();
  await submit({ name: "A", queue: CREATION, count: 1 }, { name: "B", queue: COMBINE, count: 1 });
  await take(2);

  const { items } = await listWorkers(opened.database);

  const { queues = [] } = items.find(({ owner }) => owner === "story") ?? {};
  expect(queues).toEqual(expect.arrayContaining([CREATION, COMBINE]));
  expect(QUEUES).toEqual(expect.arrayContaining([...queues]));
});

test("tenants that wait for a queue and tenants that do not are measured as one pool", async () => {
  const { pool, submit, names } = newPool();
  await submit({ name: "A", queue: CREATION, count: 5 }, { name: "B", queue: COMBINE, count: 5 });
  await names(3);

  expect(await fairnessSpread(opened.database, pool)).toMatchObject({ tenant: 1 });
});

test("work that queues of an earlier version had as trees of their own runs beside the pool, with its own order", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const done: string[] = [];
  const work = defineTask({
    name: "story.work",
    queue: "emails",
    run: (name: string) => Promise.resolve(void done.push(name)),
  });
  const place = { tenant: "ann", group: "main" };
  const planned = await planTask(work, "new", place);
  const { pool, ...old } = await planTask(work, "old", place);
  await submitTasks(database, [old, planned]);
  const engine = await createEngine({ database, tasks: [work], logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  const last = await engine.submit(work, "last", place);
  await last.result();

  await expect.poll(() => [...done].sort()).toEqual(["last", "new", "old"]);
  expect(pool).toBe("default");
  expect(await auditQueue(database, { queue: "emails" })).toMatchObject({ difference: undefined, dispatches: 1 });
});

test("what was set for a queue of an earlier version is set in the pool again", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const claim = (queue: string) =>
    takeTurns(database, { queue, routes: ["emails"], limit: 5, owner: "story", leaseMs: LEASE_MS });
  await setLane(database, { pool: "emails" }, { maxInFlight: 2 });
  await setLane(database, { pool: "emails", tenant: "ann" }, { weight: 3 });
  await new StoryQueue(database, "emails").submit({ name: "ann", count: 1 });
  await claim("emails");

  await migrate(database, { migrations: await copiedSettings() });
  await new StoryQueue(database, "emails").submit(
    { name: "ann", count: 9, pool: "default" },
    { name: "bob", count: 9, pool: "default" },
  );
  const taken = await claim("default");

  expect(taken).toHaveLength(2);
  const lanes = (await listLanes(database, { queue: "default" })).items.filter(({ level }) => level === "tenant");
  expect(lanes.map(({ name, weight }) => [name, weight])).toEqual([
    ["ann", 3],
    ["bob", 1],
  ]);
});

/** Returns the engine's migrations with the part of the upgrade to pools that copies settings as a later one. */
async function copiedSettings() {
  const set = await engineMigrations();
  const text = set.migrations.find(({ name }) => name.endsWith("_pools.sql"))?.text ?? "";
  const copy = text.slice(text.indexOf("do $$"));
  const checksum = createHash("sha256").update(copy).digest("hex");
  const number = (set.migrations.at(-1)?.number ?? 0) + 1;
  return {
    ...set,
    migrations: [...set.migrations, { number, name: `${String(number)}_again.sql`, text: copy, checksum }],
  };
}
