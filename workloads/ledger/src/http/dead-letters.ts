/** Serves messages that are not events or that the broker gave up, from copies made before they left its dead-letter queue. */
import { RotaError } from "@rota/engine";
import {
  type DeadEventDetails,
  discardDeadLetter,
  listRejected,
  type RejectedEvent,
  replayDeadLetter,
  showDeadLetter,
} from "@rota/engine/admin";
import type { OperationRequest } from "@rota/engine/workload";
import { Given, Line, Nullable, PageView, pageOf, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { readEnvelope } from "../compat/financial-event.ts";
import { ledgerIntake } from "../tasks/event-intake.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute } from "./define-route.ts";
import { ForTenant, LIMIT, PageQuery, Reason } from "./fields.ts";
import { editOf } from "./rejected-events.ts";
import { GivenEvent } from "./rules.ts";

const INTAKE = ledgerIntake.name;
const KINDS = ["MALFORMED", "DEAD_LETTER"] as const;
const Kind = Word(KINDS, { description: "No event at all, or given up by the broker." });
const Status = Word(["OPEN", "REPLAYED", "DISCARDED"]);

const MessageView = Type.Object({
  deadLetterId: Type.String({ examples: ["event-42"] }),
  kind: Kind,
  status: Status,
  tenantId: Nullable(Type.String(), { description: "Null: it cannot be read from the message." }),
  eventId: Nullable(Type.String()),
  code: Type.String(),
  reason: Type.String(),
  routingKey: Nullable(Type.String(), { description: "Under which it was sent at first." }),
  times: Whole,
  at: Time,
});

type Kind = (typeof KINDS)[number];

const list = defineRoute({
  name: "ledger.dlq.list",
  method: "GET",
  path: "/v1/admin/dlq",
  summary: "Messages that could not be taken in, the newest first",
  description: "Those that do not say whose they are are shown to who may see all tenants.",
  role: BOOKS_ADMIN,
  query: Given({
    limit: PageQuery.limit,
    after: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,17}$", description: "The `next` of the page before." })),
    status: Type.Optional(Status),
    kind: Type.Optional(Kind),
    ...ForTenant,
  }),
  answers: { 200: PageView(MessageView) },
  async handle(request) {
    const { limit = LIMIT, after, status = "OPEN", kind } = request.query;
    const tenant = await seenTenant(request);
    const before = after === undefined ? {} : { before: BigInt(after) };
    const query = { intake: INTAKE, state: status, limit, ...before, ...(tenant === undefined ? {} : { tenant }) };
    const found: (RejectedEvent & { kind: Kind })[] = [];
    for (const each of kind === undefined ? KINDS : [kind])
      for (const message of await listRejected(request.engine.database, { ...query, kind: each }))
        found.push({ ...message, kind: each });
    const newest = found.sort((a, b) => (a.rejectedId < b.rejectedId ? 1 : -1)).slice(0, limit);
    const items = newest.map((message) => ({ message, view: messageView(message) }));
    const { next } = pageOf(items, { limit, cursorOf: ({ message }) => String(message.rejectedId) });
    return { status: 200, body: { items: items.map(({ view }) => view), next } };
  },
});

function messageView(message: RejectedEvent & { kind: Kind }): Static<typeof MessageView> {
  const { rejectedId, kind, state, tenant, eventId, code, reason, origin, times, rejectedAt } = message;
  return {
    ...{ deadLetterId: `event-${String(rejectedId)}`, kind, status: state, tenantId: tenant ?? null },
    ...{ eventId: eventId ?? null, code, reason, routingKey: origin.routingKey ?? null, times },
    at: rejectedAt.toISOString(),
  };
}

const MessageParams = Given({ deadLetterId: Type.String({ pattern: "^event-[1-9][0-9]{0,17}$" }) });

const get = defineRoute({
  name: "ledger.dlq.get",
  method: "GET",
  path: "/v1/admin/dlq/{deadLetterId}",
  summary: "One message that could not be taken in, as it came",
  role: BOOKS_ADMIN,
  params: MessageParams,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      ...MessageView.properties,
      body: Nullable(Type.String(), { description: "As text; what is no text is replaced." }),
      acts: Type.Array(
        Type.Object({ action: Type.String(), by: Nullable(Type.String()), at: Time, details: Type.Unknown() }),
      ),
    }),
  },
  async handle(request) {
    const deadLetter = await ownMessage(request, request.params.deadLetterId);
    const { id, rejection, state, tenant, eventId, code, reason, routingKey, times, at, raw } = deadLetter;
    const acts = deadLetter.acts.map(({ action, actor, at: time, details }) => ({
      ...{ action, by: actor ?? null, at: time.toISOString(), details: details ?? null },
    }));
    const body = {
      ...{ deadLetterId: id, kind: rejection, status: STATUSES[state], tenantId: tenant ?? null },
      ...{ eventId: eventId ?? null, code: code ?? "", reason: reason ?? "", routingKey: routingKey ?? null },
      ...{ times, at: at.toISOString(), acts },
      body: raw === undefined ? null : Buffer.from(raw).toString("utf8"),
    };
    return { status: 200, body };
  },
});

