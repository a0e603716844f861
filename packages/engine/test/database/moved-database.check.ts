/** Story: a database of version 0.1.0, with work in every state, is upgraded to the tables and functions of this version. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations, type MigrationSet } from "../../src/database/migration-set.ts";
import { sql } from "../../src/database/sql.ts";
import { createEngine, type Engine } from "../../src/engine.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { getSystemStatistics } from "../../src/progress/system-statistics.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { retryIn } from "../../src/tasks/outcome.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { insertEffect, makeEffects, selectEffects, selectOpenChunks } from "../support/story-rows.sql.ts";
import { WAIT } from "../support/story-support.ts";
import { backUp, restore } from "./restore-support.ts";
import { openEmptyDatabase } from "../support/test-database.ts";
import { migrateToOlder, olderMigrations } from "../support/version-0.1.0.ts";

const CHUNKS = 6;
const SLOTS = 3;
const AN_HOUR_MS = 3_600_000;
/** Number of table files that replace the migrations of version 0.1.0. */
const BASELINE = 12;

/** Returns every row about work and decisions, as text, without the columns that version 0.1.0 did not have. */
const selectWork = () => sql<{ work: string }>`
  select jsonb_build_object(
           'tasks', (select jsonb_agg(to_jsonb(tasks) - array['announce', 'pool', 'limits'] order by task_id) from rota.tasks),
           'chunks', (select jsonb_agg(to_jsonb(chunks) - array['announce', 'limits'] order by task_id, number) from rota.chunks),
           'countdowns', (select jsonb_agg(to_jsonb(countdowns) - 'cancelled' order by task_id) from rota.countdowns),
           'attempts', (select jsonb_agg(attempts order by attempt_id) from rota.attempts),
           'leases', (select jsonb_agg(distinct lease_token) from rota.leases join rota.chunks using (lease_token)),
           'lanes', (select jsonb_agg(to_jsonb(lanes) - array['routes', 'limits', 'declared'] order by lane_id, start) from rota.lanes),
           'log', (select jsonb_agg(to_jsonb(dispatch_log) - 'routes' order by queue, entry) from rota.dispatch_log),
           'instance', (select jsonb_agg(instance) from rota.instance))::text as work`;

const selectStates = () => sql<{ state: string; chunks: number }>`
  select state, count(*)::int as chunks from rota.chunks group by state`;
const selectApplied = () => sql<{ number: number; name: string; applied_at: Date }>`
  select number, name, applied_at from rota.migrations where set_name = 'engine' order by number`;

/** Returns the files that a database of version 0.1.0 lacks: tables that came later, and functions. */
function addedSince({ migrations, functions }: MigrationSet): string[] {
  return [...migrations.slice(BASELINE), ...(functions?.files ?? [])].map(({ name }) => name);
}

async function openOlder(): Promise<Database> {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrateToOlder(database);
  return database;
}

/** Lets an engine of this version, which names the queues that it serves, claim with the functions of version 0.1.0. */
const CLAIMS_BY_QUEUES = [
  sql`create function rota.take_turns(text, integer, text, boolean, bigint, interval, integer, text[])
      returns table (first_turn bigint, chunks json) language sql as 'select * from rota.take_turns($1, $2, $3, $4, $5, $6, $7)'`,
  sql`create function rota.take_queued(text, integer, text, boolean, bigint, interval, text[])
      returns json language sql as 'select rota.take_queued($1, $2, $3, $4, $5, $6)'`,
];

/** Version 0.1.0 had a tree of turns for each queue: a pool with the queue's name. */
const place = { queue: "moved", pool: "moved" } as const;
const finished = defineTask({ name: "moved.finished", ...place, run: () => 1 });
const failing = defineTask({ name: "moved.retried", ...place, run: () => retryIn(AN_HOUR_MS, "not yet") });
/** Defines a task whose chunks wait until the gate is aborted. */
const held = (gate: AbortSignal) =>
  defineTask({
    name: "moved.held",
    ...place,
    split: (count: number) => Array.from({ length: count }, (_, index) => index),
    run: async (_, { taskId, number, commit }) => {
      if (!gate.aborted) await once(gate, "abort");
      await commit((tx) => tx.query(insertEffect({ task_id: taskId, number, worker: "w" })).then(() => undefined));
    },
  });

async function startEngine(database: Database, gate: AbortSignal): Promise<Engine> {
  const config = { workerId: `moved-${randomBytes(4).toString("hex")}`, logRetentionMs: 0 }; // no lane is forgotten meanwhile
  const tasks = [finished, failing, held(gate)];
  const engine = await createEngine({ tasks, database, config, slots: SLOTS, logger: silentLogger });
  onTestFinished(() => engine.stop());
  return engine;
}

