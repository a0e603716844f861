/** Where a list stands: one order over both kinds, by time, then events before chunks, then ids. Pure. */
import { refusal } from "../check-fields.ts";
import { letterId, readLetterId, type LetterName } from "../dead-letter.ts";

export type Place = { readonly atUs: bigint; readonly name: LetterName };

/** What the rows of a kind are compared with; microseconds, which a Date cannot say. */
export type ChunkBound = { readonly atUs: bigint; readonly taskId: bigint; readonly number: number };
export type EventBound = { readonly atUs: bigint; readonly rejectedId: bigint };

/** Ids are greater than 0 and smaller than this, so a bound with it lies behind all of one time. */
const AFTER_ALL = 9_223_372_036_854_775_807n;

/** Chunks before a place, or behind it, are those before or behind this. */
export function chunkBound({ atUs, name }: Place): ChunkBound {
  return name.kind === "chunk"
    ? { atUs, taskId: name.taskId, number: name.number }
    : { atUs, taskId: AFTER_ALL, number: 0 };
}

export function eventBound({ atUs, name }: Place): EventBound {
  return name.kind === "event" ? { atUs, rejectedId: name.rejectedId } : { atUs, rejectedId: 0n };
}

/** The newest first. */
export function byNewest(a: Place, b: Place): number {
  if (a.atUs !== b.atUs) return a.atUs > b.atUs ? -1 : 1;
  if (a.name.kind === "chunk" && b.name.kind === "chunk")
    return compare(b.name.taskId, a.name.taskId) || b.name.number - a.name.number;
  if (a.name.kind === "event" && b.name.kind === "event") return compare(b.name.rejectedId, a.name.rejectedId);
  return a.name.kind === "event" ? -1 : 1;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Says to nobody but us what it means, so that it may come to mean more. */
export function writeCursor({ atUs, name }: Place): string {
  return Buffer.from(`${String(atUs)} ${letterId(name)}`).toString("base64url");
}

export function readCursor(text: string): Place {
  const [atUs = "", id = ""] = Buffer.from(text, "base64url").toString().split(" ");
  try {
    if (/^\d{1,16}$/.test(atUs)) return { atUs: BigInt(atUs), name: readLetterId(id) };
  } catch {
    // refused below like any other text that is no cursor
  }
  throw refusal("after cannot be read: give the next of the page before, or leave it out", { field: "after" });
}
