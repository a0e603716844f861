/** Signs request bodies with HMAC-SHA256 and Ed25519 and builds the headers of a delivery. Pure. */
import { createHmac, sign } from "node:crypto";
import type { SigningKey, WebhookSecret } from "./endpoint-keys.ts";

/**
 * Form of the secret that keys `X-BPC-Signature`: its text as it was shown to the receiver, which the source's recipe
 * uses, or the bytes that the text encodes. Standard Webhooks always uses the bytes.
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
  const { current, previous, ed25519, signatureKey } = keys;
  const timestamp = String(Math.floor(request.sentAt.getTime() / 1_000));
  const signed = Buffer.concat([Buffer.from(`${request.id}.${timestamp}.`), request.body]);
  const signatures = [
    `v1,${mac(current.bytes, signed, "base64")}`,
    ...(previous === undefined ? [] : [`v1,${mac(previous.bytes, signed, "base64")}`]),
    ...(ed25519 === undefined ? [] : [`v1a,${sign(null, signed, ed25519.key).toString("base64")}`]),
  ];
  const bodySignature = (secret: WebhookSecret) =>
    `sha256=${mac(signatureKey === "shown" ? Buffer.from(secret.shown) : secret.bytes, request.body, "hex")}`;
  return {
    "x-bpc-signature": bodySignature(current),
    ...(previous === undefined ? {} : { "x-bpc-signature-previous": bodySignature(previous) }),
    "webhook-id": request.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function mac(key: Uint8Array, text: Uint8Array, form: "base64" | "hex"): string {
  return createHmac("sha256", key).update(text).digest(form);
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

export function requestHeaders(request: DeliveryRequest, keys: SigningKeys): Readonly<Record<string, string>> {
  const { eventId: id, sentAt, body } = request;
  return {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    "x-bpc-event-type": request.eventType,
    "x-bpc-delivery-id": request.deliveryId,
    "x-bpc-attempt": String(request.attempt),
    ...signBody({ id, sentAt, body }, keys),
  };
}
