/** Tests that table files are applied once and in order, function files whenever they change, and mismatches are refused. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openEmptyDatabase } from "../../test/support/test-database.ts";
import { migrate } from "./migrate.ts";
import { engineMigrations, readMigrations } from "./migration-set.ts";
import type { Database } from "./database.ts";
import { lockMigrations, selectInstance } from "./database.sql.ts";
import { type Sql, sql, sqlScript } from "./sql.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

type Functions = {
  readonly revision: number;
  readonly before?: Record<string, Sql>;
  readonly after?: Record<string, Sql>;
};

async function setOf(tables: Record<string, Sql>, functions?: Functions) {
  const folder = await mkdtemp(join(tmpdir(), "rota-migrations-"));
  folders.push(folder);
  await writeAll(join(folder, "tables"), tables);
  if (functions !== undefined) await writeFunctions(folder, functions);
  return readMigrations("trial", folder);
}

async function writeFunctions(folder: string, { revision, before = {}, after = {} }: Functions): Promise<void> {
  const [beforeTables, afterTables] = [Object.keys(before), Object.keys(after)];
  await writeFile(join(folder, "functions.json"), JSON.stringify({ revision, beforeTables, afterTables }));
  await writeAll(join(folder, "functions"), { ...before, ...after });
}

async function writeAll(folder: string, files: Record<string, Sql>): Promise<void> {
  await mkdir(folder);
  for (const [name, script] of Object.entries(files)) await writeFile(join(folder, name), script.text);
}

const first = { "0001_cities.sql": sqlScript("create table rota.cities (name text);") };
const second = { ...first, "0002_rivers.sql": sqlScript("create table rota.rivers (name text);") };

const sayNumber = (number: number) =>
  sqlScript(`create or replace function rota.say_number() returns int language sql as 'select ${String(number)}';`);
const sayText = sqlScript(`
  drop function if exists rota.say_number();
  create or replace function rota.say_number() returns text language sql as 'select ''one''::text';`);
const sayCity = sqlScript(`
  create or replace function rota.first_city() returns text language sql as 'select name from rota.cities limit 1';`);
const numbered = (revision: number, script: Sql) => setOf(first, { revision, after: { "say-number.sql": script } });

async function saidBy(database: Database): Promise<unknown> {
  const [row] = await database.query(sql<{ said: unknown }>`select rota.say_number() as said`);
  return row?.said;
}

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("the engine's migrations create the schema, and a second call changes nothing", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });

    const before = await migrate(database);
    const again = await migrate(database);

    const { migrations, functions } = await engineMigrations();
    expect([...before.applied].sort()).toEqual(
      [...migrations, ...(functions?.files ?? [])].map(({ name }) => name).sort(),
    );
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

  test("a migration that fails changes nothing, and neither do those before it", async () => {
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

  test("a function file that changed is applied once, and the others are not applied again", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    const withCity = (revision: number, number: number) =>
      setOf(first, { revision, after: { "first-city.sql": sayCity, "say-number.sql": sayNumber(number) } });
    await migrate(database, { migrations: await withCity(1, 1) });

    const planned = await migrate(database, { migrations: await withCity(2, 2), isDryRun: true });
    const before = await saidBy(database);
    const changed = await migrate(database, { migrations: await withCity(2, 2) });
    const again = await migrate(database, { migrations: await withCity(2, 2) });

    expect([planned.applied, changed.applied, again.applied]).toEqual([["say-number.sql"], ["say-number.sql"], []]);
    expect([before, await saidBy(database)]).toEqual([1, 2]);
    await dispose();
  });

  test("a process with an older revision starts and leaves newer functions alone", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await numbered(2, sayNumber(2)) });

    const older = await migrate(database, { migrations: await numbered(1, sayNumber(1)) });
    const newer = await migrate(database, { migrations: await numbered(2, sayNumber(2)) });

    expect([older.applied, newer.applied]).toEqual([[], []]);
    expect(await saidBy(database)).toBe(2);
    await dispose();
  });

  test("functions of the same revision with another text, as in development, are applied again", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await numbered(1, sayNumber(1)) });

    const result = await migrate(database, { migrations: await numbered(1, sayNumber(7)) });

    expect(result.applied).toEqual(["say-number.sql"]);
    expect(await saidBy(database)).toBe(7);
    await dispose();
  });

  test("a new revision with the same text is recorded, so that the previous one counts as older", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await numbered(1, sayNumber(1)) });

    const raised = await migrate(database, { migrations: await numbered(3, sayNumber(1)) });
    await migrate(database, { migrations: await numbered(2, sayNumber(2)) });

    expect(raised.applied).toEqual([]);
    expect(await saidBy(database)).toBe(1);
    await dispose();
  });

  test("a function changes its signature when its file drops the previous one", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await numbered(1, sayNumber(1)) });

    await migrate(database, { migrations: await numbered(2, sayText) });

    expect(await saidBy(database)).toBe("one");
    await dispose();
  });

  test("a function is dropped by a table file when the set has no file of it", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    await migrate(database, { migrations: await numbered(1, sayNumber(1)) });
    const dropped = { ...first, "0002_drop_number.sql": sqlScript("drop function if exists rota.say_number();") };

    const result = await migrate(database, { migrations: await setOf(dropped, { revision: 2 }) });

    expect(result.applied).toEqual(["0002_drop_number.sql"]);
    await expect(saidBy(database)).rejects.toMatchObject({ sqlState: "42883" });
    await dispose();
  });

  test("functions that triggers use are applied before the tables, the others after them", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    const trigger = sqlScript(`
      create table rota.cities (name text);
      create trigger cities_stay before delete on rota.cities for each row execute function rota.refuse_cities();`);
    const refuse = sqlScript(`
      create or replace function rota.refuse_cities() returns trigger language plpgsql as $$
      declare
        v_city rota.cities; -- a type of the set's own, which a checked body would not find
      begin
        raise exception 'cities stay';
      end $$;`);
    const functions = { revision: 1, before: { "refuse-cities.sql": refuse }, after: { "first-city.sql": sayCity } };

    const result = await migrate(database, { migrations: await setOf({ "0001_cities.sql": trigger }, functions) });

    expect(result.applied).toEqual(["refuse-cities.sql", "0001_cities.sql", "first-city.sql"]);
    await database.query(sql`insert into rota.cities values ('Bonn')`);
    await expect(database.query(sql`delete from rota.cities`)).rejects.toThrow("cities stay");
    await dispose();
  });

  test("a function that cannot be created changes nothing, and the error names it", async () => {
    const { database, dispose } = await openEmptyDatabase({ on });
    const failing = await numbered(1, sqlScript("create or replace function rota.say_number() returns int;"));

    await expect(migrate(database, { migrations: failing })).rejects.toMatchObject({
      code: "MIGRATION_FAILED",
      details: { file: "say-number.sql", set: "trial" },
    });

    expect(await database.query(sql`select to_regclass('rota.cities') as found`)).toEqual([{ found: null }]);
    await dispose();
  });
});

test("an up-to-date schema is only read: no lock, no transaction, no table", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  const set = await numbered(1, sayNumber(1));
  await migrate(database, { migrations: set });

  const applied = await database.transaction(async (tx) => {
    await tx.query(lockMigrations(database.schema)); // a statement that takes the lock would wait for this transaction
    return migrate(database, { migrations: set });
  });

  expect(applied).toEqual({ applied: [] });
  await dispose();
});

test("a migration that PostgreSQL ends because of a deadlock with running work is tried again", async () => {
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
    migrating.catch(() => undefined); // awaited below
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
  ["a name without a number", { "first.sql": sqlScript("") }, "first.sql"],
])("a set with %s is refused, and the error names the file", async (_, files, file) => {
  await expect(setOf(files)).rejects.toMatchObject({ code: "MIGRATION_SET_INVALID", details: { file } });
});

test.each([
  ["does not list one of its files", { beforeTables: [], afterTables: [] }],
  ["lists a file that is not there", { beforeTables: ["missing.sql"], afterTables: ["say-number.sql"] }],
  ["lists a file twice", { beforeTables: ["say-number.sql"], afterTables: ["say-number.sql"] }],
  ["has no revision", { revision: undefined, beforeTables: [], afterTables: ["say-number.sql"] }],
])("a set whose functions.json %s is refused", async (_, list) => {
  const folder = await mkdtemp(join(tmpdir(), "rota-migrations-"));
  folders.push(folder);
  await writeAll(join(folder, "tables"), first);
  await writeAll(join(folder, "functions"), { "say-number.sql": sayNumber(1) });
  await writeFile(join(folder, "functions.json"), JSON.stringify({ revision: 1, ...list }));

  const refused = readMigrations("trial", folder);

  await expect(refused).rejects.toMatchObject({ code: "MIGRATION_SET_INVALID", details: { file: "functions.json" } });
});
