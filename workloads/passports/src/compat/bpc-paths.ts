/** Routes of the replaced passport compiler (BPC) beside jobs: webhook endpoints, their subscriptions, and audit events. */
import type { Endpoint, EndpointName, Engine, Transaction } from "@rota/engine";
import { Given, Nullable, Tenant, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { hashedUuid, tenantIdOf } from "../core/passport/receipt.ts";
import { invalidInput } from "../errors.ts";
import { defineRoute, defineWrite, tenantOf } from "../http/define-route.ts";
import { EventView, eventView } from "../http/event-routes.ts";
import { Page, PAGE_FIELDS, pageLimit, pageOf, readPageQuery, Uuid } from "../http/fields.ts";
import { selectEvents } from "../store/events.sql.ts";
import { AGGREGATE_TYPES, WEBHOOK_EVENTS } from "../store/events.ts";
import { notFound } from "../store/rows.ts";
import { bpcFormat } from "./bpc-webhooks.ts";

/** Type of the events of an endpoint without subscriptions: only test events have it. */
const NO_EVENTS = "bpc.ping";

const EndpointView = Type.Object({
  webhook_endpoint_id: Uuid,
  tenant_id: Type.String(),
  url: Type.String(),
  is_active: Type.Boolean(),
  created_at: Time,
});

const SubscriptionView = Type.Object({
  webhook_subscription_id: Uuid,
  tenant_id: Type.String(),
  webhook_endpoint_id: Uuid,
  event_type: Type.String(),
  created_at: Type.String({ format: "date-time", description: "When its endpoint was created." }),
});

function endpointView({ endpointId, tenant, url, state, createdAt }: Endpoint): Static<typeof EndpointView> {
  return {
    webhook_endpoint_id: endpointId,
    tenant_id: tenantIdOf(tenant),
    url,
    is_active: state === "ACTIVE",
    created_at: createdAt.toISOString(),
  };
}

function subscriptionsOf({ endpointId, tenant, eventTypes, createdAt }: Endpoint): Static<typeof SubscriptionView>[] {
  return eventTypes
    .filter((type) => type !== NO_EVENTS)
    .map((type) => ({
      webhook_subscription_id: subscriptionId(endpointId, type),
      tenant_id: tenantIdOf(tenant),
      webhook_endpoint_id: endpointId,
      event_type: type,
      created_at: createdAt.toISOString(),
    }));
}

/** Returns the id of a subscription, which has no row of its own: a UUID of the hash of its endpoint and type. */
function subscriptionId(endpointId: string, eventType: string): string {
  return hashedUuid(`rota.passports.subscription:${endpointId}:${eventType}`);
}

const createEndpoint = defineWrite({
  name: "passports.bpc.createWebhookEndpoint",
  method: "POST",
  path: "/v1/webhook-endpoints",
  summary: "Make an endpoint of the format bpc; it receives what it is subscribed to",
  role: "admin",
  body: Given({
    tenant: Type.Optional(Tenant),
    url: Type.String({ minLength: 8, maxLength: 2_000, pattern: "^https?://[^\\s\\p{Cc}\\p{Cs}]+$" }),
    secret: Type.Optional(
      Type.String({
        pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$",
        description: "`whsec_` and the base64 of 24 to 64 bytes. Default: a random one, which is in the answer.",
      }),
    ),
  }),
  answers: {
    201: Type.Object({
      ...EndpointView.properties,
      secret: Nullable(Type.String(), { description: "Null when the request is repeated: it is shown once." }),
    }),
  },
  async handle({ commit, engine, body: { url, secret: given }, tenant, actor }) {
    let secret: string | null = null;
    const { body, ...answer } = await commit(async (tx) => {
      const made = await engine.webhooks.endpoints.create({
        tenant: tenantOf({ tenant }),
        url,
        eventTypes: [NO_EVENTS],
        format: bpcFormat.name,
        actor: actor.name,
        in: tx,
        ...(given === undefined ? {} : { secret: given }),
      });
      secret = made.secret; // not in what is kept for repeated requests
      return { status: 201, body: { ...endpointView(made), secret: null } };
    });
    return { ...answer, body: { ...body, secret } };
  },
});

const EndpointParams = Given({ webhookEndpointId: Uuid });

const listEndpoints = defineRoute({
  name: "passports.bpc.listWebhookEndpoints",
  method: "GET",
  path: "/v1/webhook-endpoints",
  summary: "Webhook endpoints, by id",
  role: "viewer",
  query: Given(PAGE_FIELDS),
  answers: { 200: Page(EndpointView) },
  async handle({ engine, query, tenant }) {
    const { endpoints, next_cursor } = await pageOfEndpoints(engine, tenant, query);
    return { status: 200, body: { items: endpoints.map(endpointView), next_cursor } };
  },
});

async function pageOfEndpoints(
  { webhooks }: Engine,
  tenant: string | undefined,
  { limit: asked, cursor: after }: { readonly limit?: number; readonly cursor?: string },
) {
  const limit = pageLimit(asked);
  const endpoints = await webhooks.endpoints.list({ tenant: tenantOf({ tenant }), after, limit });
  return { endpoints, next_cursor: endpoints.length < limit ? null : (endpoints.at(-1)?.endpointId ?? null) };
}

const getEndpoint = defineRoute({
  name: "passports.bpc.getWebhookEndpoint",
  method: "GET",
  path: "/v1/webhook-endpoints/{webhookEndpointId}",
  summary: "One webhook endpoint",
  role: "viewer",
  params: EndpointParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: EndpointView },
  async handle({ engine, params: { webhookEndpointId: endpointId }, tenant }) {
    return {
      status: 200,
      body: endpointView(await engine.webhooks.endpoints.get({ endpointId, tenant: tenantOf({ tenant }) })),
    };
  },
});

