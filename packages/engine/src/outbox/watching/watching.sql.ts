/** The statements that look into the outbox and decide about parked events. */
import { sql } from "../../database/sql.ts";

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

/** Parked events after a place, in the order in which their aggregates began to wait. */
export const selectParked = (wish: {
  sink: string | null;
  tenant: string | null;
  after: bigint;
  limit: number;
}) => sql<ParkedRow>`
  select held_id, sink, event_id::text, event.tenant, type, event.aggregate_type, event.aggregate_id,
         payload::text as payload_text, occurred_at, tries, error,
         (select count(*) - 1 from rota.outbox_held_events where held_id = held.held_id)::integer as waiting
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where is_parked and held_id > ${wish.after}
     and sink = coalesce(${wish.sink}::text, sink) and event.tenant = coalesce(${wish.tenant}::text, event.tenant)
   order by held_id limit ${wish.limit}`;

/** Lets parked aggregates be tried again: all of a sink, or that of an event. Returns one row: how many. */
export const retryParked = (wish: { sink: string; eventId: string | null }) => sql<{ retried: number }>`
  select rota.retry_parked(${wish.sink}, ${wish.eventId}::uuid) as retried`;

/** Gives up on a parked event. Returns one row: false when it is not parked in that sink. */
export const discardParked = (wish: { sink: string; eventId: string; reason: string; by: string }) => sql<{
  is_discarded: boolean;
}>`
  select rota.discard_parked(${wish.sink}, ${wish.eventId}::uuid, ${wish.reason}, ${wish.by}) as is_discarded`;

/** Deletes what a sink holds and how far it came. Returns its row when it was known. */
export const forgetSinkRow = (sink: string) => sql<{ sink: string }>`
  delete from rota.outbox_sinks where sink = ${sink} returning sink`;

export type ArrivalRow = { waiting: number; oldest_ms: number | null };

/** Returns one row: how many events have no place yet, and how old the first of them is. */
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
  unheard: bigint;
  failures: number;
  last_error: string | null;
};

/** Returns a row for each sink: how much it has not handed over, and what went wrong. */
export const selectSinks = () => sql<SinkRow>`
  select sinks.sink, (head.position - sinks.position)::float8 as behind, held.held, held.parked,
         (extract(epoch from clock_timestamp() - least(held.oldest, (
            select occurred_at from rota.outbox_events where position > sinks.position order by position limit 1))) * 1000)::float8 as oldest_ms,
         published, unheard, failures, last_error
    from rota.outbox_sinks as sinks cross join rota.outbox_head as head
   cross join lateral (
     select count(position)::integer as held, count(distinct held_id) filter (where is_parked)::integer as parked,
            min(occurred_at) as oldest
       from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id) join rota.outbox_events using (position)
      where outbox_held_aggregates.sink = sinks.sink) as held
   order by sinks.sink`;

export type WaitingRow = {
  /** Null: it has no place in the order yet. */
  position: bigint | null;
  event_id: string;
  type: string;
  aggregate_type: string;
  aggregate_id: string;
  occurred_at: Date;
  sinks: string[];
};

/** Events of a tenant that some sink was not handed, after a place and in their order; those without a place come last. */
export const selectWaiting = (wish: { tenant: string; after: bigint; limit: number }) => sql<WaitingRow>`
  with behind as (
    select position from rota.outbox_events
     where tenant = ${wish.tenant} and position > ${wish.after} and position > (select min(position) from rota.outbox_sinks)
     order by position limit ${wish.limit}),
  held as (
    select position from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id)
     where tenant = ${wish.tenant} and position > ${wish.after}
     order by position limit ${wish.limit})
  (select event.position, event_id::text, type, event.aggregate_type, event.aggregate_id, occurred_at,
          array(select sink from rota.outbox_sinks where outbox_sinks.position < event.position
                union
                select sink from rota.outbox_held_aggregates join rota.outbox_held_events using (held_id)
                 where outbox_held_events.position = event.position order by sink) as sinks
     from (select position from behind union select position from held) as waiting
     join rota.outbox_events as event using (position)
    order by position limit ${wish.limit})
  union all
  (select null, event_id::text, type, aggregate_type, aggregate_id, occurred_at, '{}'
     from rota.outbox_arrivals where tenant = ${wish.tenant} order by arrival limit ${wish.limit})
  order by position nulls last, occurred_at, event_id limit ${wish.limit}`;

export type BacklogRow = { waiting: number; parked: number; oldest_ms: number | null };

/** Returns one row: what of a tenant waits to be handed over, what is parked, and how old the first of it is. */
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
