/** Where a list stands: one order over all kinds, by time, then parked events, events, chunks, then ids. Pure. */
import { refusal } from "../check-fields.ts";
import { letterId, readLetterId, type LetterName } from "../dead-letter.ts";

export type Place = { readonly atUs: bigint; readonly name: LetterName };

/** What the rows of a kind are compared with; microseconds, which a Date cannot say. */
export type ChunkBound = { readonly atUs: bigint; readonly taskId: bigint; readonly number: number };
export type EventBound = { readonly atUs: bigint; readonly rejectedId: bigint };

export type ParkedBound = { readonly atUs: bigint; readonly heldId: bigint; readonly position: bigint };

/** Ids are greater than 0 and smaller than this, so a bound with it lies behind all of one time. */
const AFTER_ALL = 9_223_372_036_854_775_807n;
/** Of one time, those of a higher rank are newer. */
const RANKS = { chunk: 0, event: 1, parked: 2 } as const;

/** Chunks before a place, or behind it, are those before or behind this. */
export function chunkBound({ atUs, name }: Place): ChunkBound {
  return name.kind === "chunk"
    ? { atUs, taskId: name.taskId, number: name.number }
    : { atUs, taskId: AFTER_ALL, number: 0 };
}

export function eventBound({ atUs, name }: Place): EventBound {
  if (name.kind === "event") return { atUs, rejectedId: name.rejectedId };
  return { atUs, rejectedId: name.kind === "chunk" ? 0n : AFTER_ALL };
}

export function parkedBound({ atUs, name }: Place): ParkedBound {
  return name.kind === "parked"
    ? { atUs, heldId: name.heldId, position: name.position }
    : { atUs, heldId: 0n, position: 0n };
}

/** The newest first. */
export function byNewest(a: Place, b: Place): number {
  const [first, second] = [keyOf(a), keyOf(b)];
  for (const [index, part] of first.entries()) {
    const other = second[index] ?? 0n;
    if (part !== other) return part > other ? -1 : 1;
  }
  return 0;
}

function keyOf({ atUs, name }: Place): readonly bigint[] {
  return [atUs, BigInt(RANKS[name.kind]), ...idsOf(name)];
}

function idsOf(name: LetterName): readonly bigint[] {
  switch (name.kind) {
    case "chunk":
      return [name.taskId, BigInt(name.number)];
    case "event":
      return [name.rejectedId];
    case "parked":
      return [name.heldId, name.position];
  }
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
