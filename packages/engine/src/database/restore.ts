/** Restores a backup into an empty schema, or copies one database to another, in one transaction. */
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { RotaError } from "../errors.ts";
import {
  type BackupHeader,
  backupLines,
  type BackupProgress,
  type BackupResult,
  invalidBackup,
  LineSum,
  parseBodyLine,
  parseHeader,
} from "./backup.ts";
import * as backupRows from "./database.sql.ts";
import type { Database, Transaction } from "./database.ts";
import { ensureSchema, migrateInside } from "./migrate.ts";
import { engineMigrations, type MigrationSet, setUpTo } from "./migration-set.ts";

export type RestoreOptions = {
  /** Migration sets that the backup may contain. Default: the engine's. */
  readonly migrations?: readonly MigrationSet[];
  readonly onProgress?: (progress: BackupProgress) => void;
};

const BATCH_ROWS_MAX = 2_000;
const BATCH_CHARACTERS_MAX = 4_000_000;
/** Time limit for checking the foreign keys of large tables. */
const CHECK_TIMEOUT_MS = 60 * 60 * 1_000;
/** Tables with one row that a migration inserted. The row of the backup replaces it. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(["instance", "outbox_head", "chunk_counts_head"]);

/**
 * Restores a backup. The target must have no rows; missing tables are created. A backup that is cut off or was changed is
 * refused and leaves the target as it was.
 */
export async function restoreFrom(
  database: Database,
  source: Readable,
  options: RestoreOptions = {},
): Promise<BackupResult> {
  return restoreLines(database, readLines(source), options);
}

async function restoreLines(
  database: Database,
  lines: AsyncGenerator<string>,
  options: RestoreOptions,
): Promise<BackupResult> {
  const sum = new LineSum();
  const first = await lines.next();
  const headerLine = first.done === true ? "" : first.value;
  const header = parseHeader(headerLine);
  sum.add(headerLine);
  const sets = fittingSets(header, options.migrations ?? [await engineMigrations()]);
  await ensureSchema(database);
  return database.transaction(async (tx) => {
    for (const set of sets) await migrateInside(tx, database.schema, set);
    await refuseUnlikeTables(tx, database.schema, header);
    await refuseRows(tx, header);
    const foreignKeys = await tx.query(backupRows.listForeignKeys(database.schema));
    for (const key of foreignKeys) await tx.query(backupRows.dropForeignKey(key));
    for (const { name } of header.tables) await tx.query(backupRows.setTriggers(name, "disable"));
    const rows = await insertAll({ tx, header, lines, sum, onProgress: options.onProgress });
    for (const sequence of header.sequences)
      await tx.query(backupRows.setSequence({ ...sequence, last_value: BigInt(sequence.last_value) }));
    for (const { name } of header.tables) await tx.query(backupRows.setTriggers(name, "enable"));
    for (const key of foreignKeys) await tx.query(backupRows.addForeignKey(key), { timeoutMs: CHECK_TIMEOUT_MS });
    return { rows };
  });
}

/** Returns each set as it was when the backup was made, so that rows match the tables, in the order of their dependencies. */
function fittingSets(header: BackupHeader, known: readonly MigrationSet[]): MigrationSet[] {
  const had = new Set(header.migrations.map((migration) => migration.set));
  const names = [...known.map(({ name }) => name).filter((name) => had.has(name)), ...had];
  return [...new Set(names)].map((name) => {
    const rows = header.migrations.filter(({ set }) => set === name).map((row) => ({ ...row, set_name: name }));
    const set = known.find((candidate) => candidate.name === name);
    if (set === undefined)
      throw incompatible(`it has tables of the workload "${name}": name that one in the option workloads`, header);
    const fitting = setUpTo(set, rows);
    if (typeof fitting === "object") return fitting;
    throw incompatible(
      `it was made with migration ${fitting} of set "${name}", which this version does not have in this form`,
      header,
    );
  });
}

async function refuseUnlikeTables(tx: Transaction, schema: string, header: BackupHeader): Promise<void> {
  const found = await tx.query(backupRows.listTables(schema));
  if (JSON.stringify(found) !== JSON.stringify(header.tables))
    throw incompatible(
      `its tables are not those of schema "${schema}": restore into a schema that nobody has used`,
      header,
    );
}

async function refuseRows(tx: Transaction, header: BackupHeader): Promise<void> {
  for (const { name } of header.tables) {
    if (FILLED_BY_MIGRATIONS.has(name)) await tx.query(backupRows.clearTable(name));
    const [answer] = await tx.query(backupRows.hasRows(name));
    if (answer?.has_rows !== true) continue;
    const message = `the target is not empty: table ${name} has rows. Restore into an empty database or another schema`;
    throw new RotaError("RESTORE_TARGET_NOT_EMPTY", message, { table: name });
  }
}

