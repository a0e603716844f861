/** What operators do to dead letters: replay as it was or edited, replay many, discard. The engine writes the audit log. */
import { discardDeadLetter, replayDeadLetter, replayDeadLetters } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { NoBody } from "../../wire.ts";
import { defined } from "../defined.ts";
import { Given, Json, Line, Reason, Tenant } from "../fields.ts";
import { toWire } from "../../to-wire.ts";
import { LetterParams, ownLetter, TAG } from "./dead-letters.ts";
import { filterFields, readFilter } from "./letter-filter.ts";
import { Replayed, ReplayReport } from "./letter-schemas.ts";

/** Of one request, so that it ends soon; call again while some are left. */
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
  params: LetterParams,
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
    // The tenant of the body is that of an event that does not say it.
    await ownLetter(engine, letterId, actor.tenant);
    const { tasks, intakes, codec, database } = engine;
    const wish = { ...body, actor: actor.name, tasks, intakes, ...defined({ codec }) };
    return { status: 200, body: toWire(await replayDeadLetter(database, letterId, wish)) };
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
    const wish = { actor: actor.name, limit, perSecond: PER_SECOND, signal, ...defined({ reason }) };
    const asked = readFilter({ ...filter, ...defined({ tenant }) });
    const report = await replayDeadLetters(engine.database, asked, { ...wish, intakes: engine.intakes });
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
  params: LetterParams,
  body: Given({ reason: Reason }),
  answers: { 204: NoBody },
  async handle({ engine, params, body, actor, tenant }) {
    await ownLetter(engine, params.letterId, tenant);
    await discardDeadLetter(engine.database, params.letterId, { actor: actor.name, ...body });
    return { status: 204 };
  },
});

export const letterActRoutes = [replay, replayMany, discard];