const deactivateEndpoint = defineWrite({
  name: "passports.bpc.deactivateWebhookEndpoint",
  method: "DELETE",
  path: "/v1/webhook-endpoints/{webhookEndpointId}",
  summary: "Send nothing more to an endpoint",
  description: "It stays, with its deliveries. POST /v1/webhooks/endpoints/{endpointId}/enable undoes it.",
  role: "admin",
  params: EndpointParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: EndpointView },
  handle({ commit, engine, params: { webhookEndpointId: endpointId }, tenant, actor }) {
    const change = { endpointId, tenant: tenantOf({ tenant }), actor: actor.name, reason: "deactivated" };
    return commit(async (tx) => ({
      status: 200,
      body: endpointView(await engine.webhooks.endpoints.disable({ ...change, in: tx })),
    }));
  },
});

const subscribe = defineWrite({
  name: "passports.bpc.subscribe",
  method: "POST",
  path: "/v1/webhook-subscriptions",
  summary: "Have an endpoint receive events of a type",
  role: "admin",
  body: Given({
    tenant: Type.Optional(Tenant),
    webhook_endpoint_id: Uuid,
    event_type: Type.String({
      maxLength: 200,
      description: "Such as `passport.version.signed`, or the name that it has in the body: `PASSPORT_SIGNED`.",
      examples: ["passport.version.signed"],
    }),
  }),
  answers: { 201: SubscriptionView },
  handle({ commit, engine, body: { webhook_endpoint_id: endpointId, event_type }, tenant, actor }) {
    const type = webhookTypeOf(event_type);
    const change = { endpointId, tenant: tenantOf({ tenant }), actor: actor.name };
    return commit(async (tx) => {
      const add = (types: readonly string[]) => [...types.filter((other) => other !== type), type];
      const changed = await changeTypes({ engine, tx }, change, add);
      const subscription = subscriptionsOf(changed).find(({ event_type: subscribed }) => subscribed === type);
      if (subscription === undefined) throw new Error("a subscription was made and is not there");
      return { status: 201, body: subscription };
    });
  },
});

function webhookTypeOf(name: string): string {
  const found = [...WEBHOOK_EVENTS].find(([webhook, type]) => name === webhook || name === type);
  if (found !== undefined) return found[0];
  const known = [...WEBHOOK_EVENTS.keys()].join(", ");
  throw invalidInput(`event_type ${JSON.stringify(name)} is not known: it must be one of ${known}`, {
    field: "event_type",
  });
}

