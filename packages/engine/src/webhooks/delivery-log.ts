/** Lists deliveries and their attempts, replays them under the same `webhook-id`, and prunes or erases old ones. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database, Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { submitDeliveries } from "./create-deliveries.ts";
import { inBatches } from "../runtime/in-batches.ts";
import * as statements from "./deliveries.sql.ts";
import { auditEndpoint } from "./endpoint-changes.ts";
import {
  type ActionContext,
  checkEndpointName,
  endpointDisabled,
  endpointMissing,
  type EndpointName,
  invalidWebhook,
  isUuid,
} from "./endpoint.ts";
import { selectEndpoint } from "./endpoints.sql.ts";
import type { AnswerHeaders } from "./sender.ts";
import type { StoredMessage, WebhookFormats } from "./webhook-format.ts";

export const LISTED_DELIVERIES_MAX = 1_000;
const DEFAULT_LISTED = 100;
const CURSOR = /^\d{1,18}$/;

/** Delivery of one event to one endpoint. */
export type Delivery = {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly tenant: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Delivery that it repeats. */
  readonly replayOf: string | undefined;
  /** Job that sends it, since its first attempt. The job of a failed delivery is the dead letter `chunk-<taskId>-1`. */
  readonly taskId: bigint | undefined;
  readonly state: statements.DeliveryState;
  /** Number of requests so far. */
  readonly attempts: number;
  /** Undefined when it is due at once, or never again. */
  readonly nextAttemptAt: Date | undefined;
  readonly lastStatus: number | undefined;
  /** Class of the latest failure. */
  readonly lastError: string | undefined;
  readonly createdAt: Date;
  readonly endedAt: Date | undefined;
};

export type DeliveryAttempt = {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly errorClass: string | undefined;
  readonly error: string | undefined;
  /** Headers of the answer, at most 4 KiB, without those that may hold a secret. */
  readonly answerHeaders: AnswerHeaders | undefined;
  /** First 4 KiB of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

/** Delivery with its body, in the present format of its endpoint, and its attempts. */
export type DeliveryDetails = Delivery & { readonly body: Uint8Array; readonly history: readonly DeliveryAttempt[] };

/** Filter and position of a page of deliveries. */
export type DeliveryQuery = {
  readonly tenant: string;
  readonly endpointId?: string;
  readonly state?: statements.DeliveryState;
  readonly eventType?: string;
  /** Created at this time or later. */
  readonly from?: Date;
  /** Created before this time. */
  readonly to?: Date;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Default 100, at most LISTED_DELIVERIES_MAX. */
  readonly limit?: number;
};

/** Lists deliveries, the newest first. `next` is undefined on the last page. */
export async function listDeliveries(
  on: Queryable,
  query: DeliveryQuery,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: string | undefined }> {
  const { tenant, endpointId, state, eventType, from, to, cursor, limit = DEFAULT_LISTED } = query;
  if (endpointId !== undefined && !isUuid(endpointId))
    throw invalidWebhook("endpointId", "must be the id of an endpoint");
  const size = Math.min(limit, LISTED_DELIVERIES_MAX);
  const rows = await on.query(
    statements.selectDeliveries({
      tenant,
      endpointId: endpointId ?? null,
      state: state ?? null,
      eventType: eventType ?? null,
      from: from ?? null,
      to: to ?? null,
      before: readDeliveryCursor(cursor) ?? null,
      limit: size + 1, // one more shows whether there is another page
    }),
  );
  const shown = rows.slice(0, size);
  return { deliveries: shown.map(toDelivery), next: rows.length > size ? String(shown.at(-1)?.number) : undefined };
}

export async function showDelivery(
  on: Queryable,
  name: DeliveryName,
  formats: Pick<WebhookFormats, "bodyFor">,
): Promise<DeliveryDetails> {
  const [row] = isUuid(name.deliveryId) ? await on.query(statements.selectDelivery(name)) : [];
  if (row === undefined) throw deliveryMissing(name);
  const attempts = await on.query(statements.selectDeliveryAttempts(name.deliveryId));
  const body = formats.bodyFor(row.format, storedMessageOf(row));
  return { ...toDelivery(row), body, history: attempts.map(toAttempt) };
}

type MessageRow = Pick<
  statements.LoadedRow,
  "event_id" | "event_type" | "tenant" | "body" | "aggregate_type" | "aggregate_id"
>;

/** Returns the event of a delivery as formats read it. */
export function storedMessageOf(row: MessageRow): StoredMessage {
  const { event_id: eventId, event_type: eventType, aggregate_type: type, aggregate_id: id, tenant, body } = row;
  return { eventId, eventType, tenant, body, aggregate: type === null || id === null ? undefined : { type, id } };
}

/** Returns the tenant of a delivery, for callers who may see all tenants. */
export async function deliveryTenant(on: Queryable, deliveryId: string): Promise<string> {
  const [row] = isUuid(deliveryId) ? await on.query(statements.selectDeliveryTenant(deliveryId)) : [];
  if (row === undefined) throw deliveryUnknown(deliveryId);
  return row.tenant;
}

function readDeliveryCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!CURSOR.test(cursor)) throw invalidWebhook("cursor", "must be the `next` of the page before");
  return BigInt(cursor);
}

