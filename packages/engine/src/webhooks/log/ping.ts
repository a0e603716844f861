/** Sends a test event to an endpoint and says at once how it ended; only who did so is stored, before anything is sent. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/database.ts";
import { openKeys } from "../deliveries/deliver-task.ts";
import { selectForPing } from "../deliveries/deliveries.sql.ts";
import { requestHeaders } from "../deliveries/delivery-request.ts";
import { messageBody } from "../deliveries/message-body.ts";
import { checkEndpointName, endpointMissing, type Acting, type EndpointName } from "../endpoints/endpoint.ts";
import { auditEndpoint } from "../endpoints/endpoint-audit.ts";
import type { EndpointKeys } from "../endpoints/endpoint-keys.ts";
import { describeOutcome, errorClassOf, type ErrorClass } from "../sending/outcome.ts";
import type { Sender } from "../sending/sender.ts";

export const PING_TYPE = "bpc.ping";

export type PingResult = {
  readonly isDelivered: boolean;
  readonly status: number | undefined;
  readonly errorClass: ErrorClass | undefined;
  readonly error: string | undefined;
  readonly durationMs: number;
  /** The first 4 KiB of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

export type PingParts = { readonly database: Database; readonly sender: Sender; readonly keys: EndpointKeys };

/** An endpoint that is disabled or held is sent one as well: to see whether it works again. */
export async function ping({ database, sender, keys }: PingParts, name: EndpointName & Acting): Promise<PingResult> {
  checkEndpointName(name);
  const [row] = await database.query(selectForPing(name));
  if (row === undefined) throw endpointMissing(name);
  await auditEndpoint(database, { ...name, act: "pinged", details: null });
  const event = { eventId: randomUUID(), tenant: name.tenant, type: PING_TYPE, payloadText: "{}", occurredAt: row.now };
  const body = Buffer.from(messageBody(event));
  const request = { deliveryId: randomUUID(), eventId: event.eventId, eventType: PING_TYPE, attempt: 1, body };
  const headers = requestHeaders({ ...request, sentAt: row.now }, openKeys(keys, row));
  const result = await sender.send({ url: row.url, timeoutMs: row.timeout_ms, headers, body });
  const { outcome, durationMs, answerBody } = result;
  const errorClass = errorClassOf(outcome);
  return {
    isDelivered: errorClass === undefined,
    status: outcome.kind === "answered" ? outcome.status : undefined,
    errorClass,
    error: errorClass === undefined ? undefined : describeOutcome(outcome),
    durationMs,
    answerBody,
  };
}
