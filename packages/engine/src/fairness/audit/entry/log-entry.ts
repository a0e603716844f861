/** An entry of the dispatch log, read from the very text that its hash covers. Pure. */
import { createHash } from "node:crypto";
import type { LogRow } from "../audit.sql.ts";
import { toBigint } from "./json-fields.ts";
import { readChange, type LoggedChange } from "./read-change.ts";

export type LogEntry = {
  readonly queue: string;
  readonly entry: bigint;
  readonly atUs: bigint;
  readonly turnCount: bigint;
  readonly moment: bigint;
  readonly clock: bigint;
  readonly changes: readonly LoggedChange[];
  readonly leaves: readonly bigint[];
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly emptied: readonly bigint[];
};

export function readEntry(row: LogRow): LogEntry {
  return {
    queue: row.queue,
    entry: toBigint(row.entry, "entry"),
    atUs: toBigint(row.at_us, "at"),
    turnCount: toBigint(row.turn_count, "turn_count"),
    moment: toBigint(row.moment, "moment"),
    clock: toBigint(row.clock, "clock"),
    changes: readChanges(row.changes),
    leaves: readArray(row.leaves, "leaves"),
    taskIds: readArray(row.task_ids, "task_ids"),
    numbers: readArray(row.numbers, "numbers").map(Number),
    emptied: readArray(row.emptied, "emptied"),
  };
}

/**
 * The hash of an entry and all before it, as hexadecimal digits. It is computed here and not by the database, from the
 * same texts that readEntry reads: a function that was changed on the server can neither hide nor excuse anything.
 */
export function hashEntry(row: LogRow, previousHash: string): string {
  const text = [row.queue, row.entry, row.at_us, row.turn_count, row.moment, row.clock, row.changes];
  const arrays = [row.leaves, row.task_ids, row.numbers, row.emptied];
  return createHash("sha256")
    .update(Buffer.from(previousHash, "hex"))
    .update([...text, ...arrays].join("\n"))
    .digest("hex");
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function readChanges(text: string): LoggedChange[] {
  const changes: unknown = JSON.parse(text);
  if (!Array.isArray(changes)) throw new TypeError("a list of changes was expected");
  return changes.map(readChange);
}

/** `{1,2,3}` as PostgreSQL writes it. */
function readArray(text: string, what: string): bigint[] {
  if (!text.startsWith("{") || !text.endsWith("}")) throw new TypeError(`a list was expected as ${what}`);
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((element) => toBigint(element, what));
}
