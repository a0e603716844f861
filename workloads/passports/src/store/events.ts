/** Appends events to the chains of their aggregates, publishes them to webhooks in the same transaction, and reads and verifies chains. */
import { randomUUID } from "node:crypto";
import { appendAudits, appendEvent, type Queryable } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import { canonicalJson } from "../core/canonical/canonical-json.ts";
import { type ChainDifference, type ChainedEvent, chainEvent, verifyEventChain } from "../core/passport/event-chain.ts";
import { tenantIdOf } from "../core/passport/receipt.ts";
import { PassportError } from "../errors.ts";
import { type EventRow, insertEvents, selectChain, selectHeads } from "./events.sql.ts";
import { notFound } from "./rows.ts";

export type NewPassportEvent = {
  readonly tenant: string;
  readonly aggregate: { readonly type: AggregateType; readonly id: string };
  readonly type: PassportEventType;
  /** Actor, or undefined for the system itself. */
  readonly actor?: string | undefined;
  /** Payload, which is hashed, kept forever and sent to webhooks: ids and hashes, no secrets. */
  readonly payload: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

type Happened = { readonly event: NewPassportEvent; readonly chained: ChainedEvent };

/**
 * Appends events with three statements for any number of them, or five if one is a decision. Events of one aggregate keep
 * their order.
 *
 * Lock or update the rows of the aggregates before: of two transactions that append to one chain at once, the second fails
 * with EVENT_VERSION_CONFLICT. Call it late in the transaction, because a decision locks the audit log of its tenant until
 * the transaction ends.
 */
export async function appendPassportEvents(
  tx: Queryable,
  events: readonly NewPassportEvent[],
): Promise<ChainedEvent[]> {
  if (events.length === 0) return [];
  const happened = await chain(tx, events);
  const eventIds = await publishEvents(tx, happened);
  const rows = happened.map(({ event: { tenant }, chained }, index) => ({
    ...chained,
    tenant,
    eventId: eventIds.get(index) ?? randomUUID(),
  }));
  await insertNext(tx, rows);
  await noteDecisions(tx, happened);
  return happened.map(({ chained }) => chained);
}

/** Chains each event to the last one of its aggregate, including earlier events of the same list. */
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

/** Publishes events to webhooks. Returns the ids of the published ones by their index in the list. */
async function publishEvents(tx: Queryable, happened: readonly Happened[]): Promise<ReadonlyMap<number, string>> {
  const published = happened.flatMap(({ event: { tenant, type, aggregate, payload }, chained }, index) => {
    const { webhook }: EventKind = PASSPORT_EVENTS[type];
    if (webhook === undefined) return [];
    const { aggregateVersion: aggregate_version } = chained;
    const place = { aggregate_type: aggregate.type, aggregate_id: aggregate.id, aggregate_version };
    return [{ index, event: { tenant, type: webhook, aggregate, payload: { ...payload, ...place } } }];
  });
  const ids = await appendEvent(
    tx,
    published.map(({ event }) => event),
  );
  return new Map(published.map(({ index }, nth) => [index, ids[nth] ?? randomUUID()]));
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
    throw new PassportError("EVENT_VERSION_CONFLICT", message, details, { cause: error });
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

/**
 * Appends one event. `appendPassportEvents` appends several at the same cost.
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
  const [chained] = await appendPassportEvents(tx, [event]);
  if (chained === undefined) throw new Error("an event was given and none was appended");
  return chained;
}

/** Maximum number of events that are read of one aggregate. */
const EVENTS_MAX = 10_000;

type EventChain = { readonly events: readonly EventRow[]; readonly difference: ChainDifference | undefined };

/** Reads and verifies a chain. Refuses with NOT_FOUND if the aggregate has no events or belongs to another tenant. */
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

type EventKind = {
  /** Name of the event in webhooks. Without it, the event is not published. */
  readonly webhook?: string;
  /** True for an event that is also in the audit log of the tenant, so that the removal of a whole chain is detected. */
  readonly isDecision?: boolean;
};

/** Types of events about passports, each with its webhook name and whether a person decided it. */
const PASSPORT_EVENTS = {
  DOCUMENT_CREATED: {},
  DOCUMENT_UPLOADED: {},
  FACTS_PARSED: { webhook: "document.version.validated" },
  DOCUMENT_REJECTED: { webhook: "document.version.rejected" },
  SNAPSHOT_CREATED: {},
  SNAPSHOT_CHANGED: {},
  SNAPSHOT_READY: { webhook: "snapshot.ready" },
  SNAPSHOT_SEALED: { webhook: "snapshot.sealed", isDecision: true },
  PRODUCT_CREATED: {},
  RULE_PACKAGE_CREATED: {},
  RULES_CREATED: {},
  TESTS_RUN: { webhook: "rules.version.tested" },
  RULES_PUBLISHED: { webhook: "rules.version.published", isDecision: true },
  RULES_DEPRECATED: { webhook: "rules.version.deprecated", isDecision: true },
  RULES_RETIRED: { webhook: "rules.version.retired", isDecision: true },
  PASSPORT_CREATED: {},
  PASSPORT_REQUESTED: {},
  PASSPORT_COMPILED: { webhook: "passport.version.compiled" },
  PASSPORT_SIGNED: { webhook: "passport.version.signed" },
  QR_GENERATED: { webhook: "passport.version.qr" },
  PASSPORT_ACTIVATED: { webhook: "passport.version.active", isDecision: true },
  PASSPORT_SUPERSEDED: { webhook: "passport.version.superseded" },
  PASSPORT_REVOKED: { webhook: "passport.version.revoked", isDecision: true },
  PASSPORT_REPLAYED: {},
  PASSPORT_EXPORTED: { webhook: "passport.version.exported" },
  SIGNING_KEY_ADDED: { isDecision: true },
  SIGNING_KEY_RETIRED: { isDecision: true },
  SIGNING_KEY_COMPROMISED: { webhook: "signing-key.compromised", isDecision: true },
  POLICY_CREATED: {},
  POLICY_VERSION_ADDED: { isDecision: true },
  POLICY_VERSION_WITHDRAWN: { isDecision: true },
  AccessDenied: { isDecision: true },
} as const satisfies Record<string, EventKind>;

export type PassportEventType = keyof typeof PASSPORT_EVENTS;

/** Types of events by their names in webhooks: `passport.version.signed` is PASSPORT_SIGNED. */
export const WEBHOOK_EVENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(PASSPORT_EVENTS).flatMap(([type, kind]): [string, string][] =>
    "webhook" in kind ? [[kind.webhook, type]] : [],
  ),
);

export const AGGREGATE_TYPES = [
  "Document",
  "DocumentVersion",
  "DataSnapshot",
  "BatteryProduct",
  "RulePackage",
  "RulePackageVersion",
  "Passport",
  "PassportVersion",
  "SigningKey",
  "Policy",
] as const;
type AggregateType = (typeof AGGREGATE_TYPES)[number];
