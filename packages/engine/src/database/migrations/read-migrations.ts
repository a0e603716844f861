/** Reads a set of migrations from a folder of plain SQL files and checks their numbers. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RotaError } from "../../errors.ts";

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
  return readMigrations("engine", fileURLToPath(new URL("../../../sql/migrations", import.meta.url)));
}

/** Files are numbered 0001, 0002 … without gap; anything else ending in .sql is refused. */
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
