/** Appends what happened to the chains of its aggregates and tells webhooks, in a transaction of the caller's. */
import { randomUUID } from "node:crypto";
import { appendAudits, appendEvent, RotaError, violatedConstraint, type Queryable } from "@rota/engine";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import { chainEvent, type ChainedEvent } from "../../events/event-chain.ts";
import { tenantIdOf } from "../tenant-id.ts";
import { PASSPORT_EVENTS, type AggregateType, type EventKind, type PassportEventType } from "./event-types.ts";
import { insertEvents, selectHeads } from "./events.sql.ts";

export type NewPassportEvent = {
  readonly tenant: string;
  readonly aggregate: { readonly type: AggregateType; readonly id: string };
  readonly type: PassportEventType;
  /** Who did it. Undefined: the system itself. */
  readonly actor?: string | undefined;
  /** Hashed, kept for good and told to the outside: ids and hashes, no secrets. */
  readonly payload: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

type Happened = { readonly event: NewPassportEvent; readonly chained: ChainedEvent };

/**
 * Three statements however many events, five when one of them is a decision. Events of one aggregate stay in their order.
 *
 * Lock or update the rows of the aggregates before: two that append to one chain at once are EVENT_VERSION_CONFLICT for the
 * second. Call it late in the transaction, since a decision holds the audit log of its tenant until the end.
 */
export async function appendPassportEvents(
  tx: Queryable,
  events: readonly NewPassportEvent[],
): Promise<ChainedEvent[]> {
  if (events.length === 0) return [];
  const happened = await chain(tx, events);
  const told = await tellWebhooks(tx, happened);
  const rows = happened.map(({ event: { tenant }, chained }, index) => ({
    ...chained,
    tenant,
    eventId: told.get(index) ?? randomUUID(),
  }));
  await insertNext(tx, rows);
  await noteDecisions(tx, happened);
  return happened.map(({ chained }) => chained);
}

/** Each event after the last one of its aggregate, those that come with it included. */
async function chain(tx: Queryable, events: readonly NewPassportEvent[]): Promise<Happened[]> {
  const aggregates = new Map(
    events.map(({ tenant, aggregate }) => [keyOf(tenant, aggregate), { tenant, ...aggregate }]),
  );
  const heads = await tx.query(selectHeads([...aggregates.values()]));
  const last = new Map([...aggregates.keys()].map((key, index) => [key, heads[index]]));
  return events.map((event) => {
    const key = keyOf(event.tenant, event.aggregate);
    const head = last.get(key);
    if (head === undefined) throw new Error("the last event of an aggregate was asked for and no row came back");
    const chained = chainEvent(
      {
        tenantId: tenantIdOf(event.tenant),
        aggregateType: event.aggregate.type,
        aggregateId: event.aggregate.id,
        aggregateVersion: (head.aggregate_version ?? 0) + 1,
        eventType: event.type,
        occurredAt: head.now,
        actorId: event.actor,
        payloadCanonical: canonicalJson(event.payload),
      },
      head.event_hash === null ? undefined : { eventHash: head.event_hash },
    );
    last.set(key, { ...head, aggregate_version: chained.aggregateVersion, event_hash: chained.eventHash });
    return { event, chained };
  });
}

function keyOf(tenant: string, { type, id }: NewPassportEvent["aggregate"]): string {
  return `${type}:${id}:${tenant}`;
}

/** Returns the ids of those that are told, by their place in the list. */
async function tellWebhooks(tx: Queryable, happened: readonly Happened[]): Promise<ReadonlyMap<number, string>> {
  const told = happened.flatMap(({ event: { tenant, type, aggregate, payload }, chained }, index) => {
    const { webhook }: EventKind = PASSPORT_EVENTS[type];
    if (webhook === undefined) return [];
    const { aggregateVersion: aggregate_version } = chained;
    const place = { aggregate_type: aggregate.type, aggregate_id: aggregate.id, aggregate_version };
    return [{ index, event: { tenant, type: webhook, aggregate, payload: { ...payload, ...place } } }];
  });
  const ids = await appendEvent(
    tx,
    told.map(({ event }) => event),
  );
  return new Map(told.map(({ index }, nth) => [index, ids[nth] ?? randomUUID()]));
}

async function insertNext(tx: Queryable, rows: Parameters<typeof insertEvents>[0]): Promise<void> {
  try {
    await tx.query(insertEvents(rows));
  } catch (error) {
    if (violatedConstraint(error) !== "passports_events_in_order") throw error;
    const [first] = rows;
    const aggregates = new Set(rows.map(({ aggregateId }) => aggregateId));
    const others = aggregates.size > 1 ? ` or ${String(aggregates.size - 1)} others` : "";
    const what = `${first?.aggregateType ?? ""} ${first?.aggregateId ?? ""}${others}`;
    const message = `something else happened to ${what} at the same time: try again`;
    const details = { aggregateId: first?.aggregateId ?? "" };
    throw new RotaError("EVENT_VERSION_CONFLICT", message, details, { cause: error });
  }
}

async function noteDecisions(tx: Queryable, happened: readonly Happened[]): Promise<void> {
  const decisions = happened.filter(({ event }) => {
    const { isDecision = false }: EventKind = PASSPORT_EVENTS[event.type];
    return isDecision;
  });
  const entries = decisions.map(({ event: { tenant, actor, type, aggregate }, chained }) => ({
    tenant,
    actor: actor ?? null,
    action: `passports.${type}`,
    subject: { ...aggregate },
    details: { aggregateVersion: chained.aggregateVersion, eventHash: chained.eventHash },
  }));
  await appendAudits(tx, entries);
}
