/** Makes the request of an attempt: headers that say what it is, and signatures that say from whom. Pure. */
import { signBody, type SigningKeys } from "../signing/sign-body.ts";

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
