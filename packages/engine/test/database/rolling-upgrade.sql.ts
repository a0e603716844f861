/** Statements of the story about upgrades. */
import { sql } from "../../src/database/sql.ts";

/** Returns the names of all tables of a schema, without partitions and without the tables of migrate(). */
export const selectTables = (schema: string) => sql<{ name: string }>`
  select relname::text as name from pg_class
   where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') and not relispartition 
     and relname not in ('migrations', 'function_sets')
   order by relname`;

/** Builds a migration that adds an indexed column to each table, and creates a table that only later code uses. */
export function addToAll(tables: readonly string[]): string {
  const added = tables.map(
    (table) => `
      alter table rota.${table} add column added_later text default 'x';
      create index ${table}_by_what_was_added_later on rota.${table} (added_later);`,
  );
  return `${added.join("")} create table rota.added_later (id bigint primary key);`;
}
