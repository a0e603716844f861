/** Defines the routes of webhook deliveries: list, show with attempts, and replay one. */
import { RotaError } from "@rota/engine";
import { defineRoute, Given, Line, Nullable, PageView, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { GivenTime, Id, PAGE_LENGTH, PageQuery, readTime, Uuid } from "../schemas.ts";
import { defined, toPage, toWire } from "../to-wire.ts";
import { AnswerHeaders, endpointName, TAG } from "./webhook-endpoints.ts";

const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;

const delivery = {
  deliveryId: Uuid,
  endpointId: Uuid,
  tenant: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  replayOf: Nullable(Uuid),
  taskId: Nullable(Id, {
    description:
      "The job that sends it, since its first attempt. That of a failed one is the dead letter `chunk-<taskId>-1`.",
  }),
  state: Word(DELIVERY_STATES),
  attempts: Whole,
  nextAttemptAt: Nullable(Time),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  createdAt: Time,
  endedAt: Nullable(Time),
};

const Delivery = Type.Object(delivery);

const DeliveryDetails = Type.Object({
  ...delivery,
  body: Type.String({ description: "What is sent; empty when it was erased." }),
  history: Type.Array(
    Type.Object({
      number: Whole,
      startedAt: Time,
      durationMs: Type.Number({ minimum: 0 }),
      status: Nullable(Type.Integer()),
      errorClass: Nullable(Type.String()),
      error: Nullable(Type.String()),
      answerHeaders: Nullable(AnswerHeaders),
      answerBody: Nullable(Type.String(), { description: "The first 4 KiB of the answer." }),
    }),
  ),
});

const DeliveryParams = Given({ deliveryId: Uuid });

const list = defineRoute({
  name: "webhooks.listDeliveries",
  method: "GET",
  path: "/v1/webhooks/deliveries",
  summary: "Deliveries, the newest first",
  description: "Whoever sees all tenants says of which tenant or endpoint.",
  tag: TAG,
  role: "viewer",
  query: Given({
    ...PageQuery,
    tenant: Type.Optional(Tenant),
    endpointId: Type.Optional(Uuid),
    state: Type.Optional(Word(DELIVERY_STATES)),
    eventType: Type.Optional(Line(200)),
    from: Type.Optional(GivenTime),
    to: Type.Optional(GivenTime),
  }),
  answers: { 200: PageView(Delivery) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after, from, to, endpointId, ...filter } = query;
    if (tenant === undefined && endpointId === undefined) throw unnamed();
    const owner = tenant ?? (await endpointName(engine, { endpointId: endpointId ?? "", tenant })).tenant;
    const span = defined({ from: readTime(from), to: readTime(to), cursor: after, endpointId });
    const { deliveries: items, next } = await engine.webhooks.list({ ...filter, ...span, tenant: owner, limit });
    return { status: 200, body: toPage({ items, next }) };
  },
});

const get = defineRoute({
  name: "webhooks.getDelivery",
  method: "GET",
  path: "/v1/webhooks/deliveries/{deliveryId}",
  summary: "One delivery with its attempts",
  tag: TAG,
  role: "viewer",
  params: DeliveryParams,
  answers: { 200: DeliveryDetails },
  async handle({ engine: { webhooks }, params: { deliveryId }, tenant }) {
    const owner = tenant ?? (await webhooks.tenantOf(deliveryId));
    return { status: 200, body: toWire(await webhooks.show({ deliveryId, tenant: owner })) };
  },
});

const replay = defineRoute({
  name: "webhooks.replay",
  method: "POST",
  path: "/v1/webhooks/deliveries/{deliveryId}/replay",
  summary: "Send one again, under the same webhook-id",
  tag: TAG,
  role: "operator",
  params: DeliveryParams,
  answers: { 201: Type.Object({ deliveryId: Uuid }) },
  async handle({ engine: { webhooks }, params: { deliveryId }, actor, tenant }) {
    const owner = tenant ?? (await webhooks.tenantOf(deliveryId));
    const made = await webhooks.replay({ deliveryId, tenant: owner, actor: actor.name });
    const headers = { location: `/v1/webhooks/deliveries/${made}` };
    return { status: 201, body: { deliveryId: made }, headers };
  },
});

function unnamed(): RotaError {
  return new RotaError("WEBHOOK_INVALID", "deliveries are listed by tenant: give tenant or endpointId", {
    field: "tenant",
  });
}

export const deliveryRoutes = [list, get, replay];
