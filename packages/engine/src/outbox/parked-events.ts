/** Lists events that exhausted their tries, retries or discards them, and forgets unused sinks. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { checkEventName } from "./append-event.ts";
import type { Aggregate } from "./outbox-event.ts";
import * as limits from "./outbox-limits.ts";
import { discardParked, forgetSinkRow, type ParkedRow, retryParked, selectParked } from "./outbox.sql.ts";

export type ParkedEvent = {
  /** Where to go on listing: pass it as `after`. */
  readonly place: bigint;
  readonly sink: string;
  readonly eventId: string;
  readonly tenant: string;
  readonly type: string;
  readonly aggregate: Aggregate;
  readonly payloadText: string;
  readonly occurredAt: Date;
  readonly tries: number;
  readonly error: string;
  /** How many later events of the aggregate wait behind it. */
  readonly waiting: number;
};

export type ParkedFilter = {
  readonly sink?: string;
  readonly tenant?: string;
  readonly after?: bigint;
  /** 1 to 1000. Default 100. */
  readonly limit?: number;
};

export async function listParkedEvents(database: Queryable, filter: ParkedFilter = {}): Promise<ParkedEvent[]> {
  const { sink = null, tenant = null, after = 0n } = filter;
  const limit = limits.eventPaging.limitOf(filter.limit);
  return (await database.query(selectParked({ sink, tenant, after, limit }))).map(readParked);
}

export type ParkedWish = {
  readonly sink: string;
  /** Default: all of the sink. */
  readonly eventId?: string;
};

/** They are tried at once, and have all their tries again. @returns how many. */
export async function retryParkedEvents(tx: Queryable, { sink, eventId }: ParkedWish): Promise<number> {
  const [row] = await tx.query(retryParked({ sink, eventId: eventId ?? null }));
  if (eventId !== undefined && row?.retried === 0) throw notParked(sink, eventId);
  return row?.retried ?? 0;
}

export type DiscardWish = {
  readonly sink: string;
  readonly eventId: string;
  /** Kept beside the event. */
  readonly reason: string;
  /** Who decided. */
  readonly by: string;
};

/** The sink is never handed this event; those behind it go on. Other sinks are handed it all the same. */
export async function discardParkedEvent(tx: Queryable, wish: DiscardWish): Promise<void> {
  checkEventName("reason", wish.reason, limits.SENTENCE_BYTES_MAX);
  checkEventName("by", wish.by, limits.EVENT_NAME_BYTES_MAX);
  const [row] = await tx.query(discardParked(wish));
  if (row?.is_discarded !== true) throw notParked(wish.sink, wish.eventId);
}

/** For a sink that no relay has any more: it keeps events from being deleted otherwise. @returns whether it was known. */
export async function forgetSink(tx: Queryable, sink: string): Promise<boolean> {
  return (await tx.query(forgetSinkRow(sink))).length > 0;
}

function readParked(row: ParkedRow): ParkedEvent {
  const { sink, tenant, type, tries, waiting } = row;
  return {
    place: row.held_id,
    sink,
    eventId: row.event_id,
    tenant,
    type,
    aggregate: { type: row.aggregate_type, id: row.aggregate_id },
    payloadText: row.payload_text,
    occurredAt: row.occurred_at,
    tries,
    error: row.error ?? "",
    waiting,
  };
}

function notParked(sink: string, eventId: string): RotaError {
  return new RotaError(
    "OUTBOX_EVENT_NOT_PARKED",
    `event ${eventId} is not parked in sink "${sink}": it was handed over, is still tried, or is unknown; see listParkedEvents`,
    { sink, eventId },
  );
}
