/** Defines the routes of webhook endpoints: list, create, show, update, remove, ping, enable, disable, rotate the secret and replay. */
import type { EndpointName, Engine } from "@rota/engine";
import {
  DEFAULT_TENANT,
  defineRoute,
  Given,
  Nullable,
  PageView,
  Tenant,
  Time,
  Whole,
  Word,
  pageOf,
} from "@rota/engine/operations";
import { Type } from "typebox";
import { GivenTime, EmptyBody, PAGE_LENGTH, PageQuery, readTime, Reason, Uuid } from "../schemas.ts";
import { defined, toWire } from "../to-wire.ts";

const Url = Type.String({ minLength: 8, maxLength: 2_000, pattern: "^https?://[^\\s\\p{Cc}\\p{Cs}]+$" });
/** Type of an event or a task, or `prefix.*`. */
const TYPE = "[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(\\.\\*)?";
const EventTypes = Type.Array(Type.String({ pattern: `^(\\*|${TYPE})(:${TYPE})?$`, maxLength: 401 }), {
  minItems: 1,
  maxItems: 100,
  description:
    "Event types, `prefix.*` for all that begin so, or `*` for all. `task.completed:demo.count` asks for events about tasks of one type.",
});
const TimeoutMs = Type.Integer({ minimum: 100, maximum: 60_000 });
const Schedule = Type.Union(
  [
    Type.Literal("default"),
    Type.Literal("seed"),
    Type.Array(Type.Integer({ minimum: 0, maximum: 604_800_000 }), { maxItems: 20 }),
  ],
  { description: "When a failed attempt is tried again: a known schedule, or waits in milliseconds." },
);
const MaxInFlight = Type.Integer({ minimum: 1, maximum: 100 });
const RatePerSecond = Type.Integer({ minimum: 1, maximum: 10_000 });
const SignatureKey = Word(["shown", "decoded"]);
const Format = Type.String({
  pattern: "^[a-z][a-z0-9-]{0,49}$",
  description:
    "Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them.",
});
const GivenSecret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$",
  description: "`whsec_` and the base64 of 24 to 64 bytes. Default: one of chance.",
});

const settings = {
  timeoutMs: Type.Optional(TimeoutMs),
  schedule: Type.Optional(Schedule),
  retry4xx: Type.Optional(Type.Boolean()),
  maxInFlight: Type.Optional(MaxInFlight),
  ratePerSecond: Type.Optional(RatePerSecond),
  signatureKey: Type.Optional(SignatureKey),
  format: Type.Optional(Format),
};

const NewEndpoint = Given(
  {
    url: Url,
    eventTypes: EventTypes,
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}\\p{Cs}]+$" })),
    secret: Type.Optional(GivenSecret),
    ed25519: Type.Optional(Type.Boolean({ description: "Whether requests are signed with a key of Ed25519 as well." })),
    ...settings,
  },
  { examples: [{ url: "https://hooks.example.com/rota", eventTypes: ["task.*"], tenant: "ann" }] },
);

const ChangedEndpoint = Given({
  url: Type.Optional(Url),
  eventTypes: Type.Optional(EventTypes),
  ...settings,
});

const endpoint = {
  endpointId: Uuid,
  tenant: Type.String(),
  url: Type.String(),
  eventTypes: Type.Array(Type.String()),
  state: Word(["ACTIVE", "DISABLED"]),
  disabledReason: Nullable(Type.String()),
  disabledAt: Nullable(Time),
  timeoutMs: Whole,
  schedule: Schedule,
  retry4xx: Type.Boolean(),
  maxInFlight: Whole,
  ratePerSecond: Whole,
  signatureKey: SignatureKey,
  format: Format,
  previousSecretUntil: Nullable(Time),
  verificationKey: Nullable(Type.String()),
  failures: Whole,
  failingSince: Nullable(Time),
  heldUntil: Nullable(Time),
  createdAt: Time,
};

const Endpoint = Type.Object(endpoint);
const CreatedEndpoint = Type.Object({
  ...endpoint,
  secret: Type.String({ description: "Shown this once." }),
});

export const AnswerHeaders = Type.Record(Type.String(), Type.String(), {
  description: "Headers of the answer, at most 4 KiB, without those that may hold a secret.",
});

const PingResult = Type.Object({
  isDelivered: Type.Boolean(),
  status: Nullable(Type.Integer()),
  errorClass: Nullable(Type.String()),
  error: Nullable(Type.String()),
  durationMs: Type.Number({ minimum: 0 }),
  answerHeaders: Nullable(AnswerHeaders),
  answerBody: Nullable(Type.String()),
});

