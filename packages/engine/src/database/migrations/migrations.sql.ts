/** The statements that keep track of which migrations a schema has had. */
import { type Sql, sql, sqlScript } from "../sql.ts";

export type AppliedRow = { set_name: string; number: number; name: string; checksum: string };

/** Makes the schema. Its name has been checked when the database was opened. Returns nothing. */
export const createSchema = (schema: string): Sql => sqlScript(`create schema if not exists ${schema}`);

/** Waits for its turn among all who migrate this schema; the lock is freed when the transaction ends. */
export const lockMigrations = (schema: string) => sql`
  select pg_advisory_xact_lock(hashtextextended('rota migrations of schema ' || ${schema}::text, 0))`;

/**
 * Returns one row: does the schema exist, and the table of applied migrations in it?
 *
 * It reads the catalogue: to_regclass answers from a cache that may not have heard of what others made while this
 * session waited for the lock.
 */
export const findMigrationsTable = (schema: string) => sql<{ has_schema: boolean; has_table: boolean }>`
  select exists (select from pg_namespace where nspname = ${schema}) as has_schema,
         exists (select
                   from pg_class
                   join pg_namespace on pg_namespace.oid = relnamespace
                  where nspname = ${schema}
                    and relname = 'migrations')                      as has_table`;

/** Makes the table of applied migrations. Returns nothing. */
export const createMigrationsTable = () =>
  sqlScript(`
  create table rota.migrations (
    set_name     text        not null,
    number       integer     not null constraint migrations_number_is_positive check (number > 0),
    name         text        not null,
    checksum     text        not null constraint migrations_checksum_is_sha256 check (checksum ~ '^[0-9a-f]{64}$'),
    applied_at   timestamptz not null default clock_timestamp(),
    duration_ms  integer     not null,
    rota_version text        not null,
    constraint migrations_are_applied_once primary key (set_name, number)
  );
  comment on table rota.migrations is 'Which migrations of which set this schema has had; written by the code that applies them.'`);

/** Returns what has been applied, in order. */
export const listApplied = () => sql<AppliedRow>`
  select set_name, number, name, checksum
    from rota.migrations
   order by set_name, number`;

/** Notes that a migration has been applied. Returns nothing. */
export const insertApplied = (row: AppliedRow & { durationMs: number; rotaVersion: string }) => sql`
  insert into rota.migrations (set_name, number, name, checksum, duration_ms, rota_version)
  values (${row.set_name}, ${row.number}, ${row.name}, ${row.checksum}, ${row.durationMs}, ${row.rotaVersion})`;
