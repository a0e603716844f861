/** Reports the backlog of the outbox: per sink, per tenant, and the waiting events themselves. */
import type { Queryable } from "../database/database.ts";
import type { Aggregate } from "./outbox-event.ts";
import { eventPaging } from "./outbox-limits.ts";
import { countArrivals, countBacklog, selectSinks, selectWaitingEvents, type SinkRow } from "./outbox.sql.ts";

export type OutboxStatistics = {
  /** Events that have no place in the order yet; no sink has seen them. */
  readonly arrivals: number;
  /** Age of the oldest event that some sink was not handed, or that has no place. Undefined: there is none. */
  readonly oldestMs: number | undefined;
  readonly sinks: readonly SinkStatistics[];
};

export type SinkStatistics = {
  readonly sink: string;
  /** Events that were not handed over, the held ones among them. */
  readonly waiting: number;
  /** Of those: wait behind a failure. */
  readonly held: number;
  /** Events that wait for somebody to decide; each stops one aggregate. */
  readonly parked: number;
  readonly oldestMs: number | undefined;
  readonly published: bigint;
  /** Of the published: nobody was there to take them. */
  readonly unheard: bigint;
  /** Runs of the sink that failed in a row; 0 when the last one worked. */
  readonly failuresInARow: number;
  readonly lastError: string | undefined;
};

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

function readSink({ sink, behind, held, parked, published, unheard, failures, ...row }: SinkRow): SinkStatistics {
  return {
    sink,
    waiting: behind + held,
    held,
    parked,
    oldestMs: row.oldest_ms ?? undefined,
    published,
    unheard,
    failuresInARow: failures,
    lastError: row.last_error ?? undefined,
  };
}

export type OutboxBacklog = {
  /** Those that some sink was not handed, the parked ones and those behind them among them. */
  readonly waiting: number;
  /** Events that wait for somebody to decide, in one sink or another. */
  readonly parked: number;
  /** Age of the oldest that waits. Undefined: there is none. */
  readonly oldestMs: number | undefined;
};

export async function getOutboxBacklog(database: Queryable, tenant: string): Promise<OutboxBacklog> {
  const [row] = await database.query(countBacklog(tenant));
  return { waiting: row?.waiting ?? 0, parked: row?.parked ?? 0, oldestMs: row?.oldest_ms ?? undefined };
}

export type WaitingEvent = {
  /** Where to go on listing: pass it as `after`. Undefined: it gets its place in the order within a moment. */
  readonly position: bigint | undefined;
  readonly eventId: string;
  readonly type: string;
  readonly aggregate: Aggregate;
  readonly occurredAt: Date;
  /** Those that were not handed it; none while it has no place. */
  readonly sinks: readonly string[];
};

export type WaitingWish = {
  readonly tenant: string;
  readonly after?: bigint;
  /** 1 to 1000. Default 100. */
  readonly limit?: number;
};

/** The oldest first. */
export async function listWaitingEvents(database: Queryable, wish: WaitingWish): Promise<WaitingEvent[]> {
  const { tenant, after = 0n } = wish;
  const limit = eventPaging.limitOf(wish.limit);
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
