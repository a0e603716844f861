/** Applies the missing table files and the changed function files of a set to a schema, in one transaction. */
import { readFileSync } from "node:fs";
import { RotaError } from "../errors.ts";
import { sqlState } from "./database-error.ts";
import * as migrationRows from "./database.sql.ts";
import type { Database, Queryable, Transaction } from "./database.ts";
import {
  engineMigrations,
  fileOfRow,
  type FunctionFile,
  type Migration,
  type MigrationSet,
  replacedCount,
  type ReplacedMigrations,
} from "./migration-set.ts";
import { sqlScript } from "./sql.ts";

/** Options of `migrate`. */
export type MigrateOptions = {
  /** Migrations to apply. Default: the engine's. A workload's set is applied by a separate call, after the engine's. */
  readonly migrations?: MigrationSet;
  /** Whether to change nothing and only return what would be applied. Default false. */
  readonly isDryRun?: boolean;
};

/** Names of the files that were applied, or would be, in order; none when the schema is up to date. */
export type MigrateResult = { readonly applied: readonly string[] };

/** Files of a set that a schema lacks. */
type Plan = {
  /** Whether rows of the baseline replace those of the replaced migrations. */
  readonly isMove: boolean;
  readonly tables: readonly Migration[];
  readonly functions: readonly FunctionFile[];
  readonly isRecorded: boolean;
};

/** Time limit for building an index on a large table, and for waiting for another process that builds one. */
const MIGRATION_TIMEOUT_MS = 60 * 60 * 1_000;
/** Maximum number of deadlocks. PostgreSQL takes a second or longer to detect one. */
const DEADLOCKS_MAX = 30;
const DEADLOCK_STATE = "40P01";
const DUPLICATE_SCHEMA_STATES = ["23505", "42P06"];

/**
 * Creates or updates the tables and functions of the engine, or of one workload. Any number of processes may call it at once:
 * they run one after the other under a lock, and the later ones find nothing to do. It applies everything or nothing.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrateResult> {
  const set = options.migrations ?? (await engineMigrations());
  // Without the lock, so that a start is cheap and needs no permission to change tables.
  const plan = await readPlan(database, database.schema, set);
  if (isDone(plan) || options.isDryRun === true) return { applied: filesOf(plan) };
  await ensureSchema(database);
  return throughDeadlocks(() => database.transaction((tx) => migrateInside(tx, database.schema, set)));
}

/**
 * Creates or updates the tables of several sets, in this order. All of them are checked first, so that none is applied when
 * the database is newer than one.
 */
export async function migrateSets(
  database: Database,
  sets: readonly MigrationSet[],
  { isDryRun = false }: Pick<MigrateOptions, "isDryRun"> = {},
): Promise<MigrateResult> {
  const missing: string[] = [];
  for (const migrations of sets) missing.push(...(await migrate(database, { migrations, isDryRun: true })).applied);
  if (isDryRun) return { applied: missing };
  const applied: string[] = [];
  for (const migrations of sets) applied.push(...(await migrate(database, { migrations })).applied);
  return { applied };
}

/** Set of tables that a schema has. */
export type StoredSet = {
  readonly name: string;
  /** Name of its last table file: `0004_batches.sql`. */
  readonly latest: string;
};

/** Lists the sets whose tables are in the schema, by name; none when it was never migrated. */
export async function listStoredSets(database: Database): Promise<readonly StoredSet[]> {
  const { has_migrations } = await findTables(database, database.schema);
  if (!has_migrations) return [];
  const latest = new Map<string, string>();
  for (const { set_name, name } of await database.query(migrationRows.listApplied())) latest.set(set_name, name);
  return [...latest].map(([name, last]) => ({ name, latest: last }));
}

/** Lists the sets in the schema that are none of the given ones: the tables of workloads that are no longer configured. */
export async function listLeftSets(
  database: Database,
  sets: readonly Pick<MigrationSet, "name">[],
): Promise<readonly StoredSet[]> {
  const known = new Set(sets.map(({ name }) => name));
  return (await listStoredSets(database)).filter(({ name }) => !known.has(name));
}

/** Describes the tables of a workload that is not configured. */
export function describeLeft({ name, latest }: StoredSet): string {
  return `the tables of the workload ${name} (up to ${latest}) stay as they are: it is not among the workloads`;
}

/**
 * Repeats a migration that PostgreSQL ended because of a deadlock: running statements may lock the same tables in another
 * order. A migration that was ended has changed nothing.
 */
