/** Statements of the outbox: append, order and relay events, and report on sinks and parked events. */
import { sql } from "../database/sql.ts";
import type { StorableEvent } from "./append-event.ts";
import type { EventHeaders, NewEvent } from "./outbox-event.ts";
import { RETRY } from "./outbox-limits.ts";

/** Appends events. Returns one row: how many. */
export const appendEvents = (events: readonly NewEvent[], checked: readonly StorableEvent[]) => sql<{
  appended: number;
}>`
  select rota.append_events(
    ${checked.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ tenant }) => tenant)}::text[],
    ${events.map(({ type }) => type)}::text[], ${events.map(({ aggregate }) => aggregate.type)}::text[],
    ${events.map(({ aggregate }) => aggregate.id)}::text[], ${checked.map(({ exchange }) => exchange)}::text[],
    ${checked.map(({ routingKey }) => routingKey)}::text[], ${checked.map(({ headersText }) => headersText)}::text[],
    ${checked.map(({ payloadText }) => payloadText)}::text[]) as appended`;

/** Assigns positions to events, up to the limit. Returns one row: how many, null while another process does it. */
export const arrangeEvents = (limit: number) => sql<{ arranged: number | null }>`
  select rota.arrange_events(${limit}) as arranged`;

/** Registers a sink; a known one keeps its position. `fromNow`: it does not get events that have a position already. Returns nothing. */
export const registerSink = (request: { sink: string; fromNow: boolean }) => sql`
  insert into rota.outbox_sinks (sink, position)
  select ${request.sink}, case when ${request.fromNow}::boolean then position else 0 end from rota.outbox_head
      on conflict (sink) do nothing`;

export type HeldSinkRow = { at_position: bigint; token: bigint; next_due_ms: number | null };

/** Takes or renews the lease of a sink. No row: another relay has it. */
export const holdSink = (request: { sink: string; owner: string; leaseMs: number }) => sql<HeldSinkRow>`
  select at_position, token, next_due_ms
    from rota.hold_sink(${request.sink}, ${request.owner}, ${request.leaseMs} * interval '1 millisecond')`;

/** Gives the lease back, so that another relay need not wait for its end. Returns nothing. */
export const releaseSink = (held: { sink: string; owner: string }) => sql`
  update rota.outbox_sinks set lease_owner = null, lease_expires_at = null
   where sink = ${held.sink} and lease_owner = ${held.owner}`;

/** Locks a sink until the end of the transaction. No row: another relay has locked it. */
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
/** Event with whether its aggregate is held. */
export type NextEventRow = EventRow & { is_held: boolean };

/** Returns the next events after a position, in order, up to the limit and about the given number of bytes. */
export const selectNextEvents = (query: {
  sink: string;
  after: bigint;
  limit: number;
  bytes: number;
}) => sql<NextEventRow>`
  with batch as (
    select position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
           payload::text as payload_text, occurred_at,
           sum(octet_length(payload::text)) over (order by position) - octet_length(payload::text) as bytes_before
      from rota.outbox_events where position > ${query.after} order by position limit ${query.limit}
  ), holding as materialized (
    -- Read once: a sink without held aggregates needs no check for each event.
    select ${query.sink}::text as sink, exists (select from rota.outbox_held_aggregates where sink = ${query.sink}) as is_any)
  select position, event_id::text, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload_text,
         occurred_at,
         is_any and exists (select from rota.outbox_held_aggregates as held
                             where held.sink = holding.sink and held.tenant = batch.tenant
                               and held.aggregate_type = batch.aggregate_type and held.aggregate_id = batch.aggregate_id) as is_held
    from batch, holding where bytes_before < ${query.bytes}
   order by position`;

/** Event of a held aggregate, with the id of the hold. */
export type DueRow = EventRow & { held_id: bigint };

/** Returns the first events of held aggregates that are due, in order. */
export const selectDue = (query: { sink: string; aggregates: number; events: number; bytes: number }) => sql<DueRow>`
  with due as (
    select held_id from rota.outbox_held_aggregates
     where sink = ${query.sink} and not is_parked and due_at <= clock_timestamp()
     order by due_at limit ${query.aggregates}
  ), batch as (
    select held_id, position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
           payload::text as payload_text, occurred_at,
           sum(octet_length(payload::text)) over (order by position) - octet_length(payload::text) as bytes_before
      from due
     cross join lateral (select position from rota.outbox_held_events where held_id = due.held_id
                          order by position limit ${query.events}) as waiting
      join rota.outbox_events using (position))
  select held_id, position, event_id::text, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers,
         payload_text, occurred_at
    from batch where bytes_before < ${query.bytes}
   order by position`;

