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

/** Migrations to apply; the engine's own by default. */
export type MigrateOptions = {
  /** Default: the engine's own. A workload's set is applied by a call of its own, after the engine's. */
  readonly migrations?: MigrationSet;
  /** Changes nothing and returns what would be applied. Default false. */
  readonly isDryRun?: boolean;
};

/** The names of the files that were applied, or would be, in order: empty when the schema is up to date. */
export type MigrateResult = { readonly applied: readonly string[] };

/** What a schema lacks of a set. */
type Plan = {
  /** The rows of the replaced migrations give way to those of the baseline. */
  readonly isMove: boolean;
  readonly tables: readonly Migration[];
  readonly functions: readonly FunctionFile[];
  readonly isRecorded: boolean;
};

/** Building an index on a large table may take this long; so may waiting for another process that does. */
const MIGRATION_TIMEOUT_MS = 60 * 60 * 1_000;
/** Each takes a second or longer, after which PostgreSQL checks for it. */
const DEADLOCKS_MAX = 30;
const DEADLOCK_STATE = "40P01";
const DUPLICATE_SCHEMA_STATES = ["23505", "42P06"];

/**
 * Creates or updates the tables and functions of the engine, or of one workload. Any number of processes may call it at once:
 * one after the other holds the lock, and the later ones find nothing to do. Either everything is applied or nothing.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrateResult> {
  const set = options.migrations ?? (await engineMigrations());
  // Without the lock, so that starting up is cheap and needs no right to change tables.
  const plan = await readPlan(database, database.schema, set);
  if (isDone(plan) || options.isDryRun === true) return { applied: filesOf(plan) };
  await ensureSchema(database);
  return throughDeadlocks(() => database.transaction((tx) => migrateInside(tx, database.schema, set)));
}

/**
 * Statements that run meanwhile lock the same tables in an order of their own: where one of them and a migration wait for each
 * other, PostgreSQL ends one of the two. A migration that was ended has changed nothing.
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

/** The same inside a transaction of the caller's; the schema exists. */
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

/** Two processes that create a schema at the same moment may collide; it exists afterwards. */
export async function ensureSchema(database: Database): Promise<void> {
  const { has_schema } = await findTables(database, database.schema);
  if (has_schema) return;
  await database.query(migrationRows.createSchema(database.schema)).catch((error: unknown) => {
    if (!DUPLICATE_SCHEMA_STATES.includes(sqlState(error) ?? "")) throw error;
  });
}

/** Compares the applied migrations with the files, and refuses what does not fit together. Pure. */
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

/** Which files differ from what the database has. None when the database's functions are of a later revision. Pure. */
function planFunctions(
  { functions }: MigrationSet,
  recorded: migrationRows.FunctionSetRow | undefined,
): Pick<Plan, "functions" | "isRecorded"> {
  if (functions === undefined || (recorded !== undefined && recorded.revision > functions.revision))
    return { functions: [], isRecorded: true };
  const changed = functions.files.filter((file) => recorded?.checksums[file.name] !== file.checksum);
  return { functions: changed, isRecorded: changed.length === 0 && recorded?.revision === functions.revision };
}

/** Leaves the tables alone: the baseline makes what the replaced migrations made. */
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
  // Their bodies may name tables that the set has yet to create.
  if (isBeforeTables) await tx.query(migrationRows.checkFunctionBodies(false));
  await applyTogether(tx, set, files);
  if (isBeforeTables) await tx.query(migrationRows.checkFunctionBodies(true));
}

/** In one round trip; one by one when that fails, so that the error names the file. */
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

/** The package's description has the same place seen from src and from dist. */
export const ROTA_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