type TypesChange = EndpointName & { readonly actor: string };

/** Changes the event types of an endpoint, which is locked meanwhile. */
async function changeTypes(
  { engine: { webhooks }, tx }: { readonly engine: Engine; readonly tx: Transaction },
  change: TypesChange,
  next: (types: readonly string[]) => readonly string[],
): Promise<Endpoint> {
  const { eventTypes } = await webhooks.endpoints.get({ ...change, in: tx });
  const types = next(eventTypes.filter((type) => type !== NO_EVENTS));
  return webhooks.endpoints.update({ ...change, in: tx }, { eventTypes: types.length === 0 ? [NO_EVENTS] : types });
}

const listSubscriptions = defineRoute({
  name: "passports.bpc.listSubscriptions",
  method: "GET",
  path: "/v1/webhook-subscriptions",
  summary: "Subscriptions, by endpoint",
  description: "`limit` counts endpoints.",
  role: "viewer",
  query: Given({
    ...PAGE_FIELDS,
    webhook_endpoint_id: Type.Optional(Uuid),
    event_type: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  answers: { 200: Page(SubscriptionView) },
  async handle({ engine, query: { webhook_endpoint_id: endpointId, event_type, ...page }, tenant }) {
    const { endpoints, next_cursor } = await pageOfEndpoints(engine, tenant, page);
    const items = endpoints
      .filter((endpoint) => endpointId === undefined || endpoint.endpointId === endpointId)
      .flatMap(subscriptionsOf)
      .filter((subscription) => event_type === undefined || subscription.event_type === event_type);
    return { status: 200, body: { items, next_cursor } };
  },
});

const unsubscribe = defineWrite({
  name: "passports.bpc.unsubscribe",
  method: "DELETE",
  path: "/v1/webhook-subscriptions/{webhookSubscriptionId}",
  summary: "End a subscription",
  role: "admin",
  params: Given({ webhookSubscriptionId: Uuid }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: SubscriptionView },
  async handle({ commit, engine, params: { webhookSubscriptionId: id }, tenant, actor }) {
    const owner = tenantOf({ tenant });
    const subscription = await findSubscription(engine, owner, id);
    return commit(async (tx) => {
      if (subscription === undefined) throw notFound("webhook subscription", id);
      const change = { endpointId: subscription.webhook_endpoint_id, tenant: owner, actor: actor.name };
      const without = (types: readonly string[]) => types.filter((type) => type !== subscription.event_type);
      await changeTypes({ engine, tx }, change, without);
      return { status: 200, body: subscription };
    });
  },
});

async function findSubscription(engine: Engine, tenant: string, id: string) {
  let cursor: string | undefined;
  do {
    const page = await pageOfEndpoints(engine, tenant, { limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    const found = page.endpoints.flatMap(subscriptionsOf).find((one) => one.webhook_subscription_id === id);
    if (found !== undefined) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return undefined;
}

const auditEvents = defineRoute({
  name: "passports.bpc.auditEvents",
  method: "GET",
  path: "/v1/audit/events",
  summary: "Events of all passports, documents, snapshots and rules, the newest first (BPC-EVENT-1)",
  description: "/v1/passport-events has those of one thing, from its beginning, with the check of their chain.",
  role: "viewer",
  query: Given({
    ...PAGE_FIELDS,
    aggregate_type: Type.Optional(Word(AGGREGATE_TYPES)),
    aggregate_id: Type.Optional(Uuid),
  }),
  answers: { 200: Page(EventView) },
  async handle({ engine, query: { aggregate_type, aggregate_id, ...query }, tenant }) {
    const page = readPageQuery(query);
    const filter = { tenant: tenantOf({ tenant }), type: aggregate_type, id: aggregate_id };
    const rows = await engine.database.query(selectEvents({ ...filter, ...page }));
    return {
      status: 200,
      body: pageOf(rows, { limit: page.limit, idOf: ({ event_id }) => event_id, view: eventView }),
    };
  },
});

export const bpcOperations = [
  createEndpoint,
  listEndpoints,
  getEndpoint,
  deactivateEndpoint,
  subscribe,
  listSubscriptions,
  unsubscribe,
  auditEvents,
];
