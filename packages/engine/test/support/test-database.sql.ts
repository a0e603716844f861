/** Contains the statements that compare a test schema or a PGlite with a fresh one, clean it and drop it. */
import { sql, type Sql, sqlScript } from "../../src/database/sql.ts";

export type SchemaRow = {
  /** Changes with every definition of tables, columns, indexes, constraints, triggers, functions and types. */
  fingerprint: string;
  tables: string[];
  /** Tables that use space, because they have or had rows. */
  used_tables: string[];
  /** Sequences that have given out a value, as `name value`. */
  used_sequences: string[];
  /** Whether the last statement of another session used this schema. */
  is_in_use: boolean;
};

/** Returns one row, even if there is no such schema. */
export const describeSchema = (schema: string) => sql<SchemaRow>`
  with inside as (
    select pg_class.* from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = ${schema}
  ), defined as (
    select 'class' as kind, oid, concat_ws(' ', relname, relkind, relpersistence, relchecks, relhastriggers, relrowsecurity, reloptions, relacl) as mark from inside
    union all
    select 'column', inside.oid, concat_ws(' ', attnum, pg_attribute.xmin) from pg_attribute join inside on inside.oid = attrelid
    union all
    select 'default', pg_attrdef.oid, pg_attrdef.xmin::text from pg_attrdef join inside on inside.oid = adrelid
    union all
    select 'index', inside.oid, pg_index.xmin::text from pg_index join inside on inside.oid = indexrelid
    union all
    select 'trigger', pg_trigger.oid, pg_trigger.xmin::text from pg_trigger join inside on inside.oid = tgrelid
    union all
    select 'rule', pg_rewrite.oid, pg_rewrite.xmin::text from pg_rewrite join inside on inside.oid = ev_class
    union all
    select 'policy', pg_policy.oid, pg_policy.xmin::text from pg_policy join inside on inside.oid = polrelid
    union all
    select 'statistics', inside.oid, concat_ws(' ', staattnum, pg_statistic.xmin) from pg_statistic join inside on inside.oid = starelid
    union all
    select 'constraint', oid, xmin::text from pg_constraint where connamespace = ${schema}::text::regnamespace
    union all
    select 'function', oid, xmin::text from pg_proc where pronamespace = ${schema}::text::regnamespace
    union all
    select 'type', oid, xmin::text from pg_type where typnamespace = ${schema}::text::regnamespace
  )
  select (select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', kind, oid, mark), 0))) from defined) as fingerprint,
         array(select relname::text from inside where relkind = 'r' order by 1) as tables,
         array(select relname::text from inside where relkind = 'r' and pg_relation_size(oid) > 0 order by 1) as used_tables,
         array(
           select concat_ws(' ', sequencename, last_value)
             from pg_sequences
            where schemaname = ${schema} and last_value is not null
            order by 1
         ) as used_sequences,
         exists (
           select from pg_stat_activity where pid <> pg_backend_pid() and query like '%' || ${schema} || '.%'
         ) as is_in_use`;

/** Returns one row: all rows of the table as a text of json. */
export const readRows = (schema: string, table: string): Sql<{ rows: string }> => ({
  text: `select coalesce(json_agg(row), '[]')::text as rows from ${schema}.${table} row`,
  values: [],
  isScript: false,
});

/** Drops tables and everything that depends on them. Returns nothing. */
export const dropTables = (schema: string, tables: readonly string[]): Sql =>
  sqlScript(`drop table ${tables.map((name) => `${schema}."${name}"`).join(", ")} cascade`);

export type CleanStatement = {
  readonly schema: string;
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
  /** Rows to insert, as a text of json, by table. */
  readonly seeds: ReadonlyMap<string, string>;
};

/**
 * Empties the tables, inserts the first rows of the installation again, which gets a new id, and restarts sequences. Waits
 * for statements that still use these tables. Returns nothing.
 */
export const cleanSchema = ({ schema, tables, sequences, seeds }: CleanStatement): Sql =>
  sqlScript(
    [
      "begin",
      "set local session_replication_role = replica",
      "set local synchronous_commit = off",
      ...(tables.length === 0 ? [] : [`truncate ${tables.map((name) => `${schema}.${name}`).join(", ")} cascade`]),
      ...[...seeds].map(([table, rows]) => insertRows(`${schema}.${table}`, rows)),
      `update ${schema}.instance set instance_id = default, created_at = default`,
      ...sequences.map((name) => `alter sequence ${schema}.${name} restart`),
      "commit",
    ].join(";\n"),
  );

const insertRows = (table: string, rows: string): string =>
  `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $seeds$${rows}$seeds$)`;

/** Drops a schema, whose name was checked when the database was opened. Returns nothing. */
export const dropSchema = (schema: string): Sql => sqlScript(`drop schema if exists ${schema} cascade`);

/** Resets settings, prepared statements, locks, subscriptions and temporary tables. */
export const ENDS_SESSION = "discard all";

/** Skips checks of function bodies, which makes migrations a third faster. Other servers check them, so errors are still found. */
export const BELIEVES_FUNCTIONS = "set check_function_bodies = off";

const isOurs = (except: string) => `nspname not in ('information_schema', 'public', '${except}') and nspname !~ '^pg_'`;

export const dropSchemas = (except = ""): string => `
  do $$
  declare
    schema text;
  begin
    for schema in select nspname from pg_namespace where ${isOurs(except)} loop
      execute format('drop schema %I cascade', schema);
    end loop;
  end
  $$`;

/** Returns a row for each object that a test created outside of schemas or in the schema public. */
export const findLeftovers = (except = ""): string => `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all
  select proname from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select rolname from pg_roles where oid >= 16384
  union all
  select extname from pg_extension where extname <> 'plpgsql'
  union all
  select nspname from pg_namespace where ${isOurs(except)}`;