export type Advance = {
  readonly sink: string;
  /** Token of the lease; null when the transaction has locked the sink. */
  readonly token: bigint | null;
  /** Position up to which every event was delivered or is held. */
  readonly position: bigint;
  readonly published: number;
  readonly unroutable: number;
  /** Positions that begin to wait. */
  readonly held: readonly bigint[];
  /** Held events that were delivered. */
  readonly released: readonly { readonly heldId: bigint; readonly position: bigint }[];
  /** Events that were tried and wait again. */
  readonly failed: readonly { readonly position: bigint; readonly error: string }[];
  readonly triesMax: number;
};

/** Advances a sink. Returns one row: false when the lease was lost, and nothing was changed. */
export const advanceSink = ({ sink, token, ...run }: Advance) => sql<{ is_advanced: boolean }>`
  select rota.advance_sink(
    ${sink}, ${token}, ${run.position}, ${run.published}, ${run.unroutable}, ${run.held}::bigint[],
    ${run.released.map(({ heldId }) => heldId)}::bigint[], ${run.released.map(({ position }) => position)}::bigint[],
    ${run.failed.map(({ position }) => position)}::bigint[], ${run.failed.map(({ error }) => error)}::text[],
    ${run.triesMax}, ${RETRY.firstMs} * interval '1 millisecond', ${RETRY.maxMs} * interval '1 millisecond') as is_advanced`;

/** Records that a sink as a whole failed. Returns nothing. */
export const noteSinkFailure = (failure: { sink: string; error: string }) => sql`
  update rota.outbox_sinks set failures = failures + 1, last_error = ${failure.error} where sink = ${failure.sink}`;

/** Deletes old events that no sink needs, up to the limit. Returns one row: how many. */
export const pruneEvents = (request: { olderThanMs: number; limit: number }) => sql<{ pruned: number }>`
  select rota.prune_events(${request.olderThanMs} * interval '1 millisecond', ${request.limit}) as pruned`;

/** Deletes events that tasks of a tenant announced and that have no position, where no sink exists. Returns a row for each. */
export const eraseTenantArrivals = (tenant: string) => sql`
  delete from rota.outbox_arrivals
   where tenant = ${tenant} and aggregate_type = 'TASK' and not exists (select from rota.outbox_sinks)
  returning arrival`;

/**
 * Deletes a tenant's events among the next ones that every sink has passed and none holds; where no sink exists, those that
 * tasks announced. Returns one row: how many, and the last position that was checked, null at the end.
 */
export const eraseTenantEvents = (request: { tenant: string; after: bigint; limit: number }) => sql<{
  erased: number;
  last_position: bigint | null;
}>`
  with page as materialized (
    select position, tenant
      from rota.outbox_events
     where position > ${request.after}::bigint
       and (position <= (select min(position) from rota.outbox_sinks)
            or aggregate_type = 'TASK' and not exists (select from rota.outbox_sinks))
     order by position
     limit ${request.limit}
  ), removed as (
    delete from rota.outbox_events as event using page
     where event.position = page.position and page.tenant = ${request.tenant}
       and not exists (select from rota.outbox_held_events as held where held.position = event.position)
    returning 1
  )
  select (select count(*) from removed)::integer as erased, max(position) as last_position from page`;

export type ParkedRow = {
  held_id: bigint;
  sink: string;
  event_id: string;
  tenant: string;
  type: string;
  aggregate_type: string;
  aggregate_id: string;
  payload_text: string;
  occurred_at: Date;
  tries: number;
  error: string | null;
  waiting: number;
};

/** Returns parked events after a place, in the order in which their aggregates began to wait. */
export const selectParked = (query: {
  sink: string | null;
  tenant: string | null;
  after: bigint;
  limit: number;
}) => sql<ParkedRow>`
  select held_id, sink, event_id::text, event.tenant, type, event.aggregate_type, event.aggregate_id,
         payload::text as payload_text, occurred_at, tries, error,
         (select count(*) - 1 from rota.outbox_held_events where held_id = held.held_id)::integer as waiting
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where is_parked and held_id > ${query.after}
     and sink = coalesce(${query.sink}::text, sink) and event.tenant = coalesce(${query.tenant}::text, event.tenant)
   order by held_id limit ${query.limit}`;

/** Schedules another try of parked aggregates: all of a sink, or that of an event. Returns one row: how many. */
export const retryParked = (request: { sink: string; eventId: string | null }) => sql<{ retried: number }>`
  select rota.retry_parked(${request.sink}, ${request.eventId}::uuid) as retried`;

/** Discards a parked event. Returns one row: false when it is not parked in that sink. */
export const discardParked = (request: { sink: string; eventId: string; reason: string; by: string }) => sql<{
  is_discarded: boolean;
}>`
  select rota.discard_parked(${request.sink}, ${request.eventId}::uuid, ${request.reason}, ${request.by}) as is_discarded`;

/** Deletes a sink with its position and held events. Returns its row when it was known. */
export const forgetSinkRow = (sink: string) => sql<{ sink: string }>`
  delete from rota.outbox_sinks where sink = ${sink} returning sink`;

/** Returns one row: the last position that was given. */
export const selectHead = () => sql<{ position: bigint }>`
  select position from rota.outbox_head`;

