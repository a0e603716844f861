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
  deadLetterId,
  type DeadLetterName,
  type ParkedDeadLetter,
  readDeadLetterId,
} from "./dead-letter.ts";
import {
  type DeadChunkRow,
  type DeadEventRow,
  type ParkedEventRow,
  selectDecidedChunks,
  selectEvents,
  selectOpenChunks,
  selectParkedEvents,
} from "./dead-letters.sql.ts";

export const LISTED_DEAD_LETTERS_MAX = 1_000;
const paging = definePaging({
  code: "DEAD_LETTER_INVALID",
  refusal: "refused",
  limit: 100,
  limitMax: LISTED_DEAD_LETTERS_MAX,
});

/** Filter and position of a page of dead letters. */
export type DeadLetterListing = DeadLetterFilter & {
  /** State. Default `open`. */
  readonly state?: DeadLetterState;
  /** Cursor: the `next` of the previous page. */
  readonly after?: string;
  /** Size of the page. Default 100, at most LISTED_DEAD_LETTERS_MAX. */
  readonly limit?: number;
};

/** Page of dead letters. */
export type DeadLetterPage = {
  readonly letters: readonly DeadLetter[];
  /** Cursor of the next page; undefined when this one is not full. */
  readonly next: string | undefined;
};

type Placed = ListPlace & { readonly deadLetter: DeadLetter };

/**
 * Lists dead letters, the newest first. A reader who follows `next` sees each dead letter once that was open at the first
 * page and stays open; later ones are newer than the first page.
 *
 * @example const page = await listDeadLetters(database, { tenant: "ann", code: "ECONNREFUSED" });
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
    letters: page.map(({ deadLetter }) => deadLetter),
    next: nextCursor(page, limit, cursorParts),
  };
}

type KindQuery = {
  readonly asked: Asked;
  readonly state: DeadLetterState;
  readonly place: ListPlace | undefined;
  readonly limit: number;
};

const ROW_STATES = { replayed: "REPLAYED", discarded: "DISCARDED" } as const;
const STATES = { OPEN: "open", REPLAYED: "replayed", DISCARDED: "discarded" } as const;

async function listChunks(on: Queryable, { asked, state, place, limit }: KindQuery): Promise<Placed[]> {
  const page = { asked, below: place && chunkBound(place), limit };
  const rows = await on.query(
    state === "open" ? selectOpenChunks(page) : selectDecidedChunks({ ...page, state: ROW_STATES[state] }),
  );
  return rows.map((row) => {
    const deadLetter = toDeadChunk(row);
    return { atUs: row.at_us, name: { kind: "chunk", taskId: row.task_id, number: row.number }, deadLetter };
  });
}

async function listEvents(on: Queryable, { asked, state, place, limit }: KindQuery): Promise<Placed[]> {
  const rowState = state === "open" ? "OPEN" : ROW_STATES[state];
  const below = place && eventBound(place);
  const rows = await on.query(selectEvents({ asked, below, limit, state: rowState }));
  return rows.map((row) => {
    const deadLetter = toDeadEvent(row);
    return { atUs: row.at_us, name: { kind: "event", rejectedId: row.rejected_id }, deadLetter };
  });
}

async function listParked(on: Queryable, { asked, place, limit }: KindQuery): Promise<Placed[]> {
  const rows = await on.query(selectParkedEvents({ asked, below: place && parkedBound(place), limit }));
  return rows.map((row) => {
    const deadLetter = toParkedDeadLetter(row);
    return { atUs: row.at_us, name: { kind: "parked", heldId: row.held_id, position: row.position }, deadLetter };
  });
}

export function toDeadChunk(row: Omit<DeadChunkRow, "at_us">): DeadChunk {
  const { task_id: taskId, number, tenant, queue, group_name: group, type, version, at } = row;
  return {
    id: deadLetterId({ kind: "chunk", taskId, number }),
    kind: "chunk",
    state: STATES[row.state],
    ...{ tenant, queue, group, type, version, taskId, number },
    code: row.code ?? undefined,
    reason: row.reason ?? undefined,
    attempts: row.attempt,
    at,
  };
}

export function toDeadEvent(row: Omit<DeadEventRow, "at_us">): DeadEvent {
  const { rejected_id: rejectedId, intake, kind: rejection, code, reason, attempts, times, at } = row;
  return {
    id: deadLetterId({ kind: "event", rejectedId }),
    kind: "event",
    state: STATES[row.state],
    tenant: row.tenant ?? undefined,
    intake,
    eventId: row.event_id ?? undefined,
    rejection,
    routingKey: row.origin.routingKey,
    ...{ code, reason, attempts, times, at },
  };
}

export function toParkedDeadLetter(row: ParkedEventRow): ParkedDeadLetter {
  const { held_id: heldId, position, tenant, sink, event_id: eventId, type, tries: attempts, waiting, at } = row;
  return {
    id: deadLetterId({ kind: "parked", heldId, position }),
    kind: "parked",
    state: "open",
    ...{ tenant, sink, eventId, type, aggregate: { type: row.aggregate_type, id: row.aggregate_id } },
    code: undefined,
    reason: row.error ?? undefined,
    ...{ attempts, waiting, at },
  };
}

/** Place in the list. Its time is in microseconds, which a Date cannot represent. */
export type ListPlace = { readonly atUs: bigint; readonly name: DeadLetterName };

/** Bound with which the rows of dead chunks are compared. */
export type ChunkBound = { readonly atUs: bigint; readonly taskId: bigint; readonly number: number };
export type EventBound = { readonly atUs: bigint; readonly rejectedId: bigint };

export type ParkedBound = { readonly atUs: bigint; readonly heldId: bigint; readonly position: bigint };

/** Id that is greater than all ids, so that a bound with it follows all rows of its time. Ids begin at 1. */
const AFTER_ALL = 9_223_372_036_854_775_807n;
/** Order of the kinds among dead letters of one time: a higher rank is newer. */
const RANKS = { chunk: 0, event: 1, parked: 2 } as const;

/** Converts a place in the list to the bound that divides the chunks at this place. */
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

/** Compares places for a list with the newest first. */
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

function idsOf(name: DeadLetterName): readonly bigint[] {
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
  return [String(atUs), deadLetterId(name)];
}

export function readDeadLetterCursor(after: string): ListPlace {
  const [atUs, id] = paging.placeOf(after) ?? [];
  try {
    if (typeof atUs === "string" && typeof id === "string" && /^\d{1,16}$/.test(atUs))
      return { atUs: BigInt(atUs), name: readDeadLetterId(id) };
  } catch {
    // refused below like any other text that is no cursor
  }
  throw paging.unreadable();
}
