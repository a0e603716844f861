/** Writes all rows of a schema in one snapshot to a stream, and defines the format of its lines. */
import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { RotaError } from "../errors.ts";
import * as backupRows from "./database.sql.ts";
import type { Database, Transaction } from "./database.ts";
import { ROTA_VERSION } from "./migrate.ts";

export type BackupProgress = { readonly table: string; readonly rows: number };
export type BackupOptions = { readonly onProgress?: (progress: BackupProgress) => void };

/** Number of rows of each table. */
export type BackupResult = { readonly rows: Readonly<Record<string, number>> };

/** Size of a batch of rows, which limits memory whatever the size of the rows. */
const BATCH_CHARACTERS = 4_000_000;
const BATCH_ROWS_FIRST = 100;
const BATCH_ROWS_MAX = 5_000;

/** Writes lines of JSON, compressed with gzip, and ends the stream after the last one. */
export async function backupTo(
  database: Database,
  target: Writable,
  options: BackupOptions = {},
): Promise<BackupResult> {
  return database.transaction(
    async (tx) => {
      const rows: Record<string, number> = {};
      const lines = Readable.from(endLines(backupLines(tx, database.schema, rows, options)));
      await pipeline(lines, createGzip({ level: 6 }), target);
      return { rows };
    },
    { readOnlySnapshot: true },
  );
}

/** Yields the lines without line ends, and counts the rows in `rows`. */
export async function* backupLines(
  tx: Transaction,
  schema: string,
  rows: Record<string, number>,
  options: BackupOptions,
): AsyncGenerator<string> {
  const sum = new LineSum();
  const counted = (value: BackupHeader | TableLine | string) => {
    const line = JSON.stringify(value);
    sum.add(line);
    return line;
  };
  const header = await readHeader(tx, schema);
  yield counted(header);
  for (const { name } of header.tables) {
    yield counted({ table: name });
    rows[name] = 0;
    for await (const batch of rowBatches(tx, name)) {
      rows[name] += batch.length;
      yield batch.map(counted).join("\n");
      options.onProgress?.({ table: name, rows: rows[name] });
    }
  }
  yield JSON.stringify({ end: { rows, sha256: sum.hex() } });
}

async function readHeader(tx: Transaction, schema: string): Promise<BackupHeader> {
  const applied = await tx.query(backupRows.listApplied());
  const sequences = [];
  for (const { name } of await tx.query(backupRows.listSequences(schema)))
    sequences.push(...(await tx.query(backupRows.selectSequence(name))));
  return {
    format: BACKUP_FORMAT,
    rotaVersion: ROTA_VERSION,
    createdAt: new Date().toISOString(),
    migrations: applied.map(({ set_name, number, name, checksum }) => ({ set: set_name, number, name, checksum })),
    tables: await tx.query(backupRows.listTables(schema)),
    sequences: sequences.map((sequence) => ({ ...sequence, last_value: String(sequence.last_value) })),
  };
}

async function* rowBatches(tx: Transaction, table: string): AsyncGenerator<string[]> {
  await tx.query(backupRows.declareRows(table));
  for (let count = BATCH_ROWS_FIRST; ;) {
    const batch = (await tx.query(backupRows.fetchRows(count))).map(({ row }) => row);
    if (batch.length === 0) break;
    yield batch;
    count = nextCount(batch);
  }
  await tx.query(backupRows.closeRows());
}

function nextCount(batch: readonly string[]): number {
  const characters = batch.reduce((sum, row) => sum + row.length, 0);
  const fitting = Math.floor((BATCH_CHARACTERS * batch.length) / Math.max(characters, 1));
  const count = Math.min(Math.max(fitting, 1), BATCH_ROWS_MAX);
  return 2 ** Math.floor(Math.log2(count)); // powers of two, so that there are few different statements
}

async function* endLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

const BACKUP_FORMAT = 1;

export type BackupHeader = {
  readonly format: number;
  readonly rotaVersion: string;
  readonly createdAt: string;
  readonly migrations: readonly { set: string; number: number; name: string; checksum: string }[];
  readonly tables: readonly backupRows.TableRow[];
  readonly sequences: readonly (Omit<backupRows.SequenceRow, "last_value"> & { last_value: string })[];
};

/** Line before the rows of a table, each of which is a line with one JSON string. */
type TableLine = { readonly table: string };
type BackupTrailer = { readonly rows: Readonly<Record<string, number>>; readonly sha256: string };

/** Checksum of lines, which the writer and the reader of a backup compute in the same way. */
export class LineSum {
  readonly #hash = createHash("sha256");

  add(line: string): void {
    this.#hash.update(line).update("\n");
  }

  hex(): string {
    return this.#hash.digest("hex");
  }
}

export function parseHeader(line: string): BackupHeader {
  const header = parseLine(line);
  if (!isHeader(header)) throw invalidBackup("it does not begin like a backup of Rota");
  if (header.format === BACKUP_FORMAT) return header;
  throw new RotaError(
    "BACKUP_INCOMPATIBLE",
    `the backup has format ${String(header.format)} and this version reads format ${String(BACKUP_FORMAT)}: use Rota ${header.rotaVersion}`,
    { format: header.format },
  );
}

/** Parses a line after the header: a row, the beginning of a table, or the end. */
export function parseBodyLine(line: string): string | TableLine | { readonly end: BackupTrailer } {
  const parsed = parseLine(line);
  if (typeof parsed === "string" || isTableLine(parsed) || isTrailerLine(parsed)) return parsed;
  throw invalidBackup("it has a line that no backup of Rota has");
}

export function invalidBackup(why: string, cause?: unknown): RotaError {
  const message = `the backup cannot be used: ${why}. Nothing was changed; give a complete copy of the file`;
  return new RotaError("BACKUP_INVALID", message, {}, { cause });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw invalidBackup("it ends early or has a damaged line", error);
  }
}

function isHeader(value: unknown): value is BackupHeader {
  const names = ["format", "rotaVersion", "createdAt", "migrations", "tables", "sequences"];
  return isRecord(value) && names.every((name) => name in value) && Array.isArray(value["tables"]);
}

function isTableLine(value: unknown): value is TableLine {
  return isRecord(value) && typeof value["table"] === "string";
}

function isTrailerLine(value: unknown): value is { end: BackupTrailer } {
  if (!isRecord(value)) return false;
  const end = value["end"];
  return isRecord(end) && isRecord(end["rows"]) && typeof end["sha256"] === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
