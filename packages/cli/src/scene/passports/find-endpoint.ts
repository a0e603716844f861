/** The endpoint that hears of passports: found again by its path, moved to where the receiver listens now, with a new secret. */
import { answerOf } from "@rota/client";
import { TENANTS } from "../plan.ts";
import type { Stage } from "../stage.ts";

const EVENT_TYPES = ["passport.version.active"];
const LISTED = 100;
/** Soon again: the receiver was away only because this process was. */
const SCHEDULE_MS = Array.from({ length: 20 }, () => 2_000);

/** @returns its id; from now on the receiver takes what is signed for it. */
export async function findEndpoint({ clientOf, receiver }: Stage): Promise<string> {
  const client = clientOf(TENANTS.passports);
  const { url } = receiver;
  const { items } = await answerOf(client.GET("/v1/webhooks/endpoints", { params: { query: { limit: LISTED } } }));
  const known = items.find((endpoint) => new URL(endpoint.url).pathname === new URL(url).pathname);
  if (known === undefined) {
    const body = { url, eventTypes: EVENT_TYPES, schedule: SCHEDULE_MS };
    const { endpointId, secret } = await answerOf(client.POST("/v1/webhooks/endpoints", { body }));
    receiver.trust(secret);
    return endpointId;
  }
  const params = { path: { endpointId: known.endpointId } };
  const { secret } = await answerOf(
    client.POST("/v1/webhooks/endpoints/{endpointId}/rotate", { params, body: { force: true } }),
  );
  receiver.trust(secret);
  await client.PATCH("/v1/webhooks/endpoints/{endpointId}", { params, body: { url } });
  await client.POST("/v1/webhooks/endpoints/{endpointId}/enable", { params });
  return known.endpointId;
}
