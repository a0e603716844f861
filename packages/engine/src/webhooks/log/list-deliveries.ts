/** Says what was sent to whom and what came back: deliveries by filter, one of them with its attempts. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { DeliveryState } from "../deliveries/deliveries.sql.ts";
import { invalid, isUuid } from "../endpoints/endpoint.ts";
import * as statements from "./delivery-log.sql.ts";

export const LISTED_MAX = 1_000;
const DEFAULT_LISTED = 100;
const CURSOR = /^\d{1,18}$/;

export type Delivery = {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly tenant: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The delivery that it repeats. */
  readonly replayOf: string | undefined;
  readonly state: DeliveryState;
  /** Requests made so far. */
  readonly attempts: number;
  /** Undefined: at once, or never again. */
  readonly nextAttemptAt: Date | undefined;
  readonly lastStatus: number | undefined;
  /** The class of the latest failure. */
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
  /** The first 4 KiB of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

export type DeliveryDetails = Delivery & { readonly body: Uint8Array; readonly history: readonly DeliveryAttempt[] };

export type DeliveryWish = {
  readonly tenant: string;
  readonly endpointId?: string;
  readonly state?: DeliveryState;
  readonly eventType?: string;
  /** Made at this time or later. */
  readonly from?: Date;
  /** Made before this time. */
  readonly to?: Date;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Default 100, at most LISTED_MAX. */
  readonly limit?: number;
};

/** The newest first. `next` is undefined on the last page. */
export async function listDeliveries(
  on: Queryable,
  wish: DeliveryWish,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: string | undefined }> {
  const { tenant, endpointId, state, eventType, from, to, cursor, limit = DEFAULT_LISTED } = wish;
  if (endpointId !== undefined && !isUuid(endpointId)) throw invalid("endpointId", "must be the id of an endpoint");
  const size = Math.min(limit, LISTED_MAX);
  const rows = await on.query(
    statements.selectDeliveries({
      tenant,
      endpointId: endpointId ?? null,
      state: state ?? null,
      eventType: eventType ?? null,
      from: from ?? null,
      to: to ?? null,
      before: readCursor(cursor) ?? null,
      limit: size + 1, // one more tells whether there is another page
    }),
  );
  const shown = rows.slice(0, size);
  return { deliveries: shown.map(toDelivery), next: rows.length > size ? String(shown.at(-1)?.number) : undefined };
}

export async function showDelivery(
  on: Queryable,
  name: { readonly tenant: string; readonly deliveryId: string },
): Promise<DeliveryDetails> {
  const [row] = isUuid(name.deliveryId) ? await on.query(statements.selectDelivery(name)) : [];
  if (row === undefined) throw deliveryMissing(name);
  const attempts = await on.query(statements.selectAttempts(name.deliveryId));
  return { ...toDelivery(row), body: row.body, history: attempts.map(toAttempt) };
}

/** Whose delivery it is, for those who may see all. */
export async function deliveryTenant(on: Queryable, deliveryId: string): Promise<string> {
  const [row] = isUuid(deliveryId) ? await on.query(statements.selectDeliveryTenant(deliveryId)) : [];
  if (row !== undefined) return row.tenant;
  const shown = String(deliveryId).slice(0, 40);
  throw new RotaError("WEBHOOK_DELIVERY_NOT_FOUND", `there is no delivery ${shown}: it was pruned, or never was`, {
    deliveryId: shown,
  });
}

export function readCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!CURSOR.test(cursor)) throw invalid("cursor", "must be the `next` of the page before");
  return BigInt(cursor);
}

export function deliveryMissing({ tenant, deliveryId }: { tenant: string; deliveryId: string }): RotaError {
  const shown = String(deliveryId).slice(0, 40);
  return new RotaError(
    "WEBHOOK_DELIVERY_NOT_FOUND",
    `tenant "${tenant}" has no delivery ${shown}: it is another's, was pruned, or never was`,
    { tenant, deliveryId: shown },
  );
}

function toDelivery(row: statements.DeliveryRow): Delivery {
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    tenant: row.tenant,
    eventId: row.event_id,
    eventType: row.event_type,
    replayOf: row.replay_of ?? undefined,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
  };
}

function toAttempt(row: statements.AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status ?? undefined,
    errorClass: row.error_class ?? undefined,
    error: row.error ?? undefined,
    answerBody: row.response_body ?? undefined,
  };
}