test("work of version 0.1.0 that is submitted, running, scheduled or finished stays as it is and ends once", async () => {
  const database = await openOlder();
  await database.query(makeEffects());
  for (const statement of CLAIMS_BY_QUEUES) await database.query(statement);
  const gate = new AbortController();
  const engine = await startEngine(database, gate.signal);
  const owner = { tenant: "ann", group: "stories" };
  await engine.start();
  await (await engine.submit(finished, undefined, owner)).result();
  await engine.submit(failing, undefined, owner);
  await engine.submit(finished, undefined, { ...owner, dueAt: new Date(Date.now() + AN_HOUR_MS) });
  await engine.submit(held(gate.signal), CHUNKS, owner);
  const atRest = { COMPLETED: 1, PENDING: CHUNKS - SLOTS, PROCESSING: SLOTS, SCHEDULED: 2 };
  const counts = async () =>
    Object.fromEntries((await database.query(selectStates())).map(({ state, chunks }) => [state, chunks]));
  await expect.poll(counts, WAIT).toEqual(atRest);
  await vi.waitUntil(async () => (await database.query(sql`select from rota.attempts`)).length === 1, WAIT);
  const [before] = await database.query(selectWork());
  const migratedAt = (await database.query(selectApplied()))[0]?.applied_at;

  const { applied } = await migrate(database);

  const set = await engineMigrations();
  expect(applied.toSorted()).toEqual(addedSince(set).toSorted());
  expect(await database.query(selectWork())).toEqual([before]);
  const rows = await database.query(selectApplied());
  expect(rows.map(({ name }) => name)).toEqual(set.migrations.map(({ name }) => name));
  expect(rows.slice(0, BASELINE).map(({ applied_at }) => applied_at)).toEqual(Array(BASELINE).fill(migratedAt));
  expect(await migrate(database)).toEqual({ applied: [] });
  const statistics = async () => {
    const states = Object.entries((await getSystemStatistics(database)).chunksByState);
    return Object.fromEntries(states.flatMap(([state, { count }]) => (count === 0 ? [] : [[state, count]])));
  };
  expect(await statistics()).toEqual(atRest);

  gate.abort();
  await engine.submit(held(gate.signal), CHUNKS, owner);
  const open = async () => (await database.query(selectOpenChunks())).map(({ state }) => state);
  await vi.waitUntil(async () => (await open()).every((state) => state === "SCHEDULED"), WAIT);
  expect(await open()).toEqual(["SCHEDULED", "SCHEDULED"]);
  const effects = await database.query(selectEffects());
  expect(new Set(effects.map(({ task_id, number }) => `${String(task_id)}/${String(number)}`)).size).toBe(2 * CHUNKS);
  expect(effects).toHaveLength(2 * CHUNKS);
  expect((await auditQueue(database, { queue: "moved" })).difference).toBeUndefined();
  expect(await statistics()).toEqual(await counts());
});

test("a dry run on a database of version 0.1.0 names the functions and the later tables, and changes nothing", async () => {
  const database = await openOlder();
  const before = await database.query(selectApplied());

  const { applied } = await migrate(database, { isDryRun: true });

  expect(applied.toSorted()).toEqual(addedSince(await engineMigrations()).toSorted());
  expect(await database.query(selectApplied())).toEqual(before);
});

test("version 0.1.0 refuses to start on a database that has moved, and on a new one", async () => {
  const moved = await openOlder();
  await migrate(moved);
  const { database: made, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(made);

  for (const database of [moved, made])
    await expect(migrate(database, { migrations: await olderMigrations() })).rejects.toMatchObject({
      code: "MIGRATION_NEWER",
      details: { file: "0001_instance.sql", known: 26 },
    });
});

test("a database older than version 0.1.0 is refused with what to do and stays as it is", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrateToOlder(database, 20);
  const before = await database.query(selectApplied());

  const refused: unknown = await migrate(database).catch((error: unknown) => error);

  expect(refused).toMatchObject({ code: "MIGRATION_MISSING", details: { version: "0.1.0", missing: 6 } });
  expect(String(refused)).toContain("Run `rota migrate` of version 0.1.0 first");
  expect(await database.query(selectApplied())).toEqual(before);
});

test("a backup of version 0.1.0 is restored with the tables and functions of this version", async () => {
  const older = await openOlder();
  const task = await planTask(finished, undefined, { tenant: "ann", group: "stories" });
  await submitTasks(older, [task, task]);

  const restored = await restore(await backUp(older));
  const { applied } = await migrate(restored);

  expect(addedSince(await engineMigrations())).toEqual(expect.arrayContaining([...applied]));
  expect(await migrate(restored)).toEqual({ applied: [] });
  expect(await restored.query(sql`select state from rota.chunks`)).toEqual([
    { state: "PENDING" },
    { state: "PENDING" },
  ]);
  const taken = await takeTurns(restored, { queue: "moved", limit: 5, owner: "w", leaseMs: 60_000 });
  expect(taken).toHaveLength(2);
});
