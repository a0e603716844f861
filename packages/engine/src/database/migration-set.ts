/** Reads sets of migrations and functions from the SQL files of a package. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RotaError } from "../errors.ts";
import type { AppliedRow } from "./database.sql.ts";

/** Migrations of the engine or of one workload. Each set has its own numbers. */
export type MigrationSet = {
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Default: the set has no functions. */
  readonly functions?: FunctionSet;
  readonly replaced?: ReplacedMigrations;
};

/** File that is applied once and never edited after its release. */
export type Migration = {
  readonly number: number;
  /** Name of the file: 0001_instance.sql. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. It does not depend on the kind of line ends, which a checkout may change. */
  readonly checksum: string;
};

/** Functions that are applied again whenever their file changes. */
export type FunctionSet = {
  /** Revision, raised with every change of a file. A process does not replace functions of a higher revision. */
  readonly revision: number;
  /** Files in the order in which they are applied. */
  readonly files: readonly FunctionFile[];
};

/** File of SQL functions. */
export type FunctionFile = {
  /** Name of the file: take-turns.sql. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Whether triggers or views use its functions, so that it is applied before the tables. */
  readonly isBeforeTables: boolean;
};

/** Migrations of an earlier version that the first table files of the set, the baseline, replace. */
export type ReplacedMigrations = {
  /** Version with these migrations. */
  readonly version: string;
  /** Number of table files in the baseline. */
  readonly baseline: number;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
};

let engineSet: Promise<MigrationSet> | undefined;

/** Reads the engine's migrations once. The path to their folder is the same from src and from dist. */
export function engineMigrations(): Promise<MigrationSet> {
  engineSet ??= readMigrations("engine", fileURLToPath(new URL("../../sql", import.meta.url)));
  return engineSet;
}

/**
 * Reads the tables and functions of a workload from its `sql` folder.
 *
 * The folder has
 *
 * - `tables/0001_what_it_does.sql …`, numbered without gaps;
 * - `functions/*.sql` in the order that `functions.json` lists them, if the set has functions;
 * - `replaced.json`, if the first tables replace the migrations of an earlier version.
 *
 * @example const set = await readMigrations("library", fileURLToPath(new URL("./sql", import.meta.url)));
 */
export async function readMigrations(setName: string, folder: string): Promise<MigrationSet> {
  const names = (await readdir(join(folder, "tables"))).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(join(folder, "tables"), name)));
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) throw wrongNumber(setName, migration, index + 1);
  });
  const functions = await readFunctions(folder);
  const replaced = await readReplaced(folder);
  return { name: setName, migrations, ...(functions && { functions }), ...(replaced && { replaced }) };
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = Number(FILE_NAME.exec(name)?.[1]);
  if (Number.isNaN(number)) {
    const message = `migration file ${name} in ${folder} is not named like 0001_what_it_does.sql: rename it`;
    throw new RotaError("MIGRATION_SET_INVALID", message, { file: name });
  }
  return { number, name, ...(await readSql(folder, name)) };
}

async function readSql(folder: string, name: string): Promise<{ text: string; checksum: string }> {
  const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
  return { text, checksum: createHash("sha256").update(text).digest("hex") };
}

async function readFunctions(folder: string): Promise<FunctionSet | undefined> {
  const listed = await readJson(join(folder, "functions.json"));
  if (listed === undefined) return undefined;
  const { revision, beforeTables, afterTables } = listed;
  if (typeof revision !== "number" || !isTexts(beforeTables) || !isTexts(afterTables))
    throw invalidList(folder, "needs a revision and the lists beforeTables and afterTables");
  const files = await readdir(join(folder, "functions"));
  const names = [...beforeTables, ...afterTables];
  const unlisted = files.find((file) => file.endsWith(".sql") && !names.includes(file));
  if (unlisted !== undefined) throw invalidList(folder, `does not list ${unlisted}`);
  const missing = names.find((name, index) => !files.includes(name) || names.indexOf(name) !== index);
  if (missing !== undefined) throw invalidList(folder, `lists ${missing}, which is not there or listed twice`);
  const read = async (name: string, index: number) => ({
    name,
    ...(await readSql(join(folder, "functions"), name)),
    isBeforeTables: index < beforeTables.length,
  });
  return { revision, files: await Promise.all(names.map(read)) };
}

async function readReplaced(folder: string): Promise<ReplacedMigrations | undefined> {
  const replaced = await readJson(join(folder, "replaced.json"));
  if (replaced === undefined) return undefined;
  const { version, baseline, migrations } = replaced;
  if (typeof version !== "string" || typeof baseline !== "number" || !isRecord(migrations)) return undefined;
  const checksums = Object.entries(migrations).map(([name, checksum]) => ({ name, checksum: String(checksum) }));
  return { version, baseline, migrations: checksums };
}

/** Reads a JSON file; undefined when it does not exist. */
async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * Returns the file of a row in the table of applied migrations. The numbers of rows continue after the replaced migrations:
 * a process of the earlier version finds a number that it does not know, and refuses to start with MIGRATION_NEWER.
 */
export function fileOfRow(
  set: MigrationSet,
  number: number,
): { readonly name: string; readonly checksum: string } | undefined {
  const count = replacedCount(set);
  return number <= count ? set.replaced?.migrations[number - 1] : set.migrations[number - 1 - count];
}

export function replacedCount({ replaced }: MigrationSet): number {
  return replaced?.migrations.length ?? 0;
}

/**
 * Returns the set as it was when a backup with these rows was made, or the name of a migration that this version does not
 * have. Functions may use later tables, so an older state gets only the functions that its triggers and views need; the
 * next migration applies the others.
 */
export function setUpTo(set: MigrationSet, rows: readonly AppliedRow[]): MigrationSet | string {
  const unknown = rows.find((row) => fileOfRow(set, row.number)?.checksum !== row.checksum);
  const replaced = rows.filter((row) => row.number <= replacedCount(set)).length;
  const isPart = replaced > 0 && replaced < replacedCount(set);
  if (unknown !== undefined || isPart) return (unknown ?? rows.at(-1))?.name ?? "";
  const migrations = set.migrations.slice(0, replaced > 0 ? set.replaced?.baseline : rows.length);
  if (set.functions === undefined || migrations.length === set.migrations.length) return { ...set, migrations };
  return {
    ...set,
    migrations,
    functions: { revision: 0, files: set.functions.files.filter((file) => file.isBeforeTables) },
  };
}

function invalidList(folder: string, what: string): RotaError {
  const message = `functions.json in ${folder} ${what}: list each file of functions/ once, in the order in which they are applied`;
  return new RotaError("MIGRATION_SET_INVALID", message, { file: "functions.json" });
}

function wrongNumber(setName: string, migration: Migration, expected: number): RotaError {
  const found = migration.number < expected ? "is there twice" : "leaves a gap";
  const message =
    `migration ${migration.name} of set "${setName}" ${found}: number ${String(expected)} was expected. ` +
    `Give the newest file the next free number`;
  return new RotaError("MIGRATION_SET_INVALID", message, { file: migration.name, expected });
}
