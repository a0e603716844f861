/** Tests that the database of a test contains nothing from earlier tests. */
import { describe, expect, test } from "vitest";
import { sql, sqlScript } from "../../src/database/sql.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations } from "../../src/database/migration-set.ts";
import { selectInstance } from "../../src/database/database.sql.ts";
import { describeSchema } from "./test-database.sql.ts";
import { openEmptyDatabase, openTestDatabase } from "./test-database.ts";
import { workedQueue } from "./worked-queue.ts";

const selectTables = () => sql<{ name: string }>`
  select relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and (nspname = 'public' or nspname like 'test_%')`;

test.each([
  ["in its schema", sqlScript("create table rota.kept (id int)")],
  ["in another schema", sqlScript("create schema test_other; create table test_other.kept (id int)")],
  ["outside of any schema of its own", sqlScript("create table public.kept (id int)")],
])(
  "objects that a test leaves %s are deleted from PGlite for the next one, and its session ends",
  async (_, script) => {
    const first = await openEmptyDatabase({ on: "pglite" });
    await first.database.query(script);
    await first.database.query(sqlScript("set timezone = 'Asia/Tokyo'; select pg_advisory_lock(7)"));
    await first.dispose();

    const next = await openEmptyDatabase({ on: "pglite" });

    expect(await next.database.query(selectTables())).toEqual([]);
    expect(await next.database.query(sql`select current_setting('timezone') as zone`)).toEqual([{ zone: "UTC" }]);
    expect(await next.database.query(sql`select pid from pg_locks where locktype = 'advisory'`)).toEqual([]);
    await next.dispose();
  },
);

test("two databases that are open at the same time are separate", async () => {
  const [one, other] = await Promise.all([openEmptyDatabase({ on: "pglite" }), openEmptyDatabase({ on: "pglite" })]);

  await one.database.query(sqlScript("create table rota.mine (id int)"));

  expect(await other.database.query(selectTables())).toEqual([]);
  await Promise.all([one.dispose(), other.dispose()]);
});

describe.each(["pglite", "postgres"] as const)("a migrated database on %s", (on) => {
  const selectKept = () => sql<{ tasks: bigint; events: bigint; migrations: bigint; kept: string | null }>`
    select (select count(*) from rota.tasks)       as tasks,
           (select position from rota.outbox_head) as events,
           (select count(*) from rota.migrations)  as migrations,
           to_regclass('rota.kept')                as kept`;

  test("has all migrations, and neither tables, rows, sequence values nor the id of the earlier installation", async () => {
    const first = await openTestDatabase({ on });
    const firstId = await workedQueue(first.database).submit(3);
    const before = await first.database.query(selectInstance());
    await first.database.query(
      sqlScript("create table rota.kept (id int primary key); insert into rota.kept values (1)"),
    );
    await first.database.query(sql`update rota.outbox_head set position = 7`);
    await first.dispose();

    const next = await openTestDatabase({ on });

    const { migrations } = await engineMigrations();
    expect(await next.database.query(selectKept())).toEqual([
      { tasks: 0n, events: 0n, migrations: BigInt(migrations.length), kept: null },
    ]);
    expect(await migrate(next.database)).toEqual({ applied: [] });
    expect(await next.database.query(selectInstance())).not.toEqual(before);
    expect(await workedQueue(next.database).submit(3)).toBe(firstId);
    await next.dispose();
  });

  test("is never the schema in which a test has changed a definition", async () => {
    const first = await openTestDatabase({ on });
    await first.database.query(sqlScript("alter table rota.tasks add column kept int"));
    await first.dispose();

    const next = await openTestDatabase({ on });

    expect(next.database.schema).not.toBe(first.database.schema);
    await next.dispose();
  });

  test.each([
    ["an index", sqlScript("create index kept on rota.tasks (queue)")],
    ["a constraint", sqlScript("alter table rota.tasks add constraint kept check (task_id > 0)")],
    ["a function", sqlScript("create function rota.kept() returns int language sql as 'select 1'")],
    ["a setting of a table", sqlScript("alter table rota.tasks set (fillfactor = 42)")],
    ["a trigger", sqlScript("alter table rota.audit_log disable trigger all")],
    ["statistics", sqlScript("analyze rota.migrations")],
  ])("detects a change of %s", async (_, script) => {
    const { database, dispose } = await openTestDatabase({ on });
    const [before] = await database.query(describeSchema(database.schema));
    const undone = new Error("undone");

    const changing = database.transaction(async (tx) => {
      await tx.query(script);
      const [after] = await tx.query(describeSchema(database.schema));
      expect(after?.fingerprint).not.toBe(before?.fingerprint);
      throw undone;
    });

    await expect(changing).rejects.toBe(undone);
    await dispose();
  });
});
