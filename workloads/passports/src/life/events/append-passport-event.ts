/** Appends what happened to the chain of its aggregate and tells webhooks, in a transaction of the caller's. */
import { randomUUID } from "node:crypto";
import { appendAudit, appendEvent, RotaError, violatedConstraint, type Queryable } from "@rota/engine";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import { chainEvent, type ChainedEvent } from "../../events/event-chain.ts";
import { tenantIdOf } from "../tenant-id.ts";
import { PASSPORT_EVENTS, type AggregateType, type EventKind, type PassportEventType } from "./event-types.ts";
import { insertEvent, selectHead } from "./events.sql.ts";

export type NewPassportEvent = {
  readonly tenant: string;
  readonly aggregate: { readonly type: AggregateType; readonly id: string };
  readonly type: PassportEventType;
  /** Who did it. Undefined: the system itself. */
  readonly actor?: string | undefined;
  /** Hashed, kept for good and told to the outside: ids and hashes, no secrets. */
  readonly payload: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

/**
 * Lock or update the row of the aggregate before: two that append to one chain at once are EVENT_VERSION_CONFLICT for the
 * second. Call it late in the transaction, since a decision holds the audit log of its tenant until the end.
 *
 * @example
 * await appendPassportEvent(tx, {
 *   tenant,
 *   aggregate: { type: "DataSnapshot", id: snapshotId },
 *   type: "SNAPSHOT_SEALED",
 *   actor: "ann",
 *   payload: { snapshot_id: snapshotId, snapshot_hash: snapshotHash },
 * });
 */
export async function appendPassportEvent(tx: Queryable, event: NewPassportEvent): Promise<ChainedEvent> {
  const { tenant, aggregate, actor } = event;
  const kind: EventKind = PASSPORT_EVENTS[event.type];
  const [head] = await tx.query(selectHead({ tenant, ...aggregate }));
  if (head === undefined) throw new Error("the time was asked for and no row came back");
  const chained = chainEvent(
    {
      tenantId: tenantIdOf(tenant),
      aggregateType: aggregate.type,
      aggregateId: aggregate.id,
      aggregateVersion: (head.aggregate_version ?? 0) + 1,
      eventType: event.type,
      occurredAt: head.now,
      actorId: actor,
      payloadCanonical: canonicalJson(event.payload),
    },
    head.event_hash === null ? undefined : { eventHash: head.event_hash },
  );
  const eventId = kind.webhook === undefined ? randomUUID() : await tellWebhooks(tx, event, kind.webhook, chained);
  await insertNext(tx, { ...chained, eventId, tenant });
  if (kind.isDecision === true) await noteDecision(tx, event, chained);
  return chained;
}

async function tellWebhooks(
  tx: Queryable,
  { tenant, aggregate, payload }: NewPassportEvent,
  type: string,
  { aggregateVersion }: ChainedEvent,
): Promise<string> {
  const place = { aggregate_type: aggregate.type, aggregate_id: aggregate.id, aggregate_version: aggregateVersion };
  const [eventId] = await appendEvent(tx, { tenant, type, aggregate, payload: { ...payload, ...place } });
  if (eventId === undefined) throw new Error("an event was appended and has no id");
  return eventId;
}

async function insertNext(tx: Queryable, event: Parameters<typeof insertEvent>[0]): Promise<void> {
  try {
    await tx.query(insertEvent(event));
  } catch (error) {
    if (violatedConstraint(error) !== "passports_events_in_order") throw error;
    const what = `${event.aggregateType} ${event.aggregateId}`;
    const message = `something else happened to ${what} at the same time: try again`;
    throw new RotaError("EVENT_VERSION_CONFLICT", message, { aggregateId: event.aggregateId }, { cause: error });
  }
}

async function noteDecision(
  tx: Queryable,
  { tenant, actor, type, aggregate }: NewPassportEvent,
  { aggregateVersion, eventHash }: ChainedEvent,
): Promise<void> {
  const details = { aggregateVersion, eventHash };
  const action = `passports.${type}`;
  await appendAudit(tx, { tenant, actor: actor ?? null, action, subject: { ...aggregate }, details });
}
