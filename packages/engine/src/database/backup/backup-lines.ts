/** The lines of a backup: a header, each table's rows, a trailer that proves that nothing is missing or altered. */
import { createHash } from "node:crypto";
import { RotaError } from "../../errors.ts";
import type { SequenceRow, TableRow } from "./backup.sql.ts";

export const BACKUP_FORMAT = 1;

export type BackupHeader = {
  readonly format: number;
  readonly rotaVersion: string;
  readonly createdAt: string;
  readonly migrations: readonly { set: string; number: number; name: string; checksum: string }[];
  readonly tables: readonly TableRow[];
  readonly sequences: readonly (Omit<SequenceRow, "last_value"> & { last_value: string })[];
};

/** Says what follows: the rows of this table, each a line holding one JSON string. */
export type TableLine = { readonly table: string };
export type BackupTrailer = { readonly rows: Readonly<Record<string, number>>; readonly sha256: string };

/** Adds up what goes by, so that writer and reader compare the same sum. */
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

/** A line after the header: a row, the beginning of a table, or the end. */
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