/** Row of a page that is about an aggregate of another type: only its position is read. */
export type OtherEventRow = { readonly position: bigint; readonly data: null };

/** Returns the events after a position in order, up to the limit, with the names and the form that listeners receive. The ids of the aggregates must be numbers. */
export const selectPage = <Event>(query: { after: bigint; limit: number; aggregateType: string }) => sql<
  Event | OtherEventRow
>`
  select position, event_id::text as "eventId", type, occurred_at as "occurredAt", tenant,
         case when aggregate_type = ${query.aggregateType} then aggregate_id::bigint end as "taskId",
         case when aggregate_type = ${query.aggregateType} then payload end as data
    from rota.outbox_events where position > ${query.after} order by position limit ${query.limit}`;

/** Deletes old events of tasks where no sink exists, up to the limit. Returns one row: how many. */
export const pruneAnnounced = (request: { olderThanMs: number; limit: number }) => sql<{ pruned: number }>`
  select rota.prune_announced(${request.olderThanMs} * interval '1 millisecond', ${request.limit}) as pruned`;

export type ArrivalRow = { waiting: number; oldest_ms: number | null };

/** Returns one row: how many events have no position yet, and how old the first of them is. */
export const countArrivals = () => sql<ArrivalRow>`
  select count(*)::integer as waiting,
         (extract(epoch from clock_timestamp() - min(occurred_at)) * 1000)::float8 as oldest_ms
    from rota.outbox_arrivals`;

export type SinkRow = {
  sink: string;
  behind: number;
  held: number;
  parked: number;
  oldest_ms: number | null;
  published: bigint;
  unroutable: bigint;
  failures: number;
  last_error: string | null;
};

/** Returns a row for each sink: how many events it has not delivered, and its last error. */
export const selectSinks = () => sql<SinkRow>`
  select sinks.sink, (head.position - sinks.position)::float8 as behind, held.held, held.parked,
         (extract(epoch from clock_timestamp() - least(held.oldest, (
            select occurred_at from rota.outbox_events where position > sinks.position order by position limit 1))) * 1000)::float8 as oldest_ms,
         published, unheard as unroutable, failures, last_error
    from rota.outbox_sinks as sinks cross join rota.outbox_head as head
   cross join lateral (
     select count(position)::integer as held, count(distinct held_id) filter (where is_parked)::integer as parked,
            min(occurred_at) as oldest
       from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id) join rota.outbox_events using (position)
      where outbox_held_aggregates.sink = sinks.sink) as held
   order by sinks.sink`;

export type WaitingEventRow = {
  /** Null while it has no position. */
  position: bigint | null;
  event_id: string;
  type: string;
  aggregate_type: string;
  aggregate_id: string;
  occurred_at: Date;
  sinks: string[];
};

/** Returns events of a tenant that some sink did not get, after a position and in order; those without a position come last. */
export const selectWaitingEvents = (query: { tenant: string; after: bigint; limit: number }) => sql<WaitingEventRow>`
  with behind as (
    select position from rota.outbox_events
     where tenant = ${query.tenant} and position > ${query.after} and position > (select min(position) from rota.outbox_sinks)
     order by position limit ${query.limit}),
  held as (
    select position from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id)
     where tenant = ${query.tenant} and position > ${query.after}
     order by position limit ${query.limit})
  (select event.position, event_id::text, type, event.aggregate_type, event.aggregate_id, occurred_at,
          array(select sink from rota.outbox_sinks where outbox_sinks.position < event.position
                union
                select sink from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id)
                 where outbox_held_events.position = event.position order by sink) as sinks
     from (select position from behind union select position from held) as waiting
     join rota.outbox_events as event using (position)
    order by position limit ${query.limit})
  union all
  (select null, event_id::text, type, aggregate_type, aggregate_id, occurred_at, '{}'
     from rota.outbox_arrivals where tenant = ${query.tenant} order by arrival limit ${query.limit})
  order by position nulls last, occurred_at, event_id limit ${query.limit}`;

export type BacklogRow = { waiting: number; parked: number; oldest_ms: number | null };

/** Returns one row: how many events of a tenant wait and are parked, and how old the first of them is. */
export const countBacklog = (tenant: string) => sql<BacklogRow>`
  with waiting as (
    select position, occurred_at from rota.outbox_events
     where tenant = ${tenant} and position > (select min(position) from rota.outbox_sinks)
    union
    select position, occurred_at
      from rota.outbox_held_aggregates as held join rota.outbox_held_events using (held_id) join rota.outbox_events using (position)
     where held.tenant = ${tenant}
    union all
    select null, occurred_at from rota.outbox_arrivals where tenant = ${tenant})
  select count(*)::float8 as waiting,
         (select count(*)::float8 from rota.outbox_held_aggregates where tenant = ${tenant} and is_parked) as parked,
         (extract(epoch from clock_timestamp() - min(occurred_at)) * 1000)::float8 as oldest_ms
    from waiting`;
