/** What is done to an endpoint: test, enable, disable, another secret, sending again. The engine writes the audit log. */
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Time } from "../../wire.ts";
import { defined } from "../defined.ts";
import { Given, GivenTime, Nullable, readTime, Reason, Whole, Word } from "../fields.ts";
import { EndpointParams, endpointName, TAG } from "./endpoints.ts";
import { Endpoint, GivenSecret, PingResult } from "./webhook-schemas.ts";

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
    const wish = { ...name, ...body, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.endpoints.disable(wish)) };
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
    const wish = { ...name, ...body, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.endpoints.rotateSecret(wish)) };
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
    const wish = { ...name, ...rest, ...span, actor: actor.name };
    return { status: 200, body: toWire(await engine.webhooks.replayMany(wish)) };
  },
});

export const endpointActRoutes = [ping, enable, disable, rotate, replay];
