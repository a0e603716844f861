/** Tests that the tables of a workload exist, that its handlers read them, and that its next tasks depend on what they wrote. */
import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { MigrationSet } from "../src/database/migration-set.ts";
import { sql } from "../src/database/sql.ts";
import { createEngine, type EngineOptions } from "../src/engine.ts";
import { createLogger, silentLogger } from "../src/runtime/logger.ts";
import { defineTask } from "../src/tasks/define-task.ts";
import { planTask } from "../src/tasks/plan-task.ts";
import { openTestDatabase, testPostgresUrl } from "./support/test-database.ts";
import { defineWorkload } from "../src/workload/workload.ts";

const { text: TEXT } = sql`create table rota.library_books (title text primary key, words integer)`;
const LIBRARY: MigrationSet = {
  name: "library",
  migrations: [
    { number: 1, name: "0001_books.sql", text: TEXT, checksum: createHash("sha256").update(TEXT).digest("hex") },
  ],
};
const PLACE = { tenant: "ann", group: "books" };

test("its migrations follow the engine's, its handlers read its tables, and its next tasks see what they committed", async () => {
  const { database: opened, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  const report = defineTask({ name: "library.report", run: ({ words }: { words: number }) => words });
  const count = defineTask({
    name: "library.count",
    run: async ({ title }: { title: string }, { database, commit }) => {
      const known = await database.query(sql<{ words: number | null }>`select words from rota.library_books`);
      await commit((tx) =>
        tx.query(sql`insert into rota.library_books values (${title}, ${title.length + known.length})`),
      );
    },
    then: async ({ tx, submit }) => {
      const [row] = await tx.query(sql<{ words: number }>`select words from rota.library_books`);
      await submit([await planTask(report, { words: row?.words ?? 0 }, { ...PLACE, unique: { key: "report" } })]);
    },
  });
  const library = defineWorkload({
    name: "library",
    migrations: () => Promise.resolve(LIBRARY),
    load: () => Promise.resolve({ tasks: [count, report] }),
  });

  const engine = await createEngine({
    workloads: [library],
    config: { databaseUrl: testPostgresUrl(), schema: opened.schema },
    logger: silentLogger,
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  await (await engine.submit(count, { title: "Emma" }, PLACE)).result();
  const reported = await engine.submit(report, { words: 4 }, { ...PLACE, unique: { key: "report" } });

  expect(await reported.result()).toBe(4);
  expect(reported.isNew).toBe(false);
});

test("an engine without a workload whose tables are in the database says once that they stay, one with it says nothing", async () => {
  const { database: opened, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  const library = defineWorkload({ name: "library", migrations: () => Promise.resolve(LIBRARY) });
  const linesOf = async (given: EngineOptions): Promise<string[]> => {
    const lines: string[] = [];
    const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void lines.push(line) } });
    const config = { databaseUrl: testPostgresUrl(), schema: opened.schema };
    await (await createEngine({ ...given, config, logger })).stop();
    return lines.filter((line) => line.includes("library"));
  };

  expect(await linesOf({ workloads: [library] })).toEqual([]);
  expect(await linesOf({})).toEqual([
    expect.stringContaining("the tables of the workload library (up to 0001_books.sql) stay as they are"),
  ]);
});

test("a name that cannot be the first word of a command is refused", () => {
  const migrations = () => Promise.resolve(LIBRARY);

  expect(() => defineWorkload({ name: "My Library", migrations })).toThrow("not in lower case");
});

test("two workloads with one name, error code or webhook format, or two defaults of one option, are refused before anything is opened", async () => {
  const webhookFormats = [{ name: "old", headers: () => ({}) }];
  const shop = defineWorkload({
    name: "shop",
    load: () => Promise.resolve({ webhookFormats }),
    errors: { SOLD_OUT: "conflict" },
    settings: { defaults: { workerSlots: 3 } },
  });
  const open = (given: Parameters<typeof defineWorkload>[0]) =>
    createEngine({ workloads: [shop, defineWorkload(given)], logger: silentLogger });

  await expect(open({ name: "shop" })).rejects.toMatchObject({
    code: "WORKLOAD_CLASH",
    message: "the name shop of a workload is taken: rename it, or leave one out",
  });
  await expect(open({ name: "fair", load: () => Promise.resolve({ webhookFormats }) })).rejects.toMatchObject({
    code: "WORKLOAD_CLASH",
    message: "there are two webhook formats old: leave one workload out",
  });
  await expect(open({ name: "engine" })).rejects.toThrow("the name engine of a workload is taken");
  await expect(open({ name: "fair", errors: { SOLD_OUT: "conflict" } })).rejects.toMatchObject({
    code: "WORKLOAD_CLASH",
    message: "workload shop and workload fair both have the error code SOLD_OUT: leave one of them out of workloads",
  });
  await expect(open({ name: "fair", errors: { TASK_NOT_FOUND: "not_found" } })).rejects.toThrow(
    "the engine and workload fair both have the error code TASK_NOT_FOUND",
  );
  await expect(open({ name: "fair", settings: { defaults: { workerSlots: 4 } } })).rejects.toThrow(
    "workloads shop and fair give workerSlots different defaults",
  );
});
