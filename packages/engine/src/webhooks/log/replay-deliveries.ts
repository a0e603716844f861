/** Sends again what was sent before, under the same `webhook-id`; each call and its entry in the audit log are one transaction. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Database } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { DeliveryState } from "../deliveries/deliveries.sql.ts";
import { submitDeliveries } from "../deliveries/submit-deliveries.ts";
import { checkEndpointName, endpointMissing, isUuid, type Acting, type EndpointName } from "../endpoints/endpoint.ts";
import { auditEndpoint } from "../endpoints/endpoint-audit.ts";
import { selectEndpoint } from "../endpoints/endpoints.sql.ts";
import { replayDelivery, replayRange, type ReplayRange } from "./delivery-log.sql.ts";
import { deliveryMissing, readCursor } from "./list-deliveries.ts";

/** Of one call. */
export const REPLAYED_MAX = 10_000;

export type ReplayWish = EndpointName &
  Acting & {
    /** Made at this time or later. */
    readonly from?: Date;
    /** Made before this time. */
    readonly to?: Date;
    /** Default: those that failed. */
    readonly states?: readonly Exclude<DeliveryState, "PENDING">[];
    /** `next` of the call before. */
    readonly cursor?: string;
    /** Default and at most REPLAYED_MAX. */
    readonly limit?: number;
  };

/** Whose delivery, and which. */
export type DeliveryName = { readonly tenant: string; readonly deliveryId: string };

/** Returns the id of the new delivery. WEBHOOK_ENDPOINT_DISABLED: enable the endpoint first. */
export function replayOne(database: Database, name: DeliveryName & Acting, { codec }: WithCodec): Promise<string> {
  return database.transaction(async (tx) => {
    const { tenant } = name;
    const [row] = isUuid(name.deliveryId) ? await tx.query(replayDelivery(name)) : [];
    if (row === undefined) throw deliveryMissing(name);
    const { endpoint_id, delivery_id } = row;
    if (row.endpoint_state === "DELETED") throw endpointMissing({ tenant, endpointId: endpoint_id });
    if (row.is_erased) throw bodyErased(name);
    if (delivery_id === null) throw endpointDisabled({ tenant, endpointId: endpoint_id });
    await submitDeliveries(tx, [{ delivery_id, endpoint_id, tenant }], { codec });
    const details = { deliveryId: name.deliveryId, replayed: 1 };
    await auditEndpoint(tx, { tenant, endpointId: endpoint_id, actor: name.actor, act: "replayed", details });
    return delivery_id;
  });
}

/** The oldest first, each event once. `next` is undefined when nothing is left. */
export function replayMany(
  database: Database,
  { tenant, endpointId, actor, from, to, states = ["FAILED"], cursor, limit = REPLAYED_MAX }: ReplayWish,
  { codec }: WithCodec,
): Promise<{ readonly replayed: number; readonly next: string | undefined }> {
  const name = { tenant, endpointId };
  checkEndpointName(name);
  const after = readCursor(cursor) ?? 0n;
  const size = Math.min(limit, REPLAYED_MAX);
  return database.transaction(async (tx) => {
    const [endpoint] = await tx.query(selectEndpoint(name));
    if (endpoint === undefined) throw endpointMissing(name);
    if (endpoint.state === "DISABLED") throw endpointDisabled(name);
    const range = { ...name, states, from: from ?? null, to: to ?? null, after, limit: size };
    const rows = await tx.query(replayRange(range));
    await submitDeliveries(tx, rows, { codec });
    if (rows.length > 0)
      await auditEndpoint(tx, { ...name, actor, act: "replayed", details: rangeDetails(range, rows.length) });
    return { replayed: rows.length, next: rows.length === size ? String(rows[0]?.looked_to) : undefined };
  });
}

function rangeDetails({ states, from, to }: ReplayRange, replayed: number) {
  return { states, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, replayed };
}

function bodyErased({ tenant, deliveryId }: DeliveryName): RotaError {
  return new RotaError(
    "WEBHOOK_DELIVERY_NOT_FOUND",
    `what delivery ${deliveryId} held was erased, so that it cannot be sent again: append the event anew`,
    { tenant, deliveryId },
  );
}

function endpointDisabled({ tenant, endpointId }: EndpointName): RotaError {
  return new RotaError(
    "WEBHOOK_ENDPOINT_DISABLED",
    `endpoint ${endpointId} is disabled, so nothing can be sent to it: enable it first`,
    { tenant, endpointId },
  );
}
