/** What users are told when a command meets a database that its version of Rota does not fit. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, silentLogger, sql, sqlScript, type Database } from "@rota/engine";
import { compiledUrl } from "../../../tools/compiled/compiled-url.ts";
import { migrateAll } from "../src/workloads.ts";
import { makeFolder, runRota } from "./run-rota.ts";

const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
const schema = `test_${randomBytes(8).toString("hex")}`;
const READING = [["audit"], ["audit-head", "tally"], ["explain", "17/3"]];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let database: Database;
beforeAll(async () => {
  folder = await makeFolder();
  const limits = { poolSize: 1, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  database = await openPostgres({ url, schema, ...limits, logger: silentLogger });
});
afterAll(async () => {
  await database.query(sqlScript(`drop schema if exists ${schema} cascade`));
  await database.close();
  await folder.remove();
});

const run = (words: readonly string[]) =>
  runRota(folder.path, words, { ROTA_DATABASE_URL: url, ROTA_SCHEMA: schema, ROTA_LOG_LEVEL: "error" });

test("commands that only read refuse a database that was never migrated, name the way out and leave it as it is", async () => {
  const refused = await Promise.all(READING.map(run));

  for (const { exitCode, err } of refused) {
    expect(err).toMatch(
      new RegExp(
        `^rota: MIGRATION_MISSING: schema "${schema}" .* lacks \\d+ migrations, from 0001_instance.sql on: run`,
      ),
    );
    expect(exitCode).toBe(4);
  }
  const found = await database.query(sql`select from pg_namespace where nspname = ${schema}`);
  expect(found).toHaveLength(0);
});

test("every command refuses a database that is newer than its version", async () => {
  await migrateAll(database);
  await database.query(sql`
    insert into rota.migrations (set_name, number, name, checksum, duration_ms, rota_version)
    select set_name, 9999, '9999_later.sql', checksum, 0, '99.0.0' from rota.migrations limit 1`);
  const tasks = join(folder.path, "tasks.mjs");
  const engine = compiledUrl(import.meta.resolve("@rota/engine")).href;
  await writeFile(
    tasks,
    `import { defineTask } from "${engine}"; export const say = defineTask({ name: "demo.say", run: () => 1 });`,
  );

  const refused = await Promise.all([...READING, ["work", "--tasks", tasks]].map(run));

  for (const { exitCode, err } of refused) {
    expect(err).toMatch(/MIGRATION_NEWER: the database is newer than this code: .* 9999_later\.sql .* Install/);
    expect(exitCode).toBe(4);
  }
});