export const TAG = "webhooks";
const EndpointParams = Given({ endpointId: Uuid });

const list = defineRoute({
  name: "webhooks.listEndpoints",
  method: "GET",
  path: "/v1/webhooks/endpoints",
  summary: "Endpoints, by id",
  tag: TAG,
  role: "viewer",
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: { 200: PageView(Endpoint) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after } = query;
    const endpoints = await engine.webhooks.endpoints.list({ tenant, after, limit });
    return { status: 200, body: pageOf(endpoints.map(toWire), { limit, cursorOf: ({ endpointId }) => endpointId }) };
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
  answers: { 204: EmptyBody },
  async handle({ engine, params, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    await engine.webhooks.endpoints.remove({ ...name, actor: actor.name });
    return { status: 204 };
  },
});

/** Names an endpoint with its tenant, which is looked up when the caller sees all tenants. */
export async function endpointName(
  engine: Engine,
  { endpointId, tenant }: { readonly endpointId: string; readonly tenant: string | undefined },
): Promise<EndpointName> {
  return { endpointId, tenant: tenant ?? (await engine.webhooks.endpoints.tenantOf(endpointId)) };
}

const ping = defineRoute({
  name: "webhooks.ping",
  method: "POST",
  path: "/v1/webhooks/endpoints/{endpointId}/ping",
  summary: "Send a test event and say how it ended",
  tag: TAG,
  role: "operator",
  params: EndpointParams,
  answers: { 200: PingResult },
  async handle({ engine, params, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    return { status: 200, body: toWire(await engine.webhooks.ping({ ...name, actor: actor.name })) };
  },
});

const enable = defineRoute({
  name: "webhooks.enable",
  method: "POST",
  path: "/v1/webhooks/endpoints/{endpointId}/enable",
  summary: "Send to an endpoint again, with nothing counted against it",
  tag: TAG,
  role: "operator",
  params: EndpointParams,
  answers: { 200: Endpoint },
  async handle({ engine, params, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    return { status: 200, body: toWire(await engine.webhooks.endpoints.enable({ ...name, actor: actor.name })) };
  },
});

const disable = defineRoute({
  name: "webhooks.disable",
  method: "POST",
  path: "/v1/webhooks/endpoints/{endpointId}/disable",
  summary: "Send nothing more to an endpoint",
  tag: TAG,
  role: "operator",
  params: EndpointParams,
  body: Given({ reason: Reason }),
  answers: { 200: Endpoint },
  async handle({ engine, params, body, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    const request = { ...name, ...body, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.endpoints.disable(request)) };
  },
});

const rotate = defineRoute({
  name: "webhooks.rotateSecret",
  method: "POST",
  path: "/v1/webhooks/endpoints/{endpointId}/rotate",
  summary: "Give an endpoint another secret, which is shown this once",
  description: "Requests are signed with the old one too for a while, so that no receiver breaks.",
  tag: TAG,
  role: "admin",
  params: EndpointParams,
  body: Given({
    secret: Type.Optional(GivenSecret),
    overlapMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800_000, description: "Default a day." })),
    force: Type.Optional(Type.Boolean({ description: "Although the secret before is still valid." })),
  }),
  answers: { 200: Type.Object({ secret: Type.String(), previousSecretUntil: Nullable(Time) }) },
  async handle({ engine, params, body, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    const request = { ...name, ...body, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.endpoints.rotateSecret(request)) };
  },
});

const replay = defineRoute({
  name: "webhooks.replayMany",
  method: "POST",
  path: "/v1/webhooks/endpoints/{endpointId}/replay",
  summary: "Send again what failed, or all of a time",
  tag: TAG,
  role: "operator",
  params: EndpointParams,
  body: Given({
    from: Type.Optional(GivenTime),
    to: Type.Optional(GivenTime),
    states: Type.Optional(
      Type.Array(Word(["DELIVERED", "FAILED"]), {
        minItems: 1,
        maxItems: 2,
        description: "Default: those that failed.",
      }),
    ),
    after: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The `next` of the call before." })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  answers: { 200: Type.Object({ replayed: Whole, next: Nullable(Type.String()) }) },
  async handle({ engine, params, body, actor, tenant }) {
    const name = await endpointName(engine, { ...params, tenant });
    const { from, to, after, ...rest } = body;
    const span = defined({ from: readTime(from), to: readTime(to), cursor: after });
    const request = { ...name, ...rest, ...span, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.replayMany(request)) };
  },
});

export const webhookEndpointRoutes = [list, create, get, update, remove, ping, enable, disable, rotate, replay];
