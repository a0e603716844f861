/** Tests processes that start at the same time and migrate one database. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { openEmptyDatabase, testPostgresUrl } from "../../test/support/test-database.ts";
import { migrate } from "./migrate.ts";
import { engineMigrations, readMigrations } from "./migration-set.ts";
import { selectInstance } from "./database.sql.ts";
import { sql } from "./sql.ts";

const PROCESSES = 10;

test("ten processes that migrate an empty database at once all succeed and apply each file once", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);

  const applied = await migrateInProcesses([database.schema]);

  const { migrations, functions } = await engineMigrations();
  expect(applied.sort()).toEqual([...migrations, ...(functions?.files ?? [])].map(({ name }) => name).sort());
  const rows = await database.query(sql<{ name: string }>`select name from rota.migrations order by number`);
  expect(rows.map((row) => row.name)).toEqual(migrations.map(({ name }) => name));
  expect(await database.query(selectInstance())).toHaveLength(1);
});

test("ten processes that start at once with a changed function file apply it once", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);
  const folder = await copyOfTheEngines();
  await migrate(database, { migrations: await readMigrations("trial", folder) });
  const file = join(folder, "functions", "lane-id.sql");
  await writeFile(file, `${await readFile(file, "utf8")}-- changed\n`);

  const applied = await migrateInProcesses([database.schema, folder]);

  expect(applied).toEqual(["lane-id.sql"]);
});

async function copyOfTheEngines(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rota-functions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(fileURLToPath(new URL("../../sql", import.meta.url)), folder, { recursive: true });
  return folder;
}

/** Returns the files that any of the processes applied. */
async function migrateInProcesses(words: readonly string[]): Promise<string[]> {
  const script = compiledPath(new URL("../../test/support/migrate-in-a-process.ts", import.meta.url));
  const options = { execArgv: [], env: { ...process.env, ROTA_TEST_POSTGRES_URL: testPostgresUrl() } };
  const processes = Array.from({ length: PROCESSES }, () => fork(script, words, options));
  await Promise.all(processes.map((child) => once(child, "message")));
  const ends = processes.map(migrateIn);
  const results = await Promise.all(ends);
  expect(results.map(({ exitCode }) => exitCode)).toEqual(Array(PROCESSES).fill(0));
  return results.flatMap(({ applied }) => applied);
}

async function migrateIn(child: ChildProcess): Promise<{ exitCode: number | null; applied: string[] }> {
  const applied: string[] = [];
  child.on("message", (result: { applied: string[] }) => applied.push(...result.applied));
  child.send("go");
  await once(child, "exit");
  return { exitCode: child.exitCode, applied };
}
