/** Signs a body in both ways that receivers know: the source's header and those of Standard Webhooks. Pure. */
import { createHmac, sign } from "node:crypto";
import type { SigningKey } from "./signing-key.ts";
import type { WebhookSecret } from "./webhook-secret.ts";

/**
 * What `X-BPC-Signature` is keyed with: the text of the secret as the receiver was shown it, which the source's recipe
 * takes, or the bytes that the text stands for. Standard Webhooks always takes the bytes.
 */
export type SignatureKey = "shown" | "decoded";

export type SigningKeys = {
  readonly current: WebhookSecret;
  /** Valid for a while after a rotation. */
  readonly previous?: WebhookSecret | undefined;
  readonly ed25519?: SigningKey | undefined;
  readonly signatureKey: SignatureKey;
};

export type SignedRequest = {
  /** The same for every attempt. Holds no dot, which separates the parts of what is signed. */
  readonly id: string;
  /** Of this attempt. */
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
