/** Defines the routes of dead letters: list, show, replay one or many, and discard. */
import { type Engine, RotaError } from "@rota/engine";
import {
  type DeadLetterDetails as Details,
  type DeadLetterFilter,
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
  showDeadLetter,
} from "@rota/engine/admin";
import { defineRoute, Given, Line, Nullable, PageView, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, type TObject, Type } from "typebox";
import {
  ChunkNumber,
  GivenTime,
  Id,
  Json,
  EmptyBody,
  PAGE_LENGTH,
  PageQuery,
  Queue,
  readTime,
  Reason,
  TaskType,
} from "../schemas.ts";
import { defined, toPage, toWire } from "../to-wire.ts";
import { Attempt } from "./chunks.ts";

const DEAD_LETTER_STATES = ["open", "replayed", "discarded"] as const;

const DeadLetterId = Type.String({
  pattern: "^(chunk|event|parked)-[1-9][0-9]{0,18}(-[1-9][0-9]{0,18})?$",
  examples: ["chunk-17-3"],
});

const deadLetter = {
  id: DeadLetterId,
  state: Word(DEAD_LETTER_STATES),
  code: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  attempts: Whole,
  at: Time,
};

const chunk = {
  ...deadLetter,
  kind: Type.Literal("chunk"),
  tenant: Type.String(),
  queue: Type.String(),
  group: Type.String(),
  type: Type.String(),
  version: Whole,
  taskId: Id,
  number: ChunkNumber,
};

const event = {
  ...deadLetter,
  kind: Type.Literal("event"),
  tenant: Nullable(Type.String()),
  intake: Type.String(),
  eventId: Nullable(Type.String()),
  rejection: Word(["MALFORMED", "REJECTED", "CONFLICT", "DEAD_LETTER"]),
  routingKey: Nullable(Type.String()),
  times: Whole,
};

const parked = {
  ...deadLetter,
  kind: Type.Literal("parked"),
  tenant: Type.String(),
  sink: Type.String(),
  eventId: Type.String(),
  type: Type.String(),
  aggregate: Type.Object({ type: Type.String(), id: Type.String() }),
  waiting: Whole,
};

const DeadLetter = Type.Union([Type.Object(chunk), Type.Object(event), Type.Object(parked)]);

const actions = Type.Array(
  Type.Object({
    action: Word(["replayed", "edited", "discarded"]),
    actor: Nullable(Type.String()),
    details: Json,
    at: Time,
  }),
);

const DeadLetterDetails = Type.Union([
  Type.Object({
    ...chunk,
    payload: Json,
    payloadProblem: Nullable(Type.String(), { description: "Why the payload is shown as it is stored." }),
    error: Json,
    pastAttempts: Type.Array(Attempt),
    acts: actions,
  }),
  Type.Object({
    ...event,
    payload: Json,
    payloadHash: Type.String(),
    raw: Nullable(Type.String(), { description: "As it was received, where it could not be read." }),
    held: Nullable(Type.Object({ payloadHash: Type.String(), payload: Json })),
    error: Json,
    origin: Type.Unknown(),
    lastAt: Time,
    acts: actions,
  }),
  Type.Object({ ...parked, payload: Json, headers: Json, routingKey: Type.String(), acts: actions }),
]);

const Replayed = Type.Object({
  id: DeadLetterId,
  outcome: Word(["waiting", "duplicate"], { description: "duplicate: the event was accepted meanwhile." }),
});

const ReplayReport = Type.Object({
  done: Whole,
  failed: Whole,
  left: Whole,
  failures: Type.Array(Type.Object({ id: DeadLetterId, code: Type.String(), message: Type.String() })),
});

const filterFields = {
  kind: Type.Optional(Word(["chunk", "event", "parked"])),
  tenant: Type.Optional(Tenant),
  queue: Type.Optional(Queue),
  type: Type.Optional(TaskType),
  intake: Type.Optional(Line(200)),
  code: Type.Optional(Line(200, { description: "Of the error, or of the rejection.", examples: ["ECONNREFUSED"] })),
  from: Type.Optional(GivenTime),
  before: Type.Optional(GivenTime),
};

type Filter = Static<TObject<typeof filterFields>>;

function readFilter({ from, before, ...rest }: Filter): DeadLetterFilter {
  return { ...rest, ...defined({ from: readTime(from), before: readTime(before) }) };
}

const TAG = "dead letters";
const DeadLetterParams = Given({ letterId: DeadLetterId });

