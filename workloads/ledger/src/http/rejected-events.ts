/** Serves events that were not posted: list, get, edit and replay, discard. */
import { type Engine, RotaError } from "@rota/engine";
import {
  type DeadEvent,
  type DeadEventDetails,
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
  showDeadLetter,
} from "@rota/engine/admin";
import { canonicalJson } from "@rota/proofs";
import { Given, Line, Nullable, PageView, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { isObject } from "../compat/financial-event.ts";
import { ledgerIntake } from "../tasks/event-intake.ts";
import { ACCOUNTANT, askedBooks, defineRoute, READER } from "./define-route.ts";
import { ForTenant, LIMIT, PageQuery, Reason } from "./fields.ts";
import { GivenEvent } from "./rules.ts";

const INTAKE = ledgerIntake.name;
const STATUSES = { OPEN: "open", REPLAYED: "replayed", DISCARDED: "discarded" } as const;
const NAMES = { open: "OPEN", replayed: "REPLAYED", discarded: "DISCARDED" } as const;
const Status = Word(["OPEN", "REPLAYED", "DISCARDED"]);

const RejectedView = Type.Object({
  rejectedEventId: Type.String({ examples: ["event-42"] }),
  tenantId: Nullable(Type.String()),
  eventId: Nullable(Type.String()),
  status: Status,
  rejection: Word(["MALFORMED", "REJECTED", "CONFLICT", "DEAD_LETTER"], {
    description: "No event at all, refused, another event under its id, or given up by the broker.",
  }),
  code: Nullable(Type.String()),
  problemType: Nullable(Type.String(), { examples: ["/problems/unbalanced-entry"] }),
  reason: Nullable(Type.String()),
  times: Whole,
  at: Time,
});

function rejectedView(deadLetter: DeadEvent): Static<typeof RejectedView> {
  const { id, tenant, eventId, state, rejection, code, reason, times, at } = deadLetter;
  return {
    rejectedEventId: id,
    tenantId: tenant ?? null,
    eventId: eventId ?? null,
    status: NAMES[state],
    rejection,
    code: code ?? null,
    problemType: code === undefined ? null : `/problems/${code.toLowerCase().replaceAll("_", "-")}`,
    reason: reason ?? null,
    times,
    at: at.toISOString(),
  };
}

const FilterFields = {
  code: Type.Optional(Line(100, { examples: ["UNBALANCED_ENTRY"] })),
  from: Type.Optional(Time),
  before: Type.Optional(Time),
};

const list = defineRoute({
  name: "ledger.rejected.list",
  method: "GET",
  path: "/v1/admin/rejected-events",
  summary: "Events that were not posted, the newest first",
  role: READER,
  query: Given({ ...PageQuery, status: Type.Optional(Status), ...FilterFields, ...ForTenant }),
  answers: { 200: PageView(RejectedView) },
  async handle(request) {
    const { limit = LIMIT, after, status = "OPEN", code, from, before } = request.query;
    const { tenant } = await askedBooks(request);
    const filter = {
      ...(code && { code }),
      ...(from && { from: new Date(from) }),
      ...(before && { before: new Date(before) }),
    };
    const query = { kind: "event", intake: INTAKE, tenant, limit, state: STATUSES[status], ...filter } as const;
    const { letters, next } = await listDeadLetters(request.engine.database, { ...query, ...(after && { after }) });
    const items = letters.flatMap((deadLetter) => (deadLetter.kind === "event" ? [rejectedView(deadLetter)] : []));
    return { status: 200, body: { items, next: next ?? null } };
  },
});

const RejectedParams = Given({ rejectedEventId: Type.String({ pattern: "^event-[1-9][0-9]{0,17}$" }) });

const RejectedDetails = Type.Object({
  ...RejectedView.properties,
  event: Type.Unknown({ description: "What was sent." }),
  sourceSystem: Nullable(Type.String()),
  accepted: Type.Unknown({ description: "Of a conflict: the event that was accepted under the same id." }),
  replayedAs: Nullable(Type.String(), { description: "The id of the edited event that took its place." }),
  replayOf: Nullable(Type.String(), { description: "The id of the rejected event that was edited into this one." }),
  acts: Type.Array(
    Type.Object({ action: Type.String(), by: Nullable(Type.String()), at: Time, details: Type.Unknown() }),
  ),
});

const get = defineRoute({
  name: "ledger.rejected.get",
  method: "GET",
  path: "/v1/admin/rejected-events/{rejectedEventId}",
  summary: "One event that was not posted, with all that is kept of it",
  role: READER,
  params: RejectedParams,
  query: Given(ForTenant),
  answers: { 200: RejectedDetails },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const deadLetter = await ownDeadLetter(request.engine, request.params.rejectedEventId, tenant);
    const { event, source } = sentParts(deadLetter.payload);
    const acts = deadLetter.acts.map(({ action, actor, at, details }) => ({
      ...{ action, by: actor ?? null, at: at.toISOString(), details: details ?? null },
    }));
    const accepted = deadLetter.held?.payload ?? null;
    const links = { replayedAs: deadLetter.replayedAs ?? null, replayOf: deadLetter.origin.replayOf ?? null };
    const sent = { event: event ?? null, sourceSystem: source ?? null, accepted };
    const body = { ...rejectedView(deadLetter), ...sent, ...links, acts };
    return { status: 200, body };
  },
});

