/**
 * Lists dead letters, the newest first. A reader who follows `next` sees each dead letter once that was open at the first page
 * and stays open; later ones are newer than the first page.
 */
import type { Queryable } from "../database/database.ts";
import { definePaging, nextCursor, writeCursor } from "../paging.ts";
import {
  type Asked,
  checkFilter,
  checkState,
  type DeadChunk,
  type DeadEvent,
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetterState,
  letterId,
  type LetterName,
  type ParkedLetter,
  readLetterId,
} from "./dead-letter.ts";
import {
  type ChunkLetterRow,
  type EventLetterRow,
  type ParkedLetterRow,
  selectDecidedChunks,
  selectEvents,
  selectOpenChunks,
  selectParkedLetters,
} from "./dead-letters.sql.ts";

export const LISTED_LETTERS_MAX = 1_000;
const paging = definePaging({
  code: "DEAD_LETTER_INVALID",
  refusal: "refused",
  limit: 100,
  limitMax: LISTED_LETTERS_MAX,
});

/** Filter and place of a page of dead letters. */
export type DeadLetterListing = DeadLetterFilter & {
  /** Default open. */
  readonly state?: DeadLetterState;
  /** The `next` of the page before. */
  readonly after?: string;
  /** Default 100, at most LISTED_LETTERS_MAX. */
  readonly limit?: number;
};

/** Page of dead letters. */
export type DeadLetterPage = {
  readonly letters: readonly DeadLetter[];
  /** Where the next page begins; undefined when this one is not full. */
  readonly next: string | undefined;
};

type Placed = ListPlace & { readonly letter: DeadLetter };

/**
 * Lists dead letters, the newest first. Whoever goes from page to page sees each letter once that was there when they began
 * and that nobody decided about meanwhile; those that come later are newer than the first page.
 *
 * @example const { letters, next } = await listDeadLetters(database, { tenant: "ann", code: "ECONNREFUSED" });
 */
export async function listDeadLetters(on: Queryable, listing: DeadLetterListing = {}): Promise<DeadLetterPage> {
  const { state = "open", after, limit: askedLimit, ...filter } = listing;
  const limit = paging.limitOf(askedLimit);
  checkState(state);
  const asked = checkFilter(filter);
  const place = after === undefined ? undefined : readDeadLetterCursor(after);
  const chunks = asked.hasChunks ? await listChunks(on, { asked, state, place, limit }) : [];
  const events = asked.hasEvents ? await listEvents(on, { asked, state, place, limit }) : [];
  const parked = asked.hasParked && state === "open" ? await listParked(on, { asked, state, place, limit }) : [];
  const page = [...chunks, ...events, ...parked].sort(byNewest).slice(0, limit);
  return {
    letters: page.map(({ letter }) => letter),
    next: nextCursor(page, limit, cursorParts),
  };
}

type Wish = {
  readonly asked: Asked;
  readonly state: DeadLetterState;
  readonly place: ListPlace | undefined;
  readonly limit: number;
};

const ROW_STATES = { replayed: "REPLAYED", discarded: "DISCARDED" } as const;
const LETTER_STATES = { OPEN: "open", REPLAYED: "replayed", DISCARDED: "discarded" } as const;

async function listChunks(on: Queryable, { asked, state, place, limit }: Wish): Promise<Placed[]> {
  const page = { asked, below: place && chunkBound(place), limit };
  const rows = await on.query(
    state === "open" ? selectOpenChunks(page) : selectDecidedChunks({ ...page, state: ROW_STATES[state] }),
  );
  return rows.map((row) => {
    const letter = toDeadChunk(row);
    return { atUs: row.at_us, name: { kind: "chunk", taskId: row.task_id, number: row.number }, letter };
  });
}

async function listEvents(on: Queryable, { asked, state, place, limit }: Wish): Promise<Placed[]> {
  const rowState = state === "open" ? "OPEN" : ROW_STATES[state];
  const below = place && eventBound(place);
  const rows = await on.query(selectEvents({ asked, below, limit, state: rowState }));
  return rows.map((row) => {
    const letter = toDeadEvent(row);
    return { atUs: row.at_us, name: { kind: "event", rejectedId: row.rejected_id }, letter };
  });
}