type Insertion = {
  readonly tx: Transaction;
  readonly header: BackupHeader;
  readonly lines: AsyncGenerator<string>;
  readonly sum: LineSum;
  readonly onProgress: RestoreOptions["onProgress"];
};

/** Inserts the rows of all lines up to the trailer, and compares the checksum. */
async function insertAll({ tx, header, lines, sum, onProgress }: Insertion): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  let batch = new RowBatch(tx, undefined);
  const flush = async () => {
    await batch.flush();
    if (batch.table !== undefined) onProgress?.({ table: batch.table.name, rows: rows[batch.table.name] ?? 0 });
  };
  for await (const line of lines) {
    const parsed = parseBodyLine(line);
    if (typeof parsed === "object" && "end" in parsed) {
      await flush();
      await refuseMore(lines);
      if (parsed.end.sha256 !== sum.hex()) throw invalidBackup("its content does not match its checksum");
      return rows;
    }
    sum.add(line);
    if (typeof parsed === "string") {
      if (batch.table === undefined) throw invalidBackup("it has rows before the first table");
      rows[batch.table.name] = (rows[batch.table.name] ?? 0) + 1;
      if (batch.add(parsed)) await flush();
    } else {
      await flush();
      batch = new RowBatch(
        tx,
        header.tables.find((table) => table.name === parsed.table),
      );
      rows[parsed.table] = 0;
    }
  }
  throw invalidBackup("it ends before its last line");
}

/** Rows of one table that one statement inserts. */
class RowBatch {
  readonly table: backupRows.TableRow | undefined;
  readonly #tx: Transaction;
  #rows: string[] = [];
  #characters = 0;

  constructor(tx: Transaction, table: backupRows.TableRow | undefined) {
    this.#tx = tx;
    this.table = table;
  }

  /** Adds a row; returns whether the batch is full. */
  add(row: string): boolean {
    this.#rows.push(row);
    this.#characters += row.length;
    return this.#rows.length >= BATCH_ROWS_MAX || this.#characters >= BATCH_CHARACTERS_MAX;
  }

  async flush(): Promise<void> {
    if (this.table === undefined || this.#rows.length === 0) return;
    await this.#tx.query(backupRows.insertRows(this.table, this.#rows));
    this.#rows = [];
    this.#characters = 0;
  }
}

async function refuseMore(lines: AsyncGenerator<string>): Promise<void> {
  const next = await lines.next();
  if (next.done !== true) throw invalidBackup("something follows its last line");
}

function incompatible(why: string, header: BackupHeader): RotaError {
  const message = `the backup of ${header.createdAt} does not fit: ${why}. Rota ${header.rotaVersion} made it`;
  return new RotaError("BACKUP_INCOMPATIBLE", message, { rotaVersion: header.rotaVersion });
}

/** Copies all rows of one database to an empty one, with any drivers. Opens a transaction on both. */
export async function copyDatabase(from: Database, to: Database, options: RestoreOptions = {}): Promise<BackupResult> {
  return from.transaction((tx) => restoreLines(to, separateLines(backupLines(tx, from.schema, {}, {})), options), {
    readOnlySnapshot: true,
  });
}

/** Splits batches, whose lines are joined as in a file, into lines. */
async function* separateLines(batches: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const batch of batches) yield* batch.split("\n");
}

/** Maximum length of a line. A value of PostgreSQL has at most 1 GB, a text of JavaScript half of that. */
const LINE_CHARACTERS_MAX = 400_000_000;

/** Splits a compressed stream into lines at line feeds only, since rows may contain other characters that end a line. */
async function* readLines(source: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding("utf8");
  pipeline(source, unpacked, () => undefined); // the loop below throws its error
  let unfinished: string[] = [];
  try {
    for await (const part of unpacked) {
      const lines = String(part).split("\n");
      const last = lines.pop() ?? "";
      if (lines.length > 0) yield unfinished.splice(0).join("") + (lines.shift() ?? "");
      yield* lines;
      unfinished = limitLength([...unfinished, last]);
    }
  } catch (error) {
    throw error instanceof RotaError ? error : invalidBackup("it ends early, is damaged, or is no gzip file", error);
  }
  if (unfinished.join("") !== "") throw invalidBackup("it ends in the middle of a line");
}

function limitLength(parts: string[]): string[] {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  if (characters > LINE_CHARACTERS_MAX) throw invalidBackup("it has a line that is too long");
  return parts;
}
