/** Contains the statements for sessions, migrations, the instance row, notifications and backups. */
import { json, sql, type Sql, sqlScript } from "./sql.ts";

export const BEGIN = "begin isolation level read committed read write";
export const BEGIN_SNAPSHOT = "begin isolation level repeatable read read only";
export const COMMIT = "commit";
export const ROLLBACK = "rollback";

/** Savepoints are named by depth: a transaction has at most one at each depth. */
export const savepoint = (depth: number) => `savepoint rota_level_${String(depth)}`;
export const releaseSavepoint = (depth: number) => `release savepoint rota_level_${String(depth)}`;
export const rollbackToSavepoint = (depth: number) => `rollback to savepoint rota_level_${String(depth)}`;

/** Makes every server print values in the same format, whatever its settings, and returns the server's version number. */
export const PREPARE_SESSION = `
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  select current_setting('server_version_num') as version`;

/**
 * Lets the server end a statement within seconds when its client has disconnected, instead of finishing it with its locks
 * held. Servers on systems that cannot detect this refuse the setting and run without it.
 */
export const WATCH_CLIENT = `
  do $$
  begin
    perform set_config('client_connection_check_interval', '2s', false);
  exception
    when others then null;
  end
  $$`;

/** Checks that the connection works. Returns one empty row. */
export const HEARTBEAT = "select";

export const listenTo = (wireChannel: string) => `listen ${quoteName(wireChannel)}`;
export const unlistenFrom = (wireChannel: string) => `unlisten ${quoteName(wireChannel)}`;

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export type AppliedRow = { set_name: string; number: number; name: string; checksum: string };

/** Creates the schema, whose name was checked when the database was opened. Returns nothing. */
export const createSchema = (schema: string): Sql => sqlScript(`create schema if not exists ${schema}`);

/** Waits for the lock that every migration of this schema takes; it is released when the transaction ends. */
export const lockMigrations = (schema: string) => sql`
  select pg_advisory_xact_lock(hashtextextended('rota migrations of schema ' || ${schema}::text, 0))`;

type MigrationTablesRow = { has_schema: boolean; has_migrations: boolean; has_functions: boolean };

/**
 * Returns one row: whether the schema exists, and whether it has the tables of applied migrations and of function sets.
 *
 * It reads the catalogue, because to_regclass reads a cache that may lack what another session created while this one waited
 * for the lock.
 */
export const findMigrationTables = (schema: string) => sql<MigrationTablesRow>`
  select count(distinct pg_namespace.oid) > 0                    as has_schema,
         count(*) filter (where relname = 'migrations') > 0      as has_migrations,
         count(*) filter (where relname = 'function_sets') > 0   as has_functions
    from pg_namespace
    left join pg_class on relnamespace = pg_namespace.oid and relname in ('migrations', 'function_sets')
   where nspname = ${schema}`;

/** Creates the table of applied migrations. Returns nothing. */
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

/** Creates the table of the function sets that the schema has. Returns nothing. */
export const createFunctionSetsTable = () =>
  sqlScript(`
  create table rota.function_sets (
    set_name     text        constraint function_sets_have_a_name primary key,
    revision     integer     not null,
    checksums    jsonb       not null,
    applied_at   timestamptz not null default clock_timestamp(),
    rota_version text        not null
  );
  comment on table rota.function_sets is 'Which revision of its functions each set has here, with the checksum of each file; written by the code that applies them.'`);

/** Returns the applied migrations, in order. */
export const listApplied = () => sql<AppliedRow>`
  select set_name, number, name, checksum
    from rota.migrations
   order by set_name, number`;

type Applied = { durationMs: number; rotaVersion: string };

/** Records an applied migration. Returns nothing. */
export const insertApplied = (row: AppliedRow & Applied) => sql`
  insert into rota.migrations (set_name, number, name, checksum, duration_ms, rota_version)
  values (${row.set_name}, ${row.number}, ${row.name}, ${row.checksum}, ${row.durationMs}, ${row.rotaVersion})`;

type Replacement = {
  readonly setName: string;
  /** Number of the last row to replace. */
  readonly upTo: number;
  readonly baseline: readonly AppliedRow[];
  readonly rotaVersion: string;
};

/** Replaces the rows up to a number with those of a baseline, which keep the time of the first one. Returns nothing. */
export const replaceApplied = ({ setName, upTo, baseline, rotaVersion }: Replacement) => sql`
  with replaced as (
    delete from rota.migrations where set_name = ${setName} and number <= ${upTo} returning applied_at)
  insert into rota.migrations (set_name, number, name, checksum, applied_at, duration_ms, rota_version)
  select ${setName}, number, name, checksum, (select min(applied_at) from replaced), 0, ${rotaVersion}
    from unnest(${baseline.map(({ number }) => number)}::integer[], ${baseline.map(({ name }) => name)}::text[],
                ${baseline.map(({ checksum }) => checksum)}::text[]) as baseline (number, name, checksum)`;

export type FunctionSetRow = { revision: number; checksums: Readonly<Record<string, string>> };

type StateRow = { applied: readonly AppliedRow[]; functions: FunctionSetRow | null };

/** Returns one row: the applied migrations of a set, in order, and its functions, which are null if never applied. */
export const selectState = (setName: string) => sql<StateRow>`
  select coalesce((select jsonb_agg(jsonb_build_object('set_name', set_name, 'number', number, 'name', name, 'checksum', checksum)
                                    order by number)
                     from rota.migrations where set_name = ${setName}), '[]') as applied,
         (select jsonb_build_object('revision', revision, 'checksums', checksums)
            from rota.function_sets where set_name = ${setName})             as functions`;

