/** Defines the routes of intakes: receive an event and read its outcome. */
import { type Engine, type EventAnswer, type IntakeDefinition, RotaError } from "@rota/engine";
import { readOutcome } from "@rota/engine/admin";
import { DEFAULT_TENANT, defineRoute, Given, Line, Nullable, Tenant, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { Json, Problem } from "../schemas.ts";
import { defined, toWire } from "../to-wire.ts";

const TAG = "intakes";
const EventId = Line(200, { description: "Unique within the tenant.", examples: ["order-4711"] });
const IntakeName = Line(200, { examples: ["shop.events"] });

const Waiting = Type.Object({ state: Type.Literal("waiting"), tenant: Type.String(), eventId: Type.String() });

const receive = defineRoute({
  name: "intakes.receive",
  method: "POST",
  path: "/v1/intakes/{name}/events",
  summary: "Take an event in, once for its tenant and id",
  description:
    "201: it was handled, the body is the answer. 200: it was handled before, the body is the answer of that time. " +
    "202: it is stored and not handled yet. 409: another payload was accepted under its id. 422: it was rejected.",
  tag: TAG,
  role: "operator",
  params: Given({ name: IntakeName }),
  query: Given({
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: "For the outcome. Default 2 s." })),
  }),
  body: Given(
    { eventId: EventId, payload: Type.Optional(Json), tenant: Type.Optional(Tenant) },
    { examples: [{ eventId: "order-4711", payload: { amount: 3 } }] },
  ),
  answers: { 200: Json, 201: Json, 202: Waiting, 409: Problem, 422: Problem },
  async handle({ engine, params, query, body, tenant = DEFAULT_TENANT, requestId }) {
    const { eventId, payload = null } = body;
    const event = { tenant, eventId, payload };
    const answer = await engine.receive(findIntake(engine, params.name), event, defined(query));
    return eventReply(answer, { ...event, requestId });
  },
});

const Outcome = Type.Object({
  state: Word(["waiting", "done", "rejected", "discarded"]),
  payloadHash: Type.String(),
  answer: Json,
  code: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  letterId: Nullable(Type.String(), { description: "The dead letter that it is." }),
});

const get = defineRoute({
  name: "intakes.get",
  method: "GET",
  path: "/v1/intakes/{name}/events/{eventId}",
  summary: "What became of an event",
  tag: TAG,
  role: "viewer",
  params: Given({ name: IntakeName, eventId: EventId }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Outcome },
  async handle({ engine, params: { name, eventId }, tenant = DEFAULT_TENANT }) {
    findIntake(engine, name);
    const outcome = await readOutcome(engine.database, { tenant, eventId });
    if (outcome === undefined) throw eventNotFound(eventId);
    const isRejected = outcome.kind === "rejected";
    return {
      status: 200,
      body: {
        state: outcome.kind,
        payloadHash: outcome.payloadHash,
        answer: outcome.kind === "done" ? toWire(outcome.answer) : null,
        code: isRejected ? outcome.code : null,
        reason: isRejected ? outcome.reason : null,
        letterId: isRejected ? `event-${String(outcome.rejectedId)}` : null,
      },
    };
  },
});

type ReplyContext = { readonly tenant: string; readonly eventId: string; readonly requestId: string };

/** Builds the reply to an event; a refusal becomes a problem document. */
function eventReply({ status, body, headers }: EventAnswer, { tenant, eventId, requestId }: ReplyContext) {
  if (status === 200 || status === 201) return { status, headers, body: toWire(body) } as const;
  if (status === 202) return { status, headers, body: { state: "waiting", tenant, eventId } } as const;
  const { code, detail } = readProblem(body);
  const title = status === 409 ? "Does not fit what is there" : "Rejected";
  const problem = { type: `https://rota.dev/errors/${code}`, title, status, detail, code, instance: requestId };
  return { status, headers, body: problem } as const;
}

function readProblem(body: unknown): { readonly code: string; readonly detail: string } {
  const { code, detail }: { code?: unknown; detail?: unknown } = typeof body === "object" && body !== null ? body : {};
  return { code: String(code), detail: String(detail) };
}

function findIntake({ intakes }: Engine, name: string): IntakeDefinition {
  const intake = intakes.find((each) => each.name === name);
  if (intake !== undefined) return intake;
  const message = `this process knows no intake "${name}": give it the module that defines it`;
  throw new RotaError("INTAKE_NOT_FOUND", message, { name });
}

function eventNotFound(eventId: string): RotaError {
  return new RotaError("EVENT_NOT_FOUND", `nobody has heard of event "${eventId}" of this tenant`, { eventId });
}

export const intakeRoutes = [receive, get];
