/** Reports the backlog of the outbox: per sink, per tenant, and the waiting events themselves. */
import type { Queryable } from "../database/database.ts";
import type { Aggregate } from "./outbox-event.ts";
import { eventPaging } from "./outbox-limits.ts";
import { countArrivals, countBacklog, selectSinks, selectWaitingEvents, type SinkRow } from "./outbox.sql.ts";

/** Backlog of the outbox. */
export type OutboxStatistics = {
  /** Number of events without a position yet; no sink has seen them. */
  readonly arrivals: number;
  /** Age of the oldest event that some sink did not get, or that has no position. Undefined when there is none. */
  readonly oldestMs: number | undefined;
  readonly sinks: readonly SinkStatistics[];
};

export type SinkStatistics = {
  readonly sink: string;
  /** Number of undelivered events, including held ones. */
  readonly waiting: number;
  /** Number of undelivered events that wait behind a failure. */
  readonly held: number;
  /** Number of events that wait for a manual decision; each stops one aggregate. */
  readonly parked: number;
  readonly oldestMs: number | undefined;
  readonly published: bigint;
  /** Number of published events that no queue took. */
  readonly unroutable: bigint;
  /** Number of consecutive failed runs of the sink; 0 when the last one succeeded. */
  readonly failuresInARow: number;
  readonly lastError: string | undefined;
};

/** Counts events by sink: what waits, is held, parked and published. */
export async function getOutboxStatistics(database: Queryable): Promise<OutboxStatistics> {
  const [arrivals] = await database.query(countArrivals());
  const sinks = (await database.query(selectSinks())).map(readSink);
  const ages = [arrivals?.oldest_ms ?? undefined, ...sinks.map(({ oldestMs }) => oldestMs)];
  const known = ages.filter((age) => age !== undefined);
  return {
    arrivals: arrivals?.waiting ?? 0,
    oldestMs: known.length === 0 ? undefined : Math.max(...known),
    sinks,
  };
}

function readSink({ sink, behind, held, parked, published, unroutable, failures, ...row }: SinkRow): SinkStatistics {
  return {
    sink,
    waiting: behind + held,
    held,
    parked,
    oldestMs: row.oldest_ms ?? undefined,
    published,
    unroutable,
    failuresInARow: failures,
    lastError: row.last_error ?? undefined,
  };
}

/** Numbers of events of a tenant that were not published everywhere. */
export type OutboxBacklog = {
  /** Number of events that some sink did not get, including parked ones and those behind them. */
  readonly waiting: number;
  /** Number of events that wait for a manual decision, in any sink. */
  readonly parked: number;
  /** Age of the oldest waiting event. Undefined when there is none. */
  readonly oldestMs: number | undefined;
};

/** Counts the events of a tenant that wait. */
export async function getOutboxBacklog(database: Queryable, tenant: string): Promise<OutboxBacklog> {
  const [row] = await database.query(countBacklog(tenant));
  return { waiting: row?.waiting ?? 0, parked: row?.parked ?? 0, oldestMs: row?.oldest_ms ?? undefined };
}

/** Event that some sink did not get. */
export type WaitingEvent = {
  /** Position after which listing continues: pass it as `after`. Undefined: the event gets its position within a moment. */
  readonly position: bigint | undefined;
  readonly eventId: string;
  readonly type: string;
  readonly aggregate: Aggregate;
  readonly occurredAt: Date;
  /** Sinks that did not get it; none while it has no position. */
  readonly sinks: readonly string[];
};

/** Query for the waiting events of a tenant. */
export type WaitingEventsQuery = {
  readonly tenant: string;
  readonly after?: bigint;
  /** 1 to 1000. Default 100. */
  readonly limit?: number;
};

/** Lists waiting events, the oldest first. */
export async function listWaitingEvents(database: Queryable, query: WaitingEventsQuery): Promise<WaitingEvent[]> {
  const { tenant, after = 0n } = query;
  const limit = eventPaging.limitOf(query.limit);
  const rows = await database.query(selectWaitingEvents({ tenant, after, limit }));
  return rows.map((row) => ({
    position: row.position ?? undefined,
    eventId: row.event_id,
    type: row.type,
    aggregate: { type: row.aggregate_type, id: row.aggregate_id },
    occurredAt: row.occurred_at,
    sinks: row.sinks,
  }));
}
