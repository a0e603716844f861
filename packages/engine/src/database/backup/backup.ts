/** Writes everything in the schema to a stream, as of one moment, while others go on writing. Opens a transaction. */
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Database, Transaction } from "../database.ts";
import { listApplied } from "../migrations/migrations.sql.ts";
import { ROTA_VERSION } from "../migrations/rota-version.ts";
import { BACKUP_FORMAT, type BackupHeader, LineSum, type TableLine } from "./backup-lines.ts";
import * as backupRows from "./backup.sql.ts";

export type BackupProgress = { readonly table: string; readonly rows: number };
export type BackupOptions = { readonly onProgress?: (progress: BackupProgress) => void };

/** How many rows each table had. */
export type BackupResult = { readonly rows: Readonly<Record<string, number>> };

/** Rows are fetched in batches of about this size, so that memory stays flat whatever the rows are like. */
const BATCH_CHARACTERS = 4_000_000;
const BATCH_ROWS_FIRST = 100;
const BATCH_ROWS_MAX = 5_000;

/** gzip of lines of JSON; the stream is ended when everything has been written. */
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

/** The lines without their ends; counts into `rows`. */
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
  const applied = await tx.query(listApplied());
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
  return 2 ** Math.floor(Math.log2(count)); // few different statements
}

async function* endLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