function deliveryMissing({ tenant, deliveryId }: { tenant: string; deliveryId: string }): RotaError {
  const shown = String(deliveryId).slice(0, 40);
  return new RotaError(
    "WEBHOOK_DELIVERY_NOT_FOUND",
    `tenant "${tenant}" has no delivery ${shown}: it is another's, was pruned, or never was`,
    { tenant, deliveryId: shown },
  );
}

/** Returns the error for callers who search among all tenants. */
export function deliveryUnknown(deliveryId: string): RotaError {
  const shown = String(deliveryId).slice(0, 40);
  return new RotaError("WEBHOOK_DELIVERY_NOT_FOUND", `there is no delivery ${shown}: it was pruned, or never was`, {
    deliveryId: shown,
  });
}

function toDelivery(row: statements.DeliveryRow): Delivery {
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    tenant: row.tenant,
    eventId: row.event_id,
    eventType: row.event_type,
    replayOf: row.replay_of ?? undefined,
    taskId: row.task_id ?? undefined,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
  };
}

function toAttempt(row: statements.DeliveryAttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status ?? undefined,
    errorClass: row.error_class ?? undefined,
    error: row.error ?? undefined,
    answerHeaders: row.response_headers ?? undefined,
    answerBody: row.response_body ?? undefined,
  };
}

/** Maximum number of deliveries that one call repeats. */
export const REPLAYED_DELIVERIES_MAX = 10_000;

/** Request to repeat deliveries of an endpoint. */
export type ReplayRequest = EndpointName &
  ActionContext & {
    /** Created at this time or later. */
    readonly from?: Date;
    /** Created before this time. */
    readonly to?: Date;
    /** Default: failed deliveries. */
    readonly states?: readonly Exclude<statements.DeliveryState, "PENDING">[];
    /** `next` of the call before. */
    readonly cursor?: string;
    /** Default and at most REPLAYED_DELIVERIES_MAX. */
    readonly limit?: number;
  };

/** Names one delivery of a tenant. */
export type DeliveryName = { readonly tenant: string; readonly deliveryId: string };

