/** Contract of a form of webhook requests beside the standard one, for receivers of another system. */
import type { DeliveryRequest, SigningKeys } from "./sign-body.ts";

/** Form of webhook requests that an endpoint may choose by its name. */
export type WebhookFormat = {
  /** Name, the value of an endpoint's `format`. */
  readonly name: string;
  /** Type of the test event. Default `rota.ping`. */
  readonly pingType?: string;
  /** Returns headers that are sent beside those of Standard Webhooks. */
  headers(request: DeliveryRequest, keys: SigningKeys): Readonly<Record<string, string>>;
};
