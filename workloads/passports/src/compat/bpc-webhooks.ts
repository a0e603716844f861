/** Sends webhooks with the headers of the replaced passport compiler (BPC) beside those of Standard Webhooks. */
import { createHmac } from "node:crypto";
import type { SigningKeys, WebhookFormat } from "@rota/engine";

/** Format of the endpoints that ask for events of passports. */
export const bpcWebhooks: WebhookFormat = {
  name: "bpc",
  eventTypes: ["passport.*"],
  pingType: "bpc.ping",
  headers: ({ eventType, deliveryId, attempt, body }, { current, previous, signatureKey }) => {
    const signatureOf = (secret: SigningKeys["current"]) => {
      const key = signatureKey === "shown" ? Buffer.from(secret.shown) : secret.bytes;
      return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    };
    return {
      "x-bpc-event-type": eventType,
      "x-bpc-delivery-id": deliveryId,
      "x-bpc-attempt": String(attempt),
      "x-bpc-signature": signatureOf(current),
      ...(previous === undefined ? {} : { "x-bpc-signature-previous": signatureOf(previous) }),
    };
  },
};