/** Repeats a delivery and returns the id of the new one. Throws WEBHOOK_ENDPOINT_DISABLED when its endpoint is disabled. */
export function replayOne(
  database: Database,
  name: DeliveryName & ActionContext,
  { codec }: WithCodec,
): Promise<string> {
  return database.transaction(async (tx) => {
    const { tenant } = name;
    const [row] = isUuid(name.deliveryId) ? await tx.query(statements.replayDelivery(name)) : [];
    if (row === undefined) throw deliveryMissing(name);
    const { endpoint_id, delivery_id } = row;
    if (row.endpoint_state === "DELETED") throw endpointMissing({ tenant, endpointId: endpoint_id });
    if (row.is_erased) throw bodyErased(name);
    if (delivery_id === null) throw endpointDisabled({ tenant, endpointId: endpoint_id });
    await submitDeliveries(tx, [{ delivery_id, endpoint_id, tenant }], { codec });
    await closeReplayed(tx, [delivery_id], name);
    const details = { deliveryId: name.deliveryId, replayed: 1 };
    await auditEndpoint(tx, { tenant, endpointId: endpoint_id, actor: name.actor, action: "replayed", details });
    return delivery_id;
  });
}

/** Repeats deliveries, the oldest first, each event once. `next` is undefined when none is left. */
export function replayMany(
  database: Database,
  { tenant, endpointId, actor, from, to, states = ["FAILED"], cursor, limit = REPLAYED_DELIVERIES_MAX }: ReplayRequest,
  { codec }: WithCodec,
): Promise<{ readonly replayed: number; readonly next: string | undefined }> {
  const name = { tenant, endpointId };
  checkEndpointName(name);
  const after = readDeliveryCursor(cursor) ?? 0n;
  const size = Math.min(limit, REPLAYED_DELIVERIES_MAX);
  return database.transaction(async (tx) => {
    const [endpoint] = await tx.query(selectEndpoint(name));
    if (endpoint === undefined) throw endpointMissing(name);
    if (endpoint.state === "DISABLED") throw endpointDisabled(name);
    const range = { ...name, states, from: from ?? null, to: to ?? null, after, limit: size };
    const rows = await tx.query(statements.replayRange(range));
    await submitDeliveries(tx, rows, { codec });
    if (rows.length > 0) {
      await closeReplayed(
        tx,
        rows.map(({ delivery_id }) => delivery_id),
        { actor },
      );
      await auditEndpoint(tx, { ...name, actor, action: "replayed", details: rangeDetails(range, rows.length) });
    }
    return { replayed: rows.length, next: rows.length === size ? String(rows[0]?.last_number) : undefined };
  });
}

/** Discards the dead letters of what is sent again, so that each event is replayed once. */
async function closeReplayed(tx: Queryable, deliveryIds: readonly string[], { actor }: ActionContext): Promise<void> {
  await tx.query(statements.closeDeadLetters(deliveryIds, actor ?? "rota"));
}

function rangeDetails({ states, from, to }: statements.ReplayRange, replayed: number) {
  return { states, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, replayed };
}

export function bodyErased({ tenant, deliveryId }: DeliveryName): RotaError {
  return new RotaError(
    "WEBHOOK_DELIVERY_NOT_FOUND",
    `what delivery ${deliveryId} held was erased, so that it cannot be sent again: append the event anew`,
    { tenant, deliveryId },
  );
}

/** Maximum number of bodies that one statement deletes. */
export const PRUNED_MESSAGES_MAX = 1_000;

/** Deletes events with all their deliveries once the last one ended long enough ago. Returns how many; 0 when none is left. */
export async function pruneDeliveries(
  on: Queryable,
  { olderThanMs, limit = PRUNED_MESSAGES_MAX }: { readonly olderThanMs: number; readonly limit?: number },
): Promise<number> {
  const [row] = await on.query(statements.pruneMessages({ olderThanMs, limit: Math.min(limit, PRUNED_MESSAGES_MAX) }));
  return row?.pruned ?? 0;
}

/** Number of events that one transaction checks. */
const BATCH = 500;

/** Erases bodies; ids, states and times stay. Events that are still to be delivered are kept. @returns how many bodies were erased. */
export async function eraseDeliveries(database: Database, { tenant }: { readonly tenant: string }): Promise<number> {
  let after = "";
  return inBatches(async () => {
    const [row] = await database.query(statements.eraseMessages({ tenant, after, limit: BATCH }));
    after = row?.last_event ?? "";
    return { count: row?.erased ?? 0, isLast: after === "" };
  });
}
