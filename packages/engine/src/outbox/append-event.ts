/** Appends events to a transaction of the caller's: they are told if it commits, and only then. */
import { randomUUID } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { isTraced, startSpan } from "../runtime/tracing/spans.ts";
import { checkEvent, refusal } from "./check-event.ts";
import type { NewEvent } from "./event.ts";
import { EVENTS_MAX } from "./limits.ts";
import { appendEvents } from "./outbox.sql.ts";

/**
 * One statement, however many events. They keep the order in which they are given, and nothing is locked.
 *
 * Events of one aggregate are told in the order of commits if its writers take turns, as they do when each locks or
 * updates a row of the aggregate before it appends. Events of writers that do not are told in either order, in the same
 * one to every sink; none is left out.
 *
 * @returns the ids of the events, in the order in which they were given.
 * @example
 * await database.transaction(async (tx) => {
 *   await tx.query(postEntry(entry));
 *   const aggregate = { type: "JOURNAL_ENTRY", id: entry.id };
 *   await appendEvent(tx, { tenant: "ann", type: "fis.journal.posted", aggregate, payload: { journalEntryId: entry.id } });
 * });
 */
export async function appendEvent(tx: Queryable, events: NewEvent | readonly NewEvent[]): Promise<string[]> {
  const given = isList(events) ? events : [events];
  if (given.length === 0) return [];
  if (given.length > EVENTS_MAX)
    throw refusal(`${String(given.length)} events in one call, at most ${String(EVENTS_MAX)} are taken: call again`, {
      count: given.length,
      countMax: EVENTS_MAX,
    });
  const traced = isTraced() ? given.map(withTrace) : given;
  const checked = traced.map((event) => checkEvent(event, newEventId));
  await tx.query(appendEvents(traced, checked));
  return checked.map(({ eventId }) => eventId);
}

/** Whoever hears of the event goes on with the trace of whoever told it, unless it says otherwise. */
function withTrace(event: NewEvent): NewEvent {
  if (event.headers?.["traceparent"] !== undefined) return event;
  const attributes = { "rota.event_type": event.type };
  const span = startSpan({ name: `append ${event.type}`, kind: "producer", attributes });
  span?.end();
  return span?.traceparent === undefined
    ? event
    : { ...event, headers: { ...event.headers, traceparent: span.traceparent } };
}

/** A UUID of version 7: it begins with the time, so that indexes grow at their end. */
function newEventId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function isList(events: NewEvent | readonly NewEvent[]): events is readonly NewEvent[] {
  return Array.isArray(events);
}
