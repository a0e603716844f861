/** Endpoints of webhooks: list, make, look at, change, remove. The engine writes the audit log. */
import type { Engine, EndpointName } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { NoBody, Page, PAGE_LENGTH, PageQuery } from "../../wire.ts";
import { defined } from "../defined.ts";
import { Given, Tenant, Uuid } from "../fields.ts";
import { pageBehind } from "../page.ts";
import { DEFAULT_TENANT } from "../tasks/progress.ts";
import { ChangedEndpoint, CreatedEndpoint, Endpoint, NewEndpoint } from "./webhook-schemas.ts";

export const TAG = "webhooks";
export const EndpointParams = Given({ endpointId: Uuid });

const list = defineRoute({
  name: "webhooks.listEndpoints",
  method: "GET",
  path: "/v1/webhooks/endpoints",
  summary: "Endpoints, by id",
  tag: TAG,
  role: "viewer",
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: { 200: Page(Endpoint) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after } = query;
    const endpoints = await engine.webhooks.endpoints.list({ tenant, after, limit });
    return { status: 200, body: pageBehind(endpoints, limit, ({ endpointId }) => endpointId) };
  },
});

const create = defineRoute({
  name: "webhooks.createEndpoint",
  method: "POST",
  path: "/v1/webhooks/endpoints",
  summary: "Make an endpoint; its secret is shown this once",
  tag: TAG,
  role: "admin",
  body: NewEndpoint,
  answers: { 201: CreatedEndpoint },
  async handle({ engine, body, actor, tenant = DEFAULT_TENANT }) {
    const endpoint = await engine.webhooks.endpoints.create({ ...body, tenant, actor: actor.name });
    const headers = { location: `/v1/webhooks/endpoints/${endpoint.endpointId}` };
    return { status: 201, body: toWire(endpoint), headers };
  },
});

const get = defineRoute({
  name: "webhooks.getEndpoint",
  method: "GET",
  path: "/v1/webhooks/endpoints/{endpointId}",
  summary: "One endpoint",
  tag: TAG,
  role: "viewer",
  params: EndpointParams,
  answers: { 200: Endpoint },
  async handle({ engine, params, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    return { status: 200, body: toWire(await engine.webhooks.endpoints.get(name)) };
  },
});

const update = defineRoute({
  name: "webhooks.updateEndpoint",
  method: "PATCH",
  path: "/v1/webhooks/endpoints/{endpointId}",
  summary: "Change an endpoint; what is left out stays as it is",
  tag: TAG,
  role: "admin",
  params: EndpointParams,
  body: ChangedEndpoint,
  answers: { 200: Endpoint },
  async handle({ engine, params, body, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    const changed = await engine.webhooks.endpoints.update({ ...name, actor: actor.name }, defined(body));
    return { status: 200, body: toWire(changed) };
  },
});

const remove = defineRoute({
  name: "webhooks.removeEndpoint",
  method: "DELETE",
  path: "/v1/webhooks/endpoints/{endpointId}",
  summary: "Remove an endpoint; the log of its deliveries stays",
  tag: TAG,
  role: "admin",
  params: EndpointParams,
  answers: { 204: NoBody },
  async handle({ engine, params, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    await engine.webhooks.endpoints.remove({ ...name, actor: actor.name });
    return { status: 204 };
  },
});

/** Whoever sees all tenants need not say whose it is. */
export async function endpointName(
  engine: Engine,
  { endpointId, tenant }: { readonly endpointId: string; readonly tenant: string | undefined },
): Promise<EndpointName> {
  return { endpointId, tenant: tenant ?? (await engine.webhooks.endpoints.tenantOf(endpointId)) };
}

export const endpointRoutes = [list, create, get, update, remove];
