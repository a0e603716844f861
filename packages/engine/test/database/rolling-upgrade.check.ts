/** Story: a schema is upgraded while processes run, which are then replaced one after the other. */
import { createHash, randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations, type MigrationSet } from "../../src/database/migration-set.ts";
import { createEngine, type Engine } from "../../src/engine.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { insertEffect, makeEffects, selectEffects, selectOpenChunks } from "../support/story-rows.sql.ts";
import { WAIT } from "../support/story-support.ts";
import { openTestDatabase, openTestPostgres } from "../support/test-database.ts";
import { addToAll, selectTables } from "./rolling-upgrade.sql.ts";

const TASKS = 3;
const CHUNKS = 20;

test("work continues while a later version adds to every table and replaces every function, and while newer processes replace older ones", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const tables = await database.query(selectTables(database.schema));
  await database.query(makeEffects());
  const older = await startEngine(database, "older");
  await submit(older);
  await untilDone(database, 5);

  await migrate(database, { migrations: await laterMigrations(tables.map(({ name }) => name)) });
  await submit(older);
  await untilDone(database, TASKS * CHUNKS + 5); // the older process continues alone
  const newer = await startEngine(await openAnother(database), "newer");
  await submit(newer);
  await older.stop();
  await vi.waitUntil(async () => (await database.query(selectOpenChunks())).length === 0, WAIT);

  const effects = await database.query(selectEffects());
  expect(effects).toHaveLength(3 * TASKS * CHUNKS);
  expect(new Set(effects.map(({ task_id: taskId, number }) => `${String(taskId)}/${String(number)}`)).size).toBe(
    effects.length,
  );
  expect(new Set(effects.map(({ worker }) => worker))).toEqual(new Set(["older", "newer"]));
  expect((await auditQueue(database, { queue: "upgraded" })).difference).toBeUndefined();
});

/** Returns the engine's migrations with another table file, and with every function file changed. */
async function laterMigrations(tables: readonly string[]): Promise<MigrationSet> {
  const set = await engineMigrations();
  const number = set.migrations.length + 1;
  const later = { number, name: `${String(number)}_later.sql`, ...withChecksum(addToAll(tables)) };
  const files = (set.functions?.files ?? []).map((file) => ({ ...file, ...withChecksum(`${file.text}-- later\n`) }));
  const functions = { revision: (set.functions?.revision ?? 0) + 1, files };
  return { ...set, migrations: [...set.migrations, later], functions };
}

function withChecksum(text: string): { text: string; checksum: string } {
  return { text, checksum: createHash("sha256").update(text).digest("hex") };
}

/** Opens the database like another process: with connections and prepared statements of its own. */
async function openAnother({ schema }: Database): Promise<Database> {
  const database = await openTestPostgres({ schema });
  onTestFinished(() => database.close());
  return database;
}

const work = (worker: string) =>
  defineTask({
    name: "story.upgraded",
    queue: "upgraded",
    pool: "upgraded",
    split: (count: number) => Array.from({ length: count }, (_, index) => index),
    run: async (_, { taskId, number, commit, signal }) => {
      await systemClock.wait(5, signal);
      signal.throwIfAborted();
      await commit((tx) => tx.query(insertEffect({ task_id: taskId, number, worker })).then(() => undefined));
    },
  });

async function startEngine(database: Database, worker: string): Promise<Engine> {
  const config = { workerId: `${worker}-${randomBytes(4).toString("hex")}` };
  const engine = await createEngine({ tasks: [work(worker)], database, config, slots: 4, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  return engine;
}

async function submit(engine: Engine): Promise<void> {
  for (let nth = 1; nth <= TASKS; nth++)
    await engine.submit(work("any"), CHUNKS, { tenant: `tenant-${String(nth)}`, group: "stories" });
}

async function untilDone(database: Database, count: number): Promise<void> {
  await vi.waitUntil(async () => (await database.query(selectEffects())).length >= count, WAIT);
}