const list = defineRoute({
  name: "deadLetters.list",
  method: "GET",
  path: "/v1/dead-letters",
  summary: "What failed for good, the newest first",
  tag: TAG,
  role: "viewer",
  query: Given({ ...PageQuery, ...filterFields, state: Type.Optional(Word(DEAD_LETTER_STATES)) }),
  answers: { 200: PageView(DeadLetter) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after, state, ...filter } = query;
    const listQuery = { limit, ...defined({ after, state }), ...readFilter({ ...filter, ...defined({ tenant }) }) };
    const { letters: items, next } = await listDeadLetters(engine.database, listQuery);
    return { status: 200, body: toPage({ items, next }) };
  },
});

const show = defineRoute({
  name: "deadLetters.get",
  method: "GET",
  path: "/v1/dead-letters/{letterId}",
  summary: "One dead letter with all that is kept of it",
  tag: TAG,
  role: "viewer",
  params: DeadLetterParams,
  answers: { 200: DeadLetterDetails },
  handle: async ({ engine, params, tenant }) => ({
    status: 200,
    body: toWire(await ownDeadLetter(engine, params.letterId, tenant)),
  }),
});

/** Returns a dead letter. @throws DEAD_LETTER_NOT_FOUND also when it belongs to another tenant. */
async function ownDeadLetter(engine: Engine, id: string, tenant: string | undefined): Promise<Details> {
  const deadLetter = await showDeadLetter(engine.database, id, { codec: engine.codec });
  if (tenant === undefined || deadLetter.tenant === tenant) return deadLetter;
  throw new RotaError("DEAD_LETTER_NOT_FOUND", `there is no dead letter ${id}: list them to see which there are`, {
    id,
  });
}

/** Maximum number of replays in one request, so that it ends soon. The caller repeats it while some are left. */
const REPLAYED_MAX = 1_000;
const PER_SECOND = 500;

const replay = defineRoute({
  name: "deadLetters.replay",
  method: "POST",
  path: "/v1/dead-letters/{letterId}/replay",
  summary: "Give a dead letter another chance, edited if a payload is given",
  description: "Another payload is checked as at submission; the hashes of both stand in the audit log.",
  tag: TAG,
  role: "operator",
  params: DeadLetterParams,
  body: Given({
    reason: Type.Optional(Reason),
    payload: Type.Optional(Json),
    tenant: Type.Optional(Tenant),
    eventId: Type.Optional(Line(200, { description: "Of an event that does not say it." })),
    force: Type.Optional(Type.Boolean({ description: "Also one that was discarded." })),
  }),
  answers: { 200: Replayed },
  async handle({ engine, params, body, actor }) {
    const { letterId } = params;
    // The tenant in the body is only for an event that does not name its tenant.
    await ownDeadLetter(engine, letterId, actor.tenant);
    const { tasks, intakes, codec, database } = engine;
    const request = { ...body, actor: actor.name, tasks, intakes, ...defined({ codec }) };
    return { status: 200, body: toWire(await replayDeadLetter(database, letterId, request)) };
  },
});

const replayMany = defineRoute({
  name: "deadLetters.replayMany",
  method: "POST",
  path: "/v1/dead-letters/replay",
  summary: "Give all that match another chance, the oldest first",
  description: `At most ${String(REPLAYED_MAX)} of one request: call again while some are left. At least one field must say which.`,
  tag: TAG,
  role: "operator",
  body: Given(
    {
      ...filterFields,
      reason: Type.Optional(Reason),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: REPLAYED_MAX })),
    },
    { examples: [{ code: "ECONNREFUSED", reason: "the network is back" }] },
  ),
  answers: { 200: ReplayReport },
  async handle({ engine, body, actor, tenant, signal }) {
    const { reason, limit = REPLAYED_MAX, ...filter } = body;
    const request = { actor: actor.name, limit, perSecond: PER_SECOND, signal, ...defined({ reason }) };
    const asked = readFilter({ ...filter, ...defined({ tenant }) });
    const report = await replayDeadLetters(engine.database, asked, { ...request, intakes: engine.intakes });
    return { status: 200, body: toWire(report) };
  },
});

const discard = defineRoute({
  name: "deadLetters.discard",
  method: "POST",
  path: "/v1/dead-letters/{letterId}/discard",
  summary: "Give a dead letter up; the record of it is kept",
  tag: TAG,
  role: "operator",
  params: DeadLetterParams,
  body: Given({ reason: Reason }),
  answers: { 204: EmptyBody },
  async handle({ engine, params, body, actor, tenant }) {
    await ownDeadLetter(engine, params.letterId, tenant);
    await discardDeadLetter(engine.database, params.letterId, { actor: actor.name, ...body });
    return { status: 204 };
  },
});

export const deadLetterRoutes = [list, show, replay, replayMany, discard];
