/** Tests the errors of commands on a database with another schema version. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, sql, type Database } from "@rota/engine";
import { compiledUrl } from "../../../tools/compiled/compiled-url.ts";
import { openEmptyCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota } from "./run-rota.ts";

const READING = [["audit"], ["audit-head", "tally"], ["explain", "17/3"]];

let schema: CliSchema;
let database: Database;
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openEmptyCliSchema();
  ({ database } = schema);
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

const read = async () => {
  const refused = [];
  for (const words of READING) refused.push(await runHere([...words, ...schema.words]));
  return refused;
};

test("commands that only read refuse a database that was never migrated, name the way out and leave it unchanged", async () => {
  const refused = await read();

  for (const { exitCode, err } of refused) {
    expect(err).toMatch(
      new RegExp(
        `^rota: MIGRATION_MISSING: schema "${schema.name}" .* lacks \\d+ SQL files, from refuse-audit-change.sql on: run`,
      ),
    );
    expect(exitCode).toBe(4);
  }
  const found = await database.query(sql`select from pg_namespace where nspname = ${schema.name}`);
  expect(found).toHaveLength(0);
});

test("every command refuses a database that is newer than its own version", async () => {
  await migrate(database);
  await database.query(sql`
    insert into rota.migrations (set_name, number, name, checksum, duration_ms, rota_version)
    select set_name, 9999, '9999_later.sql', checksum, 0, '99.0.0' from rota.migrations limit 1`);
  const tasks = join(folder.path, "tasks.mjs");
  const engine = compiledUrl(import.meta.resolve("@rota/engine")).href;
  await writeFile(
    tasks,
    `import { defineTask } from "${engine}"; export const say = defineTask({ name: "demo.say", run: () => 1 });`,
  );

  const env = { ...schema.env, ROTA_LOG_LEVEL: "error" };
  const refused = [...(await read()), await runRota(folder.path, ["work", "--tasks", tasks], env)];

  for (const { exitCode, err } of refused) {
    expect(err).toMatch(/MIGRATION_NEWER: the database is newer than this code: .* 9999_later\.sql .* Install/);
    expect(exitCode).toBe(4);
  }
});
