/** Reads the chain of events of one aggregate, and checks that nothing of it was changed. */
import type { Queryable } from "@rota/engine";
import { verifyEventChain, type ChainDifference, type ChainedEvent } from "../../events/event-chain.ts";
import { notFound } from "../refusals.ts";
import { tenantIdOf } from "../tenant-id.ts";
import type { AggregateType } from "./event-types.ts";
import { selectChain, type EventRow } from "./events.sql.ts";

/** Of one aggregate. */
const EVENTS_MAX = 10_000;

export type EventChain = { readonly events: readonly EventRow[]; readonly difference: ChainDifference | undefined };

/** Refuses with NOT_FOUND when nothing has happened to the aggregate, or it is of another tenant. */
export async function readEvents(
  on: Queryable,
  { tenant, type, id }: { readonly tenant: string; readonly type: AggregateType; readonly id: string },
): Promise<EventChain> {
  const events = await on.query(selectChain({ tenant, type, id, after: 0, limit: EVENTS_MAX }));
  if (events.length === 0) throw notFound(type, id);
  return { events, difference: verifyEventChain(events.map(chainedEvent)) };
}

export function chainedEvent(row: EventRow): ChainedEvent {
  return {
    tenantId: tenantIdOf(row.tenant),
    aggregateType: row.aggregate_type,
    aggregateId: row.aggregate_id,
    aggregateVersion: row.aggregate_version,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    actorId: row.actor ?? undefined,
    payloadCanonical: row.payload_canonical,
    payloadHash: row.payload_hash,
    prevEventHash: row.prev_event_hash ?? undefined,
    eventHash: row.event_hash,
  };
}