const ReplayedView = Type.Object({
  rejectedEventId: Type.String(),
  eventId: Nullable(Type.String(), { description: "Under which it is posted." }),
  outcome: Word(["waiting", "duplicate"], { description: "It waits to be posted, or was accepted meanwhile." }),
});

const replay = defineRoute({
  name: "ledger.rejected.replay",
  method: "POST",
  path: "/v1/admin/rejected-events/{rejectedEventId}/replay",
  summary: "Send an event through the rules once more, as it was or edited",
  description:
    "As it was, it keeps its event id. Edited, it gets another one, which refers to the rejected event: that of the edit, or else " +
    "the id with the number of the record, such as order-1~event-42. The record stays as it was, and other deliveries of the " +
    "original are not posted.",
  role: ACCOUNTANT,
  params: RejectedParams,
  body: Given({ event: Type.Optional(GivenEvent), reason: Type.Optional(Reason), ...ForTenant }),
  answers: { 200: ReplayedView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { engine, params, body } = request;
    const deadLetter = await ownDeadLetter(engine, params.rejectedEventId, tenant);
    const edited = body.event === undefined ? undefined : editOf(deadLetter, body.event);
    const options = { actor, ...edited, ...(body.reason && { reason: body.reason }), intakes: engine.intakes };
    const { id, outcome } = await replayDeadLetter(engine.database, deadLetter.id, options);
    return {
      status: 200,
      body: { rejectedEventId: id, eventId: edited?.eventId ?? deadLetter.eventId ?? null, outcome },
    };
  },
});

/** Maximum per request, so that it ends soon. Callers repeat it while events are left. */
const REPLAYED_MAX = 1_000;
const PER_SECOND = 500;

const replayMany = defineRoute({
  name: "ledger.rejected.replayMany",
  method: "POST",
  path: "/v1/admin/rejected-events/replay",
  summary: "Send all events that match through the rules once more, the oldest first",
  description: `At most ${String(REPLAYED_MAX)} of one request: call again while some are left.`,
  role: ACCOUNTANT,
  body: Given({ ...FilterFields, reason: Type.Optional(Reason), ...ForTenant }),
  answers: { 200: Type.Object({ replayed: Whole, failed: Whole, left: Whole }) },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { code, from, before, reason } = request.body;
    const { engine, signal } = request;
    const times = { ...(from && { from: new Date(from) }), ...(before && { before: new Date(before) }) };
    const filter = { kind: "event", intake: INTAKE, tenant, ...(code && { code }), ...times } as const;
    const options = { actor, limit: REPLAYED_MAX, perSecond: PER_SECOND, signal, intakes: engine.intakes };
    const report = await replayDeadLetters(engine.database, filter, { ...options, ...(reason && { reason }) });
    return { status: 200, body: { replayed: report.done, failed: report.failed, left: report.left } };
  },
});

const discard = defineRoute({
  name: "ledger.rejected.discard",
  method: "POST",
  path: "/v1/admin/rejected-events/{rejectedEventId}/discard",
  summary: "Give an event up; the record of it is kept",
  role: ACCOUNTANT,
  params: RejectedParams,
  body: Given({ reason: Reason, ...ForTenant }),
  answers: { 204: Type.Undefined() },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { id } = await ownDeadLetter(request.engine, request.params.rejectedEventId, tenant);
    await discardDeadLetter(request.engine.database, id, { actor, reason: request.body.reason });
    return { status: 204, body: undefined };
  },
});

/** Returns a rejected event. Throws REJECTED_EVENT_NOT_FOUND also for those of other tenants. */
async function ownDeadLetter({ database }: Engine, id: string, tenant: string): Promise<DeadEventDetails> {
  const deadLetter = await showDeadLetter(database, id);
  if (deadLetter.kind === "event" && deadLetter.tenant === tenant && deadLetter.intake === INTAKE) return deadLetter;
  throw new RotaError(
    "REJECTED_EVENT_NOT_FOUND",
    `there is no rejected event ${id}: list them to see which there are`,
    {
      id,
    },
  );
}

export const rejectedOperations = [list, get, replay, replayMany, discard];

type EditedEvent = {
  readonly eventId: string;
  readonly payload: { readonly event: object; readonly source?: string };
};

type EditedDeadLetter = Pick<DeadEventDetails, "id" | "eventId" | "payload">;

/**
 * Returns the edited event. It has the id of the edit, if that has one of its own. Otherwise it has the event id with
 * the number of the record, so that a reader of the entry finds the original. Undefined if the edit changes nothing.
 */
export function editOf({ id, eventId, payload }: EditedDeadLetter, event: object): EditedEvent | undefined {
  const { event: sent, source } = sentParts(payload);
  if (isObject(sent) && canonicalJson(sent) === canonicalJson(event)) return undefined;
  const given = "eventId" in event && typeof event.eventId === "string" ? event.eventId : eventId;
  const newId = given === undefined || given === eventId ? `${eventId ?? ""}~${id}` : given;
  return {
    eventId: newId,
    payload: { event: { ...event, eventId: newId }, ...(source === undefined ? {} : { source }) },
  };
}

function sentParts(payload: unknown): { readonly event: unknown; readonly source: string | undefined } {
  const { event, source } = isObject(payload) ? payload : { event: undefined, source: undefined };
  return { event, source: typeof source === "string" ? source : undefined };
}
