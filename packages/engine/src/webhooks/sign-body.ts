/** Signs request bodies with HMAC-SHA256 and Ed25519 and builds the headers of a delivery. Pure. */
import { createHmac, sign } from "node:crypto";
import type { SigningKey, WebhookSecret } from "./endpoint-keys.ts";
import type { WebhookFormat } from "./webhook-format.ts";

/**
 * Form of the secret that keys a signature of a format: its text as it was shown to the receiver, which the receiver uses
 * without decoding it, or the bytes that the text encodes. Standard Webhooks always uses the bytes.
 */
export type SignatureKey = "shown" | "decoded";

/** Keys that sign the requests to an endpoint. */
export type SigningKeys = {
  readonly current: WebhookSecret;
  /** Previous secret, which is valid for a while after a rotation. */
  readonly previous?: WebhookSecret | undefined;
  readonly ed25519?: SigningKey | undefined;
  readonly signatureKey: SignatureKey;
};

export type SignedRequest = {
  /** Id, the same for every attempt. It has no dot: a dot separates the parts of the signed text. */
  readonly id: string;
  /** Time of this attempt. */
  readonly sentAt: Date;
  readonly body: Uint8Array;
};

export type SignatureHeaders = Readonly<Record<string, string>>;

export function signBody(request: SignedRequest, keys: SigningKeys): SignatureHeaders {
  const { current, previous, ed25519 } = keys;
  const timestamp = String(Math.floor(request.sentAt.getTime() / 1_000));
  const signed = Buffer.concat([Buffer.from(`${request.id}.${timestamp}.`), request.body]);
  const signatures = [
    `v1,${mac(current.bytes, signed)}`,
    ...(previous === undefined ? [] : [`v1,${mac(previous.bytes, signed)}`]),
    ...(ed25519 === undefined ? [] : [`v1a,${sign(null, signed, ed25519.key).toString("base64")}`]),
  ];
  return {
    "webhook-id": request.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function mac(key: Uint8Array, text: Uint8Array): string {
  return createHmac("sha256", key).update(text).digest("base64");
}

/** Request of one attempt to deliver an event. */
export type DeliveryRequest = {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Counted from 1. */
  readonly attempt: number;
  readonly body: Uint8Array;
  readonly sentAt: Date;
};

const USER_AGENT = "Rota-Webhooks/1";

/** Returns the headers of an attempt. Those of a format never replace the others. */
export function requestHeaders(
  request: DeliveryRequest,
  keys: SigningKeys,
  formats: readonly WebhookFormat[],
): Readonly<Record<string, string>> {
  const { eventId: id, sentAt, body } = request;
  return {
    ...Object.fromEntries(formats.flatMap((format) => Object.entries(format.headers(request, keys)))),
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    "x-rota-event-type": request.eventType,
    "x-rota-delivery-id": request.deliveryId,
    "x-rota-attempt": String(request.attempt),
    ...signBody({ id, sentAt, body }, keys),
  };
}
