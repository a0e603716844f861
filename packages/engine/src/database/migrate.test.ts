/** Migrations are applied once, in order, by however many processes, and refused when they do not fit. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openEmptyDatabase } from "../../test/support/test-database.ts";
import { engineMigrations, migrate, readMigrations } from "./migrate.ts";
import { selectInstance } from "./database.sql.ts";
import { type Sql, sql, sqlScript } from "./sql.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function setOf(files: Record<string, Sql>) {
  const folder = await mkdtemp(join(tmpdir(), "rota-migrations-"));
  folders.push(folder);
  for (const [name, script] of Object.entries(files)) await writeFile(join(folder, name), script.text);
  return readMigrations("trial", folder);
}

const first = { "0001_cities.sql": sqlScript("create table rota.cities (name text);") };
const second = { ...first, "0002_rivers.sql": sqlScript("create table rota.rivers (name text);") };

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("the engine's migrations make an installation, and a second call changes nothing", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });

    const before = await migrate(database);
    const again = await migrate(database);

    expect(before.applied).toEqual((await engineMigrations()).migrations.map((migration) => migration.name));
    expect(again.applied).toEqual([]);
    expect(await database.query(selectInstance())).toHaveLength(1);
    await dispose();
  });

  test("a newer set applies only what is missing, beside the engine's own", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database);
    await migrate(database, { migrations: await setOf(first) });

    const result = await migrate(database, { migrations: await setOf(second) });

    expect(result.applied).toEqual(["0002_rivers.sql"]);
    const rows = await database.query(
      sql`select set_name, number from rota.migrations where set_name = 'trial' order by 2`,
    );
    expect(rows).toEqual([
      { set_name: "trial", number: 1 },
      { set_name: "trial", number: 2 },
    ]);
    await dispose();
  });

  test("an edited migration is refused with its name and both checksums", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    const applied = await setOf(first);
    await migrate(database, { migrations: applied });
    const edited = await setOf({ "0001_cities.sql": sqlScript("create table rota.cities (title text);") });

    const refused = migrate(database, { migrations: edited });

    await expect(refused).rejects.toMatchObject({
      code: "MIGRATION_EDITED",
      details: {
        file: "0001_cities.sql",
        appliedChecksum: applied.migrations[0]?.checksum,
        fileChecksum: edited.migrations[0]?.checksum,
      },
    });
    await dispose();
  });

  test("a database newer than the code is refused", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await setOf(second) });

    const refused = migrate(database, { migrations: await setOf(first) });

    await expect(refused).rejects.toMatchObject({ code: "MIGRATION_NEWER", details: { file: "0002_rivers.sql" } });
    await dispose();
  });

  test("a migration that fails changes nothing, also not what came before it", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    const failing = await setOf({
      ...first,
      "0002_wrong.sql": sqlScript("create table rota.streets (id int); selekt 1;"),
    });

    await expect(migrate(database, { migrations: failing })).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
      details: { file: "0002_wrong.sql" },
    });

    expect(await database.query(sql`select to_regclass('rota.cities') as found`)).toEqual([{ found: null }]);
    await dispose();
  });
});

test("a migration that PostgreSQL ends because work waits for it and it for that work is tried again", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  await migrate(database, { migrations: await setOf(second) });
  const third = await setOf({
    ...second,
    "0003_lengths.sql": sqlScript(
      "alter table rota.rivers add column length int; alter table rota.cities add column size int;",
    ),
  });

  const migrated = await database.transaction(async (tx) => {
    await tx.query(sqlScript("set local deadlock_timeout = '1h'; lock table rota.cities in row exclusive mode;"));
    const migrating = migrate(database, { migrations: third });
    migrating.catch(() => undefined); // told below
    const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
    await vi.waitUntil(async () => (await tx.query(waiting)).length > 0);
    await tx.query(sqlScript("lock table rota.rivers in row exclusive mode;"));
    return { migrating };
  });

  expect((await migrated.migrating).applied).toEqual(["0003_lengths.sql"]);
  await dispose();
});

test("line ends do not change a checksum", async () => {
  const unix = await setOf({ "0001_a.sql": sqlScript("select 1;\nselect 2;\n") });
  const windows = await setOf({ "0001_a.sql": sqlScript("select 1;\r\nselect 2;\r\n") });
  expect(windows.migrations[0]?.checksum).toBe(unix.migrations[0]?.checksum);
});

test.each([
  ["a gap", { "0001_a.sql": sqlScript(""), "0003_c.sql": sqlScript("") }, "0003_c.sql"],
  ["a number used twice", { "0001_a.sql": sqlScript(""), "0001_b.sql": sqlScript("") }, "0001_b.sql"],
  ["a name that says no number", { "first.sql": sqlScript("") }, "first.sql"],
])("a set with %s is refused by the file's name", async (_, files, file) => {
  await expect(setOf(files)).rejects.toMatchObject({ code: "MIGRATION_SET_INVALID", details: { file } });
});