async function listParked(on: Queryable, { asked, place, limit }: Wish): Promise<Placed[]> {
  const rows = await on.query(selectParkedLetters({ asked, below: place && parkedBound(place), limit }));
  return rows.map((row) => {
    const letter = toParkedLetter(row);
    return { atUs: row.at_us, name: { kind: "parked", heldId: row.held_id, position: row.position }, letter };
  });
}

export function toDeadChunk(row: Omit<ChunkLetterRow, "at_us">): DeadChunk {
  const { task_id: taskId, number, tenant, queue, group_name: group, type, version, at } = row;
  return {
    id: letterId({ kind: "chunk", taskId, number }),
    kind: "chunk",
    state: LETTER_STATES[row.state],
    ...{ tenant, queue, group, type, version, taskId, number },
    code: row.code ?? undefined,
    reason: row.reason ?? undefined,
    attempts: row.attempt,
    at,
  };
}

export function toDeadEvent(row: Omit<EventLetterRow, "at_us">): DeadEvent {
  const { rejected_id: rejectedId, intake, kind: rejection, code, reason, attempts, times, at } = row;
  return {
    id: letterId({ kind: "event", rejectedId }),
    kind: "event",
    state: LETTER_STATES[row.state],
    tenant: row.tenant ?? undefined,
    intake,
    eventId: row.event_id ?? undefined,
    rejection,
    routingKey: row.origin.routingKey,
    ...{ code, reason, attempts, times, at },
  };
}

export function toParkedLetter(row: ParkedLetterRow): ParkedLetter {
  const { held_id: heldId, position, tenant, sink, event_id: eventId, type, tries: attempts, waiting, at } = row;
  return {
    id: letterId({ kind: "parked", heldId, position }),
    kind: "parked",
    state: "open",
    ...{ tenant, sink, eventId, type, aggregate: { type: row.aggregate_type, id: row.aggregate_id } },
    code: undefined,
    reason: row.error ?? undefined,
    ...{ attempts, waiting, at },
  };
}

export type ListPlace = { readonly atUs: bigint; readonly name: LetterName };

/** What the rows of a kind are compared with; microseconds, which a Date cannot say. */
export type ChunkBound = { readonly atUs: bigint; readonly taskId: bigint; readonly number: number };
export type EventBound = { readonly atUs: bigint; readonly rejectedId: bigint };

export type ParkedBound = { readonly atUs: bigint; readonly heldId: bigint; readonly position: bigint };

/** Ids are greater than 0 and smaller than this, so a bound with it lies behind all of one time. */
const AFTER_ALL = 9_223_372_036_854_775_807n;
/** Of one time, those of a higher rank are newer. */
const RANKS = { chunk: 0, event: 1, parked: 2 } as const;

/** Chunks before a place, or behind it, are those before or behind this. */
export function chunkBound({ atUs, name }: ListPlace): ChunkBound {
  return name.kind === "chunk"
    ? { atUs, taskId: name.taskId, number: name.number }
    : { atUs, taskId: AFTER_ALL, number: 0 };
}

export function eventBound({ atUs, name }: ListPlace): EventBound {
  if (name.kind === "event") return { atUs, rejectedId: name.rejectedId };
  return { atUs, rejectedId: name.kind === "chunk" ? 0n : AFTER_ALL };
}

export function parkedBound({ atUs, name }: ListPlace): ParkedBound {
  return name.kind === "parked"
    ? { atUs, heldId: name.heldId, position: name.position }
    : { atUs, heldId: 0n, position: 0n };
}

/** The newest first. */
export function byNewest(a: ListPlace, b: ListPlace): number {
  const [first, second] = [keyOf(a), keyOf(b)];
  for (const [index, part] of first.entries()) {
    const other = second[index] ?? 0n;
    if (part !== other) return part > other ? -1 : 1;
  }
  return 0;
}

function keyOf({ atUs, name }: ListPlace): readonly bigint[] {
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

export function writeDeadLetterCursor(place: ListPlace): string {
  return writeCursor(...cursorParts(place));
}

function cursorParts({ atUs, name }: ListPlace): readonly string[] {
  return [String(atUs), letterId(name)];
}

export function readDeadLetterCursor(after: string): ListPlace {
  const [atUs, id] = paging.placeOf(after) ?? [];
  try {
    if (typeof atUs === "string" && typeof id === "string" && /^\d{1,16}$/.test(atUs))
      return { atUs: BigInt(atUs), name: readLetterId(id) };
  } catch {
    // refused below like any other text that is no cursor
  }
  throw paging.unreadable();
}
