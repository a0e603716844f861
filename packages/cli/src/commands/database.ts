/** Implements `rota migrate`, `rota backup` and `rota restore`. */
import { createReadStream } from "node:fs";
import { access, constants, type FileHandle, open, rename, rm } from "node:fs/promises";
import { RotaError } from "@rota/engine";
import { type BackupProgress, type BackupResult, backupTo, describeLeft, restoreFrom } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { allMigrations, listLeftTables, migrateAll, withDatabase } from "../compose.ts";
import { isGiven } from "../flags.ts";
import { answer, count, nouns } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";

export const migrateCommand: CommandSpec = {
  name: "migrate",
  sentence: "bring the tables of the engine and of the workloads up to date and exit",
  examples: ["rota migrate --database-url postgres://rota@db.example.org/rota"],
  async run(context) {
    const { applied, left } = await withDatabase(context, async (database) => ({
      ...(await migrateAll(context, database)),
      left: await listLeftTables(context, database),
    }));
    answer(context, { applied, left: left.map(({ name }) => name) }, () => [
      ...(applied.length === 0 ? ["the database is up to date"] : applied.map((name) => `applied ${name}`)),
      ...left.map(describeLeft),
    ]);
  },
};

export const backupCommand: CommandSpec = {
  name: "backup",
  sentence: "write everything to a file, as of one moment, while others go on writing",
  words: [{ name: "file", sentence: "the file to make" }],
  flags: [{ flag: "--overwrite", sentence: "replace the file if it is there" }],
  examples: ["rota backup all.rota", "rota backup all.rota --overwrite"],
  run: backup,
};

async function backup(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  if (!isGiven(context, "overwrite")) await refuseExisting(file);
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    const target = await open(partial, "w", 0o600); // report an unusable file before doing anything else
    const { rows } = await backupInto(context, target);
    await rename(partial, file);
    answer(context, { file, rows }, () => [`wrote ${countRows(rows)} to ${file}`]);
  } catch (error) {
    await rm(partial, { force: true });
    throw explainFile(error, file);
  }
}

/** Writes the backup and closes the file in every case. */
async function backupInto(context: CommandContext, target: FileHandle): Promise<BackupResult> {
  try {
    return await withDatabase(context, (database) =>
      withRowProgress("backup", (onProgress) => backupTo(database, target.createWriteStream(), { onProgress })),
    );
  } finally {
    await target.close();
  }
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new RotaError("FILE_EXISTS", `${file} is there already; name another file, or say --overwrite`);
}

/** Explains errors that the caller can fix, such as a missing or forbidden folder; passes on all others. */
function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot write ${file}: ${String(error.code)}; name a file in a folder that is there and writable`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}

export const restoreCommand: CommandSpec = {
  name: "restore",
  sentence: "put a backup into an empty database",
  words: [{ name: "file", sentence: "a file made by rota backup" }],
  examples: ["rota restore all.rota --data-dir ./restored"],
  run: restore,
};

async function restore(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  await refuseUnreadable(file);
  const migrations = await allMigrations(context);
  const { rows } = await withDatabase(context, (database) =>
    withRowProgress("restore", (onProgress) =>
      restoreFrom(database, createReadStream(file), { migrations, onProgress }),
    ),
  );
  answer(context, { file, rows }, () => [`restored ${countRows(rows)} from ${file}`]);
}

async function refuseUnreadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new RotaError("FILE_UNUSABLE", `cannot read ${file}: ${reason}; name a file made by rota backup`, { file });
  }
}

/** Formats counts of rows: `1,203 rows in 4 tables`. */
function countRows(rows: Readonly<Record<string, number>>): string {
  const counts = Object.values(rows);
  const sum = counts.reduce((total, each) => total + each, 0);
  return `${nouns(sum, "row", "rows")} in ${nouns(counts.length, "table", "tables")}`;
}

/** Runs a copy with progress. The total number of rows is unknown beforehand. */
async function withRowProgress<Result>(
  label: string,
  copy: (onProgress: (progress: BackupProgress) => void) => Promise<Result>,
): Promise<Result> {
  const bar = createProgressBar(label);
  try {
    return await copy(({ table, rows }) => bar.show({ done: rows, note: `${table}, ${count(rows)} rows` }));
  } finally {
    bar.clear();
  }
}
