/** Lists events that exhausted their tries, retries or discards them, and forgets unused sinks. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { checkEventName } from "./append-event.ts";
import type { Aggregate } from "./outbox-event.ts";
import * as limits from "./outbox-limits.ts";
import { discardParked, forgetSinkRow, type ParkedRow, retryParked, selectParked } from "./outbox.sql.ts";

/** Event that exhausted its tries in a sink; its aggregate waits for a decision. */
export type ParkedEvent = {
  /** Place after which listing continues: pass it as `after`. */
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
  /** Number of later events of the aggregate that wait behind it. */
  readonly waiting: number;
};

/** Query of `listParkedEvents`. */
export type ParkedFilter = {
  readonly sink?: string;
  readonly tenant?: string;
  readonly after?: bigint;
  /** 1 to 1000. Default 100. */
  readonly limit?: number;
};

/**
 * Lists parked events, the oldest first.
 *
 * @example const parked = await listParkedEvents(database, { sink: "broker", tenant: "ann" });
 */
export async function listParkedEvents(database: Queryable, filter: ParkedFilter = {}): Promise<ParkedEvent[]> {
  const { sink = null, tenant = null, after = 0n } = filter;
  const limit = limits.eventPaging.limitOf(filter.limit);
  return (await database.query(selectParked({ sink, tenant, after, limit }))).map(readParked);
}

/** Parked events to retry. */
export type ParkedEventsRequest = {
  readonly sink: string;
  /** Event to retry. Default: all parked events of the sink. */
  readonly eventId?: string;
};

/**
 * Retries parked events at once, with all their tries.
 *
 * @returns how many.
 * @example await retryParkedEvents(database, { sink: "broker" });
 */
export async function retryParkedEvents(tx: Queryable, { sink, eventId }: ParkedEventsRequest): Promise<number> {
  const [row] = await tx.query(retryParked({ sink, eventId: eventId ?? null }));
  if (eventId !== undefined && row?.retried === 0) throw notParked(sink, eventId);
  return row?.retried ?? 0;
}

/** Event to discard for one sink. */
export type DiscardRequest = {
  readonly sink: string;
  readonly eventId: string;
  /** Reason, which is kept beside the event. */
  readonly reason: string;
  /** Person who decided. */
  readonly by: string;
};

/**
 * Discards an event for one sink, which never gets it; the events behind it continue. Other sinks still get it.
 *
 * @example await discardParkedEvent(database, { sink: "broker", eventId, reason: "sent manually", by: "ann" });
 */
export async function discardParkedEvent(tx: Queryable, request: DiscardRequest): Promise<void> {
  checkEventName("reason", request.reason, limits.SENTENCE_BYTES_MAX);
  checkEventName("by", request.by, limits.EVENT_NAME_BYTES_MAX);
  const [row] = await tx.query(discardParked(request));
  if (row?.is_discarded !== true) throw notParked(request.sink, request.eventId);
}

/** Forgets a sink that no relay uses: otherwise it keeps events from being deleted. @returns whether it was known. */
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