/** Records the functions of a set. Returns nothing. */
export const upsertFunctionSet = (row: FunctionSetRow & { set_name: string; rotaVersion: string }) => sql`
  insert into rota.function_sets (set_name, revision, checksums, rota_version)
  values (${row.set_name}, ${row.revision}, ${json(row.checksums)}::jsonb, ${row.rotaVersion})
  on conflict (set_name)
  do update set revision = excluded.revision, checksums = excluded.checksums, rota_version = excluded.rota_version,
                applied_at = clock_timestamp()`;

/** Sets for this transaction whether the bodies of new functions are checked. Returns one row to ignore. */
export const checkFunctionBodies = (isChecked: boolean) => sql`
  select set_config('check_function_bodies', ${isChecked ? "on" : "off"}, true)`;

export type InstanceRow = { instance_id: string; created_at: Date; server_version: string };

/** Returns one row, which every migrated schema has. */
export const selectInstance = () => sql<InstanceRow>`
  select instance_id,
         created_at,
         split_part(current_setting('server_version'), ' ', 1) as server_version
    from rota.instance`;

/** Notifies the listeners of the channel when the transaction commits. Returns one row to ignore. */
export function notify(channel: string, payload: string): Sql {
  return sql`select pg_notify('rota.' || ${channel}::text, ${payload})`;
}

/** Table in the header of a backup. `columns` are texts of the form "name type", without generated columns. */
export type TableRow = { name: string; columns: string[] };
export type SequenceRow = { name: string; last_value: bigint; is_called: boolean };
type ConstraintRow = { table_name: string; name: string; definition: string };

/** Returns the tables whose rows are backed up, by name; rows of partitions are read through their parent. */
export const listTables = (schema: string) => sql<TableRow>`
  select format('%I', relname) as name,
         coalesce(
           array_agg(format('%I %s', attname, format_type(atttypid, atttypmod)) order by attnum)
             filter (where attgenerated = ''),
           '{}')               as columns
    from pg_class
    left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and relkind in ('r', 'p')
     and not relispartition
     and relname not in ('migrations', 'function_sets')
   group by relname
   order by relname`;

/** Returns the sequences of the schema, by name. */
export const listSequences = (schema: string) => sql<{ name: string }>`
  select format('%I', relname) as name
    from pg_class
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and relkind = 'S'
   order by relname`;

/** Returns one row: the last value of the sequence. */
export const selectSequence = (name: string): Sql<SequenceRow> =>
  statement(`select ${literal(name)} as name, last_value, is_called from rota.${name}`);

/** Opens a cursor over a table's rows. Returns nothing. */
export const declareRows = (table: string): Sql =>
  statement(`declare rota_backup no scroll cursor for select given::text as row from rota.${table} as given`);

/** Returns the next rows of the open cursor, each as PostgreSQL writes a row as text; no rows at the end. */
export const fetchRows = (count: number): Sql<{ row: string }> => statement(`fetch ${String(count)} from rota_backup`);

/** Closes the cursor. Returns nothing. */
export const closeRows = (): Sql => sqlScript("close rota_backup");

/** Returns one row: whether the table has rows. */
export const hasRows = (table: string): Sql<{ has_rows: boolean }> =>
  statement(`select exists (select from rota.${table}) as has_rows`);

/** Deletes the rows that the migrations inserted into a table. Returns nothing. */
export const clearTable = (table: string): Sql => statement(`delete from rota.${table}`);

/** Inserts rows as they were, including identity columns; generated columns are computed again. Returns nothing. */
export const insertRows = ({ name, columns }: TableRow, rows: readonly string[]): Sql => {
  const names = columns.map(columnName).join(", ");
  const text = `
    insert into rota.${name} (${names}) overriding system value
    select ${names} from unnest($1::rota.${name}[]) as given`;
  return { text, values: [rows], isScript: false };
};

/** Sets a sequence to its value in the backup. Returns one row to ignore. */
export const setSequence = ({ name, last_value, is_called }: SequenceRow): Sql =>
  sql`select setval(('rota.' || ${name}::text)::regclass, ${last_value}, ${is_called})`;

/** Returns the foreign keys of the schema with the definitions that create them again. */
export const listForeignKeys = (schema: string) => sql<ConstraintRow>`
  select format('%I', relname)             as table_name,
         format('%I', conname)             as name,
         pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and contype = 'f'
     and conparentid = 0
   order by relname, conname`;

/** Drops a foreign key, so that rows can be inserted in any order. Returns nothing. */
export const dropForeignKey = (key: ConstraintRow): Sql =>
  statement(`alter table rota.${key.table_name} drop constraint ${key.name}`);

/** Creates a foreign key again, which checks every row. Returns nothing. */
export const addForeignKey = (key: ConstraintRow): Sql =>
  statement(`alter table rota.${key.table_name} add constraint ${key.name} ${key.definition}`);

/** Disables the triggers of a table, so that they do not change restored rows, or enables them again. Returns nothing. */
export const setTriggers = (table: string, action: "disable" | "enable"): Sql =>
  statement(`alter table rota.${table} ${action} trigger user`);

/** Returns the name in "name type"; a quoted name may contain spaces. */
function columnName(column: string): string {
  return /^(?:"(?:[^"]|"")*"|\S+)/.exec(column)?.[0] ?? column;
}

function statement<Row>(text: string): Sql<Row> {
  return { text, values: [], isScript: false };
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
