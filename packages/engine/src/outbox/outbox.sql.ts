/** The statements of the outbox: events come in, get their places, and sinks move on. */
import { sql } from "../database/sql.ts";
import type { CheckedEvent } from "./check-event.ts";
import type { EventHeaders, NewEvent } from "./event.ts";
import { RETRY } from "./limits.ts";

/** Returns one row: how many. */
export const appendEvents = (events: readonly NewEvent[], checked: readonly CheckedEvent[]) => sql<{
  appended: number;
}>`
  select rota.append_events(
    ${checked.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ tenant }) => tenant)}::text[],
    ${events.map(({ type }) => type)}::text[], ${events.map(({ aggregate }) => aggregate.type)}::text[],
    ${events.map(({ aggregate }) => aggregate.id)}::text[], ${checked.map(({ exchange }) => exchange)}::text[],
    ${checked.map(({ routingKey }) => routingKey)}::text[], ${checked.map(({ headersText }) => headersText)}::text[],
    ${checked.map(({ payloadText }) => payloadText)}::text[]) as appended`;

/** Gives places to so many events. Returns one row: how many, null when another process is at it. */
export const arrangeEvents = (limit: number) => sql<{ arranged: number | null }>`
  select rota.arrange_events(${limit}) as arranged`;

/** Makes a sink known; one that is known stays where it is. `fromNow`: what has a place already is not for it. Returns nothing. */
export const registerSink = (wish: { sink: string; fromNow: boolean }) => sql`
  insert into rota.outbox_sinks (sink, position)
  select ${wish.sink}, case when ${wish.fromNow}::boolean then position else 0 end from rota.outbox_head
      on conflict (sink) do nothing`;

export type HeldSinkRow = { at_position: bigint; token: bigint; next_due_ms: number | null };

/** Takes or keeps the lease of a sink. No row: another relay has it. */
export const holdSink = (wish: { sink: string; owner: string; leaseMs: number }) => sql<HeldSinkRow>`
  select at_position, token, next_due_ms
    from rota.hold_sink(${wish.sink}, ${wish.owner}, ${wish.leaseMs} * interval '1 millisecond')`;

/** Gives the lease back, so that another relay need not wait for its end. Returns nothing. */
export const releaseSink = (held: { sink: string; owner: string }) => sql`
  update rota.outbox_sinks set lease_owner = null, lease_expires_at = null
   where sink = ${held.sink} and lease_owner = ${held.owner}`;

/** Locks a sink to the end of the transaction. No row: another relay is at it. */
export const lockSink = (sink: string) => sql<{ at_position: bigint; next_due_ms: number | null }>`
  select position as at_position,
         (select extract(epoch from min(due_at) - clock_timestamp()) * 1000
            from rota.outbox_held_aggregates where sink = outbox_sinks.sink and not is_parked)::float8 as next_due_ms
    from rota.outbox_sinks where sink = ${sink}
     for update skip locked`;

export type EventRow = {
  position: bigint;
  event_id: string;
  tenant: string;
  type: string;
  aggregate_type: string;
  aggregate_id: string;
  exchange: string | null;
  routing_key: string;
  headers: EventHeaders;
  payload_text: string;
  occurred_at: Date;
};
/** Whether the aggregate of the event is held. */
export type BatchRow = EventRow & { is_held: boolean };

/** The next events after a position, up to a number and about so many bytes, in their order. */
export const selectBatch = (wish: { sink: string; after: bigint; limit: number; bytes: number }) => sql<BatchRow>`
  with batch as (
    select position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
           payload::text as payload_text, occurred_at,
           sum(octet_length(payload::text)) over (order by position) - octet_length(payload::text) as bytes_before
      from rota.outbox_events where position > ${wish.after} order by position limit ${wish.limit}
  ), holding as materialized (
    -- Looked up once: a sink that holds nothing need not be asked for each event.
    select ${wish.sink}::text as sink, exists (select from rota.outbox_held_aggregates where sink = ${wish.sink}) as is_any)
  select position, event_id::text, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload_text,
         occurred_at,
         is_any and exists (select from rota.outbox_held_aggregates as held
                             where held.sink = holding.sink and held.tenant = batch.tenant
                               and held.aggregate_type = batch.aggregate_type and held.aggregate_id = batch.aggregate_id) as is_held
    from batch, holding where bytes_before < ${wish.bytes}
   order by position`;

