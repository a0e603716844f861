/** Lists dead chunks, rejected events and parked events as one list, the newest first, page by page. */
import type { Queryable } from "../../database/database.ts";
import { checkNumber } from "../check-fields.ts";
import {
  letterId,
  type DeadChunk,
  type DeadEvent,
  type DeadLetter,
  type DeadLetterState,
  type ParkedLetter,
} from "../dead-letter.ts";
import { checkFilter, checkState, type Asked, type DeadLetterFilter } from "./filter.ts";
import {
  selectDecidedChunks,
  selectEvents,
  selectOpenChunks,
  selectParkedLetters,
  type ChunkLetterRow,
  type EventLetterRow,
  type ParkedLetterRow,
} from "./listing.sql.ts";
import { byNewest, chunkBound, eventBound, parkedBound, readCursor, writeCursor, type Place } from "./place.ts";

export const LISTED_LETTERS_MAX = 1_000;
const DEFAULT_LISTED = 100;

export type DeadLetterListing = DeadLetterFilter & {
  /** Default open. */
  readonly state?: DeadLetterState;
  /** The `next` of the page before. */
  readonly after?: string;
  /** Default 100, at most LISTED_LETTERS_MAX. */
  readonly limit?: number;
};

export type DeadLetterPage = {
  readonly letters: readonly DeadLetter[];
  /** Where the next page begins; undefined when this one is not full. */
  readonly next: string | undefined;
};

type Placed = Place & { readonly letter: DeadLetter };

/**
 * Whoever goes from page to page sees each letter once that was there when they began and that nobody decided about
 * meanwhile; those that come later are newer than the first page.
 *
 * @example const { letters, next } = await listDeadLetters(database, { tenant: "ann", code: "ECONNREFUSED" });
 */
export async function listDeadLetters(on: Queryable, listing: DeadLetterListing = {}): Promise<DeadLetterPage> {
  const { state = "open", after, limit = DEFAULT_LISTED, ...filter } = listing;
  checkState(state);
  checkNumber("limit", limit, [1, LISTED_LETTERS_MAX]);
  const asked = checkFilter(filter);
  const place = after === undefined ? undefined : readCursor(after);
  const chunks = asked.hasChunks ? await listChunks(on, { asked, state, place, limit }) : [];
  const events = asked.hasEvents ? await listEvents(on, { asked, state, place, limit }) : [];
  const parked = asked.hasParked && state === "open" ? await listParked(on, { asked, state, place, limit }) : [];
  const page = [...chunks, ...events, ...parked].sort(byNewest).slice(0, limit);
  const last = page.at(-1);
  return {
    letters: page.map(({ letter }) => letter),
    next: last === undefined || page.length < limit ? undefined : writeCursor(last),
  };
}

type Wish = {
  readonly asked: Asked;
  readonly state: DeadLetterState;
  readonly place: Place | undefined;
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
