/** The statements of the story about upgrades. */
import { sql } from "../../src/database/sql.ts";

/** Returns the names of all tables of a schema that are not parts of another, but for those that migrate() keeps. */
export const selectTables = (schema: string) => sql<{ name: string }>`
  select relname::text as name from pg_class
   where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') and not relispartition 
     and relname not in ('migrations', 'function_sets')
   order by relname`;

/** A migration: a column for each table, an index on it, and a table that only later code knows. */
export function addToAll(tables: readonly string[]): string {
  const added = tables.map(
    (table) => `
      alter table rota.${table} add column added_later text default 'x';
      create index ${table}_by_what_was_added_later on rota.${table} (added_later);`,
  );
  return `${added.join("")} create table rota.added_later (id bigint primary key);`;
}