/** With what it is held by. */
export type DueRow = EventRow & { held_id: bigint };

/** The first events of held aggregates that are due, in their order. */
export const selectDue = (wish: { sink: string; aggregates: number; events: number; bytes: number }) => sql<DueRow>`
  with due as (
    select held_id from rota.outbox_held_aggregates
     where sink = ${wish.sink} and not is_parked and due_at <= clock_timestamp()
     order by due_at limit ${wish.aggregates}
  ), batch as (
    select held_id, position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
           payload::text as payload_text, occurred_at,
           sum(octet_length(payload::text)) over (order by position) - octet_length(payload::text) as bytes_before
      from due
     cross join lateral (select position from rota.outbox_held_events where held_id = due.held_id
                          order by position limit ${wish.events}) as waiting
      join rota.outbox_events using (position))
  select held_id, position, event_id::text, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
         payload_text, occurred_at
    from batch where bytes_before < ${wish.bytes}
   order by position`;

export type Advance = {
  readonly sink: string;
  /** Of the lease; null when the sink is locked by the transaction. */
  readonly token: bigint | null;
  /** Everything up to it was handed over or is held. */
  readonly position: bigint;
  readonly published: number;
  readonly unheard: number;
  /** Positions that wait from now on. */
  readonly held: readonly bigint[];
  /** Those that waited and were handed over. */
  readonly released: readonly { readonly heldId: bigint; readonly position: bigint }[];
  /** Those that wait and were tried. */
  readonly failed: readonly { readonly position: bigint; readonly error: string }[];
  readonly triesMax: number;
};

/** Moves a sink on. Returns one row: false when the lease was lost, and nothing was changed. */
export const advanceSink = ({ sink, token, ...run }: Advance) => sql<{ is_advanced: boolean }>`
  select rota.advance_sink(
    ${sink}, ${token}, ${run.position}, ${run.published}, ${run.unheard}, ${run.held}::bigint[],
    ${run.released.map(({ heldId }) => heldId)}::bigint[], ${run.released.map(({ position }) => position)}::bigint[],
    ${run.failed.map(({ position }) => position)}::bigint[], ${run.failed.map(({ error }) => error)}::text[],
    ${run.triesMax}, ${RETRY.firstMs} * interval '1 millisecond', ${RETRY.maxMs} * interval '1 millisecond') as is_advanced`;

/** Notes that a sink as a whole failed. Returns nothing. */
export const noteSinkFailure = (failure: { sink: string; error: string }) => sql`
  update rota.outbox_sinks set failures = failures + 1, last_error = ${failure.error} where sink = ${failure.sink}`;

/** Deletes so many events that are old and that no sink needs. Returns one row: how many. */
export const pruneEvents = (wish: { olderThanMs: number; limit: number }) => sql<{ pruned: number }>`
  select rota.prune_events(${wish.olderThanMs} * interval '1 millisecond', ${wish.limit}) as pruned`;

/**
 * Deletes what is a tenant's of the next events that every sink has passed and none holds. Returns one row: how many, and the
 * last place it looked at, null at the end.
 */
export const eraseTenantEvents = (wish: { tenant: string; after: bigint; limit: number }) => sql<{
  erased: number;
  last_position: bigint | null;
}>`
  with page as materialized (
    select position, tenant
      from rota.outbox_events
     where position > ${wish.after}::bigint and position <= (select min(position) from rota.outbox_sinks)
     order by position
     limit ${wish.limit}
  ), gone as (
    delete from rota.outbox_events as event using page
     where event.position = page.position and page.tenant = ${wish.tenant}
       and not exists (select from rota.outbox_held_events as held where held.position = event.position)
    returning 1
  )
  select (select count(*) from gone)::integer as erased, max(position) as last_position from page`;