async function throughDeadlocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== DEADLOCK_STATE || attempt === DEADLOCKS_MAX) throw error;
    }
  }
}

/** Migrates inside the caller's transaction. The schema must exist. */
export async function migrateInside(tx: Transaction, schema: string, set: MigrationSet): Promise<MigrateResult> {
  await tx.query(migrationRows.lockMigrations(schema), { timeoutMs: MIGRATION_TIMEOUT_MS });
  const { has_migrations, has_functions } = await findTables(tx, schema);
  if (!has_migrations) await tx.query(migrationRows.createMigrationsTable());
  if (!has_functions) await tx.query(migrationRows.createFunctionSetsTable());
  const plan = await readPlan(tx, schema, set);
  if (plan.isMove) await moveToBaseline(tx, set);
  await applyFunctions(
    tx,
    set,
    plan.functions.filter((file) => file.isBeforeTables),
  );
  for (const migration of plan.tables) await applyTables(tx, set, migration);
  await applyFunctions(
    tx,
    set,
    plan.functions.filter((file) => !file.isBeforeTables),
  );
  if (!plan.isRecorded) await recordFunctions(tx, set);
  return { applied: filesOf(plan) };
}

async function readPlan(on: Queryable, schema: string, set: MigrationSet): Promise<Plan> {
  const { has_migrations, has_functions } = await findTables(on, schema);
  if (!has_migrations) return { ...planTables(set, []), ...planFunctions(set, undefined) };
  if (!has_functions) {
    const applied = await on.query(migrationRows.listApplied());
    return { ...planTables(set, applied), ...planFunctions(set, undefined) };
  }
  const [state] = await on.query(migrationRows.selectState(set.name));
  return { ...planTables(set, state?.applied ?? []), ...planFunctions(set, state?.functions ?? undefined) };
}

async function findTables(on: Queryable, schema: string) {
  const [row] = await on.query(migrationRows.findMigrationTables(schema));
  return row ?? { has_schema: false, has_migrations: false, has_functions: false };
}

function isDone({ isMove, tables, functions, isRecorded }: Plan): boolean {
  return !isMove && tables.length === 0 && functions.length === 0 && isRecorded;
}

function filesOf({ tables, functions }: Plan): string[] {
  const [before, after] = [
    functions.filter((file) => file.isBeforeTables),
    functions.filter((file) => !file.isBeforeTables),
  ];
  return [...before, ...tables, ...after].map(({ name }) => name);
}

/** Creates the schema if it is missing. Ignores the error when another process creates it at the same time. */
export async function ensureSchema(database: Database): Promise<void> {
  const { has_schema } = await findTables(database, database.schema);
  if (has_schema) return;
  await database.query(migrationRows.createSchema(database.schema)).catch((error: unknown) => {
    if (!DUPLICATE_SCHEMA_STATES.includes(sqlState(error) ?? "")) throw error;
  });
}

/** Returns the table files to apply. Refuses applied migrations that do not match the files. Pure. */
function planTables(set: MigrationSet, applied: readonly migrationRows.AppliedRow[]): Pick<Plan, "isMove" | "tables"> {
  const rows = applied.filter((row) => row.set_name === set.name);
  for (const row of rows) refuseMismatch(row, set);
  const moving = rows.filter((row) => row.number <= replacedCount(set));
  if (set.replaced === undefined || moving.length === 0)
    return { isMove: false, tables: set.migrations.slice(rows.length) };
  if (moving.length < replacedCount(set)) throw tooOld(set, set.replaced, moving.length);
  return { isMove: true, tables: set.migrations.slice(set.replaced.baseline) };
}

function refuseMismatch(row: migrationRows.AppliedRow, set: MigrationSet): void {
  const file = fileOfRow(set, row.number);
  if (file === undefined) throw newer(row, set);
  if (file.checksum !== row.checksum) throw edited(row, set, file);
}

/** Returns the function files that differ from the database; none when the database has a later revision. Pure. */
function planFunctions(
  { functions }: MigrationSet,
  recorded: migrationRows.FunctionSetRow | undefined,
): Pick<Plan, "functions" | "isRecorded"> {
  if (functions === undefined || (recorded !== undefined && recorded.revision > functions.revision))
    return { functions: [], isRecorded: true };
  const changed = functions.files.filter((file) => recorded?.checksums[file.name] !== file.checksum);
  return { functions: changed, isRecorded: changed.length === 0 && recorded?.revision === functions.revision };
}

