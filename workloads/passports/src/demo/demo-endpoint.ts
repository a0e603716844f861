/** Finds or creates the webhook endpoint that the passports of the demo are delivered to, and counts deliveries. */
import type { DemoContext } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";

const PATH = "/v1/webhooks/endpoints";
const EVENT_TYPES = ["passport.version.active"];
const LISTED = 100;
/** Short retry intervals: the receiver was unavailable only because this process was. */
const SCHEDULE_MS = Array.from({ length: 20 }, () => 2_000);

const Endpoints = Type.Object({
  items: Type.Array(Type.Object({ endpointId: Type.String(), url: Type.String() })),
});
const Created = Type.Object({ endpointId: Type.String(), secret: Type.String() });
const Rotated = Type.Object({ secret: Type.String() });

/** Webhook endpoint of a tenant. */
export type DemoEndpoint = {
  readonly context: DemoContext;
  readonly tenant: string;
  readonly endpointId: string;
};

/** Finds or creates the endpoint. From then on the receiver accepts what is signed for it. */
export async function findEndpoint(context: DemoContext, tenant: string): Promise<DemoEndpoint> {
  const { request, receiver } = context;
  const { url } = receiver;
  const { items } = Parse(Endpoints, await request({ tenant, path: PATH, query: { limit: LISTED } }));
  const known = items.find((endpoint) => new URL(endpoint.url).pathname === new URL(url).pathname);
  if (known === undefined) {
    const body = { url, eventTypes: EVENT_TYPES, schedule: SCHEDULE_MS };
    const { endpointId, secret } = Parse(Created, await request({ tenant, path: PATH, body }));
    receiver.trust(secret);
    return { context, tenant, endpointId };
  }
  const { endpointId } = known;
  const path = `${PATH}/${endpointId}`;
  const { secret } = Parse(Rotated, await request({ tenant, path: `${path}/rotate`, body: { force: true } }));
  receiver.trust(secret);
  await request({ tenant, method: "PATCH", path, body: { url } });
  await request({ tenant, method: "POST", path: `${path}/enable` });
  return { context, tenant, endpointId };
}

const PAGE = 100;
const Deliveries = Type.Object({
  items: Type.Array(Type.Object({ eventId: Type.String() })),
  next: Type.Union([Type.String(), Type.Null()]),
});

/** Counts delivered events, each once however often it was sent. */
export async function countDelivered({ context, tenant, endpointId }: DemoEndpoint): Promise<number> {
  const delivered = new Set<string>();
  let after: string | undefined;
  do {
    const query = { endpointId, state: "DELIVERED", limit: PAGE, after };
    const page = await context.request({ tenant, path: "/v1/webhooks/deliveries", query });
    const { items, next } = Parse(Deliveries, page);
    for (const { eventId } of items) delivered.add(eventId);
    after = next ?? undefined;
  } while (after !== undefined);
  return delivered.size;
}
