/** Reads sets of migrations from SQL files and applies the missing ones to a schema, in one transaction. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RotaError } from "../errors.ts";
import { sqlState } from "./database-error.ts";
import * as migrationRows from "./database.sql.ts";
import type { Database, Queryable, Transaction } from "./database.ts";
import { sqlScript } from "./sql.ts";

/** Migrations to apply; the engine's own by default. */
export type MigrateOptions = {
  /** Default: the engine's own. A workload's set is applied by a call of its own, after the engine's. */
  readonly migrations?: MigrationSet;
  /** Changes nothing, and says what would be applied. Default false. */
  readonly isDryRun?: boolean;
};

/** The names of the files that were applied now, or would be: empty when the schema was up to date. */
export type MigrateResult = { readonly applied: readonly string[] };

/** Building an index on a large table may take this long; so may waiting for another process that does. */
const MIGRATION_TIMEOUT_MS = 60 * 60 * 1_000;
/** Each takes a second or longer, after which PostgreSQL looks for it. */
const DEADLOCKS_MAX = 30;
const DEADLOCK_STATE = "40P01";
const DUPLICATE_SCHEMA_STATES = ["23505", "42P06"];

/**
 * Creates or updates the tables of the engine, or of one workload. Any number of processes may call it at once: they take
 * turns, and the later ones find nothing to do. Either everything is applied or nothing.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrateResult> {
  const set = options.migrations ?? (await engineMigrations());
  const missing = await lookForMissing(database, set);
  if (missing.length === 0 || options.isDryRun === true) return { applied: missing.map(({ name }) => name) };
  await ensureSchema(database);
  return throughDeadlocks(() => database.transaction((tx) => migrateInside(tx, database.schema, set)));
}

/**
 * What runs meanwhile takes the same tables in an order of its own: where it and a migration wait for each other, PostgreSQL
 * ends one of them. A migration that was ended has changed nothing.
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

/** The same inside a transaction of the caller's; the schema is there. */
export async function migrateInside(tx: Transaction, schema: string, set: MigrationSet): Promise<MigrateResult> {
  await tx.query(migrationRows.lockMigrations(schema), { timeoutMs: MIGRATION_TIMEOUT_MS });
  const { has_table } = await findTable(tx, schema);
  if (!has_table) await tx.query(migrationRows.createMigrationsTable());
  const missing = findMissing(await tx.query(migrationRows.listApplied()), set);
  for (const migration of missing) await apply(tx, set.name, migration);
  return { applied: missing.map((migration) => migration.name) };
}

/** Looks without taking the lock, so that starting up costs nothing and needs no right to change tables. */
async function lookForMissing(database: Database, set: MigrationSet): Promise<readonly Migration[]> {
  const { has_table } = await findTable(database, database.schema);
  return has_table ? findMissing(await database.query(migrationRows.listApplied()), set) : set.migrations;
}

async function findTable(on: Queryable, schema: string) {
  const [row] = await on.query(migrationRows.findMigrationsTable(schema));
  return row ?? { has_schema: false, has_table: false };
}

/** Two that create a schema at the same moment may collide; it is there afterwards, and that was the wish. */
export async function ensureSchema(database: Database): Promise<void> {
  const { has_schema } = await findTable(database, database.schema);
  if (has_schema) return;
  await database.query(migrationRows.createSchema(database.schema)).catch((error: unknown) => {
    if (!DUPLICATE_SCHEMA_STATES.includes(sqlState(error) ?? "")) throw error;
  });
}

/** Compares what was applied with the files, and refuses what does not fit together. Pure. */
function findMissing(applied: readonly migrationRows.AppliedRow[], set: MigrationSet): readonly Migration[] {
  const rows = applied.filter((row) => row.set_name === set.name);
  for (const row of rows) refuseMismatch(row, set);
  return set.migrations.slice(rows.length);
}

function refuseMismatch(row: migrationRows.AppliedRow, set: MigrationSet): void {
  const migration = set.migrations[row.number - 1];
  if (migration === undefined) throw newer(row, set);
  if (migration.checksum !== row.checksum) throw edited(row, set, migration);
}

async function apply(tx: Transaction, set: string, migration: Migration): Promise<void> {
  const startedAt = performance.now();
  const script = sqlScript(migration.text);
  await tx.query(script, { timeoutMs: MIGRATION_TIMEOUT_MS }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `migration ${migration.name} of set "${set}" failed and nothing was changed: ${reason}`;
    throw new RotaError("MIGRATION_FAILED", message, { set, file: migration.name }, { cause: error });
  });
  const durationMs = Math.round(performance.now() - startedAt);
  const { number, name, checksum } = migration;
  const row = { set_name: set, number, name, checksum, durationMs, rotaVersion: ROTA_VERSION };
  await tx.query(migrationRows.insertApplied(row));
}

function newer(row: migrationRows.AppliedRow, set: MigrationSet): RotaError {
  const known = set.migrations.length;
  const message =
    `the database is newer than this code: it has had migration ${row.name} of set "${set.name}", ` +
    `this code knows ${String(known)}. Install the version of Rota that made it, or a newer one`;
  return new RotaError("MIGRATION_NEWER", message, { set: set.name, file: row.name, known });
}

function edited(row: migrationRows.AppliedRow, set: MigrationSet, migration: Migration): RotaError {
  const message =
    `migration ${migration.name} of set "${set.name}" was changed after it had been applied as ${row.name}: ` +
    `the database had ${row.checksum}, the file is now ${migration.checksum}. ` +
    `Bring the file back as it was and put the change into a new migration`;
  return new RotaError("MIGRATION_EDITED", message, {
    set: set.name,
    file: migration.name,
    appliedChecksum: row.checksum,
    fileChecksum: migration.checksum,
  });
}

/** Migration file with its checksum. */
export type Migration = {
  readonly number: number;
  /** The file's name: 0001_instance.sql. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. Line ends count as one character, whatever a checkout made of them. */
  readonly checksum: string;
};

/** The migrations of the engine or of one workload; each set is numbered for itself. */
export type MigrationSet = { readonly name: string; readonly migrations: readonly Migration[] };

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The engine's own: the folder lies at the same place seen from src and from dist. */
export function engineMigrations(): Promise<MigrationSet> {
  return readMigrations("engine", fileURLToPath(new URL("../../sql/migrations", import.meta.url)));
}

/**
 * Reads the migrations of a workload from a folder. Files are numbered 0001, 0002 … without gap; anything else ending in .sql
 * is refused.
 */
export async function readMigrations(setName: string, folder: string): Promise<MigrationSet> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) throw wrongNumber(setName, migration, index + 1);
  });
  return { name: setName, migrations };
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = Number(FILE_NAME.exec(name)?.[1]);
  if (Number.isNaN(number)) {
    const message = `migration file ${name} in ${folder} is not named like 0001_what_it_does.sql: rename it`;
    throw new RotaError("MIGRATION_SET_INVALID", message, { file: name });
  }
  const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
  return { number, name, text, checksum: createHash("sha256").update(text).digest("hex") };
}

function wrongNumber(setName: string, migration: Migration, expected: number): RotaError {
  const found = migration.number < expected ? "is there twice" : "leaves a gap";
  const message =
    `migration ${migration.name} of set "${setName}" ${found}: number ${String(expected)} was expected. ` +
    `Give the newest file the next free number`;
  return new RotaError("MIGRATION_SET_INVALID", message, { file: migration.name, expected });
}

/** The package's description lies at the same place seen from src and from dist. */
export const ROTA_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
