/** Events of a tenant that wait to be handed over: how many there are, and which. */
import type { Queryable } from "../../database/database.ts";
import { refusal } from "../check-event.ts";
import type { Aggregate } from "../event.ts";
import * as limits from "../limits.ts";
import { countBacklog, selectWaiting } from "./watching.sql.ts";

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
  const { tenant, after = 0n, limit = limits.DEFAULT_WAITING_LISTED } = wish;
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.WAITING_LISTED_MAX)
    throw refusal(`limit (${String(limit)}) must be a whole number from 1 to ${String(limits.WAITING_LISTED_MAX)}`, {
      field: "limit",
    });
  const rows = await database.query(selectWaiting({ tenant, after, limit }));
  return rows.map((row) => ({
    position: row.position ?? undefined,
    eventId: row.event_id,
    type: row.type,
    aggregate: { type: row.aggregate_type, id: row.aggregate_id },
    occurredAt: row.occurred_at,
    sinks: row.sinks,
  }));
}
