/** A test's database shows nothing of the tests before it. */
import { expect, test } from "vitest";
import { sql, sqlScript } from "../database/sql.ts";
import { openTestDatabase } from "./test-database.ts";

const selectTables = () => sql<{ name: string }>`
  select relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and (nspname = 'public' or nspname like 'test_%')`;

test.each([
  ["in its schema", sqlScript("create table rota.kept (id int)")],
  ["in another schema", sqlScript("create schema test_other; create table test_other.kept (id int)")],
  ["outside of any schema of its own", sqlScript("create table public.kept (id int)")],
])("what a test leaves %s is gone from PGlite for the next one, and so is its session", async (_, script) => {
  const first = await openTestDatabase({ on: "pglite" });
  await first.database.query(script);
  await first.database.query(sqlScript("set timezone = 'Asia/Tokyo'; select pg_advisory_lock(7)"));
  await first.dispose();

  const next = await openTestDatabase({ on: "pglite" });

  expect(await next.database.query(selectTables())).toEqual([]);
  expect(await next.database.query(sql`select current_setting('timezone') as zone`)).toEqual([{ zone: "UTC" }]);
  expect(await next.database.query(sql`select pid from pg_locks where locktype = 'advisory'`)).toEqual([]);
  await next.dispose();
});

test("two that are open at once are two databases", async () => {
  const [one, other] = await Promise.all([openTestDatabase({ on: "pglite" }), openTestDatabase({ on: "pglite" })]);

  await one.database.query(sqlScript("create table rota.mine (id int)"));

  expect(await other.database.query(selectTables())).toEqual([]);
  await Promise.all([one.dispose(), other.dispose()]);
});
