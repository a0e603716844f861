/** A database of version 0.1.0 that moved over has the schema of a new one. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate, silentLogger, type Database } from "@rota/engine";
import { openPglite, sqlScript } from "@rota/engine/internal";
import { readMigrations } from "@rota/engine/workload";
import { expect, onTestFinished, test } from "vitest";
import { describeNew, readSets } from "./describe-schema.ts";

const ROOT = new URL("../../", import.meta.url);

test("a database of version 0.1.0 with all workloads that moved over has the schema of a new one", async () => {
  const [moved, made] = [await openEmpty(), await openEmpty()];
  const sets = await readSets();
  for (const { folder, migrations } of sets) await migrateToOlder(moved, folder, migrations.name);
  await moved.query(sqlScript("drop table rota.function_sets"));

  for (const database of [moved, made]) for (const { migrations } of sets) await migrate(database, { migrations });

  expect(await describeNew(moved, new Set())).toBe(await describeNew(made, new Set()));
});

test("a schema that lacks something of a new one is described otherwise", async () => {
  const [changed, made] = [await openEmpty(), await openEmpty()];
  for (const database of [changed, made]) await migrate(database);
  await changed.query(sqlScript("alter table rota.leases alter column numbers set storage extended"));

  expect(await describeNew(changed, new Set())).not.toBe(await describeNew(made, new Set()));
});

async function openEmpty(): Promise<Database> {
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  onTestFinished(() => database.close());
  return database;
}

/** Sets that version 0.1.0 did not have are left out. */
async function migrateToOlder(database: Database, folder: string, name: string): Promise<void> {
  const older = new URL(folder.replace(/sql$/, "test/version-0.1.0"), ROOT);
  if (existsSync(older)) await migrate(database, { migrations: await readMigrations(name, fileURLToPath(older)) });
}