const STATUSES = { open: "OPEN", replayed: "REPLAYED", discarded: "DISCARDED" } as const;

const replay = defineRoute({
  name: "ledger.dlq.replay",
  method: "POST",
  path: "/v1/admin/dlq/{deadLetterId}/replay",
  summary: "Take a message in once more, as it came or as an event that is given",
  description:
    "A message that does not say whose it is or what happened needs both: `event`, and `tenant` from who may see all. Otherwise " +
    "as with /v1/admin/rejected-events.",
  role: BOOKS_ADMIN,
  params: MessageParams,
  body: Given({
    event: Type.Optional(GivenEvent),
    sourceSystem: Type.Optional(Line(100)),
    reason: Type.Optional(Reason),
    ...ForTenant,
  }),
  answers: {
    200: Type.Object({
      deadLetterId: Type.String(),
      eventId: Nullable(Type.String(), { description: "Under which it is posted." }),
      outcome: Word(["waiting", "duplicate"], { description: "It waits to be posted, or was accepted meanwhile." }),
    }),
  },
  async handle(request) {
    const { actor } = await askedBooks(request);
    const { engine, params, body } = request;
    const deadLetter = await ownMessage(request, params.deadLetterId);
    const edited = body.event === undefined ? undefined : eventFor(request, deadLetter, body.event);
    const options = { actor, ...edited, ...(body.reason && { reason: body.reason }), intakes: engine.intakes };
    const { id, outcome } = await replayDeadLetter(engine.database, deadLetter.id, options);
    const eventId = edited?.eventId ?? deadLetter.eventId ?? null;
    return { status: 200, body: { deadLetterId: id, eventId, outcome } };
  },
});

type Asked = Pick<OperationRequest, "tenant"> & { readonly body: { readonly sourceSystem?: string } };

function eventFor({ tenant: asked, body }: Asked, deadLetter: DeadEventDetails, event: object) {
  if (deadLetter.eventId !== undefined) return editOf({ ...deadLetter, payload: sentBy(deadLetter) }, event);
  const tenantId = deadLetter.tenant ?? asked;
  const { tenant, eventId, payload } = readEnvelope({ body: { tenantId, sourceSystem: body.sourceSystem, event } });
  return { tenant, eventId, payload };
}

/** Returns the payload of a message, which is readable if the message has an event id. */
function sentBy({ raw, payload }: DeadEventDetails): unknown {
  if (raw === undefined) return payload;
  const body: unknown = JSON.parse(Buffer.from(raw).toString("utf8"));
  return readEnvelope({ body }).payload;
}

const discard = defineRoute({
  name: "ledger.dlq.discard",
  method: "POST",
  path: "/v1/admin/dlq/{deadLetterId}/discard",
  summary: "Give a message up; the record of it is kept",
  role: BOOKS_ADMIN,
  params: MessageParams,
  body: Given({ reason: Reason, ...ForTenant }),
  answers: { 204: Type.Undefined() },
  async handle(request) {
    const { actor } = await askedBooks(request);
    const { id } = await ownMessage(request, request.params.deadLetterId);
    await discardDeadLetter(request.engine.database, id, { actor, reason: request.body.reason });
    return { status: 204, body: undefined };
  },
});

/** Returns the tenant whose messages the caller sees. Undefined for all messages, with or without a tenant. */
async function seenTenant(request: OperationRequest): Promise<string | undefined> {
  await askedBooks(request);
  return request.tenant ?? request.header("x-tenant-id");
}

type OwnMessage = DeadEventDetails & { readonly rejection: Kind };

/**
 * Returns a message. Throws REJECTED_EVENT_NOT_FOUND also for messages of other tenants. A message without a tenant
 * belongs to callers who may see all tenants.
 */
async function ownMessage(request: OperationRequest, id: string): Promise<OwnMessage> {
  const tenant = await seenTenant(request);
  const deadLetter = await showDeadLetter(request.engine.database, id);
  if (deadLetter.kind === "event" && deadLetter.intake === INTAKE && isTransport(deadLetter)) {
    const hasNoTenant = deadLetter.tenant === undefined && request.actor.tenant === undefined;
    if (hasNoTenant || tenant === undefined || deadLetter.tenant === tenant) return deadLetter;
  }
  const message = `there is no message ${id}: list them to see which there are`;
  throw new RotaError("REJECTED_EVENT_NOT_FOUND", message, { id });
}

function isTransport(deadLetter: DeadEventDetails): deadLetter is OwnMessage {
  return deadLetter.rejection === "MALFORMED" || deadLetter.rejection === "DEAD_LETTER";
}

export const deadMessageOperations = [list, get, replay, discard];