/** Records the baseline as applied. The tables stay as they are, since the replaced migrations created the same ones. */
async function moveToBaseline(tx: Transaction, set: MigrationSet): Promise<void> {
  const baseline = set.migrations.slice(0, set.replaced?.baseline).map((migration) => rowOf(set, migration));
  await tx.query(
    migrationRows.replaceApplied({ setName: set.name, upTo: replacedCount(set), baseline, rotaVersion: ROTA_VERSION }),
  );
}

async function applyTables(tx: Transaction, set: MigrationSet, migration: Migration): Promise<void> {
  const startedAt = performance.now();
  await apply(tx, set, migration);
  const durationMs = Math.round(performance.now() - startedAt);
  await tx.query(migrationRows.insertApplied({ ...rowOf(set, migration), durationMs, rotaVersion: ROTA_VERSION }));
}

function rowOf(set: MigrationSet, { number, name, checksum }: Migration): migrationRows.AppliedRow {
  return { set_name: set.name, number: replacedCount(set) + number, name, checksum };
}

async function applyFunctions(tx: Transaction, set: MigrationSet, files: readonly FunctionFile[]): Promise<void> {
  const isBeforeTables = files.some((file) => file.isBeforeTables);
  // Their bodies may name tables that the set creates later.
  if (isBeforeTables) await tx.query(migrationRows.checkFunctionBodies(false));
  await applyTogether(tx, set, files);
  if (isBeforeTables) await tx.query(migrationRows.checkFunctionBodies(true));
}

/** Applies the files in one round trip; if that fails, one by one, so that the error names the file. */
async function applyTogether(tx: Transaction, set: MigrationSet, files: readonly FunctionFile[]): Promise<void> {
  if (files.length === 0) return;
  const script = sqlScript(files.map(({ text }) => text).join("\n"));
  try {
    await tx.transaction((inner) => inner.query(script, { timeoutMs: MIGRATION_TIMEOUT_MS }));
  } catch {
    for (const file of files) await apply(tx, set, file);
  }
}

async function recordFunctions(tx: Transaction, { name, functions }: MigrationSet): Promise<void> {
  if (functions === undefined) return;
  const checksums = Object.fromEntries(functions.files.map((file) => [file.name, file.checksum]));
  const row = { set_name: name, revision: functions.revision, checksums, rotaVersion: ROTA_VERSION };
  await tx.query(migrationRows.upsertFunctionSet(row));
}

async function apply(tx: Transaction, set: MigrationSet, { name, text }: Migration | FunctionFile): Promise<void> {
  await tx.query(sqlScript(text), { timeoutMs: MIGRATION_TIMEOUT_MS }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `migration ${name} of set "${set.name}" failed and nothing was changed: ${reason}`;
    throw new RotaError("MIGRATION_FAILED", message, { set: set.name, file: name }, { cause: error });
  });
}

function newer(row: migrationRows.AppliedRow, set: MigrationSet): RotaError {
  const known = set.migrations.length;
  const message =
    `the database is newer than this code: it has had migration ${row.name} of set "${set.name}", ` +
    `this code knows ${String(known)}. Install the version of Rota that made it, or a newer one`;
  return new RotaError("MIGRATION_NEWER", message, { set: set.name, file: row.name, known });
}

function tooOld(set: MigrationSet, { version }: ReplacedMigrations, had: number): RotaError {
  const missing = replacedCount(set) - had;
  const message =
    `the database is older than version ${version}: it lacks ${String(missing)} of the ${String(replacedCount(set))} migrations ` +
    `of set "${set.name}" that this version replaces. Run \`rota migrate\` of version ${version} first, then that of this version`;
  return new RotaError("MIGRATION_MISSING", message, { set: set.name, version, missing });
}

function edited(row: migrationRows.AppliedRow, set: MigrationSet, file: { name: string; checksum: string }): RotaError {
  const message =
    `migration ${file.name} of set "${set.name}" was changed after it had been applied as ${row.name}: ` +
    `the database had ${row.checksum}, the file is now ${file.checksum}. ` +
    `Restore the file and put the change into a new migration`;
  return new RotaError("MIGRATION_EDITED", message, {
    set: set.name,
    file: file.name,
    appliedChecksum: row.checksum,
    fileChecksum: file.checksum,
  });
}

/** Version of the package. The path to its package.json is the same from src and from dist. */
export const ROTA_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
