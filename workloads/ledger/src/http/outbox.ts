/** Serves the outbox of a tenant: the waiting events, and the events that could not be delivered. */
import { type Engine, RotaError } from "@rota/engine";
import {
  discardDeadLetter,
  getOutboxBacklog,
  listDeadLetters,
  listWaitingEvents,
  replayDeadLetter,
  showDeadLetter,
} from "@rota/engine/admin";
import { Given, Nullable, PageView, Time, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { askedBooks, BOOKS_ADMIN, defineRoute } from "./define-route.ts";
import { ForTenant, LIMIT, PageQuery, Reason } from "./fields.ts";

const stats = defineRoute({
  name: "ledger.outbox.stats",
  method: "GET",
  path: "/v1/admin/outbox/stats",
  summary: "How much waits to be told, and for how long",
  description: "Of one tenant. How each sink is doing is told by the metrics of the server.",
  role: BOOKS_ADMIN,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      unpublishedBacklog: Whole,
      oldestUnpublishedAgeSeconds: Nullable(Type.Number({ minimum: 0 })),
      dlqSize: Whole,
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { waiting, parked, oldestMs } = await getOutboxBacklog(request.engine.database, tenant);
    const oldest = oldestMs === undefined ? null : Math.max(0, oldestMs / 1_000);
    return {
      status: 200,
      body: { unpublishedBacklog: waiting, oldestUnpublishedAgeSeconds: oldest, dlqSize: parked },
    };
  },
});

const pending = defineRoute({
  name: "ledger.outbox.pending",
  method: "GET",
  path: "/v1/admin/outbox/pending",
  summary: "Events that wait to be told, the oldest first",
  description:
    "With the sinks that were not told. Without any, it was written just now and has no place in the order yet.",
  role: BOOKS_ADMIN,
  query: Given({
    limit: PageQuery.limit,
    after: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The `next` of the page before." })),
    ...ForTenant,
  }),
  answers: {
    200: PageView(
      Type.Object({
        eventId: Type.String(),
        eventType: Type.String(),
        aggregateType: Type.String(),
        aggregateId: Type.String(),
        sinks: Type.Array(Type.String()),
        at: Time,
      }),
    ),
  },
  async handle(request) {
    const { limit = LIMIT, after = "0" } = request.query;
    const { tenant } = await askedBooks(request);
    const waiting = await listWaitingEvents(request.engine.database, { tenant, limit, after: BigInt(after) });
    const items = waiting.map(({ eventId, type, aggregate, sinks, occurredAt }) => ({
      ...{ eventId, eventType: type, aggregateType: aggregate.type, aggregateId: aggregate.id },
      ...{ sinks: [...sinks], at: occurredAt.toISOString() },
    }));
    const last = waiting.length < limit ? undefined : waiting.at(-1)?.position;
    return { status: 200, body: { items, next: last === undefined ? null : String(last) } };
  },
});

const list = defineRoute({
  name: "ledger.outbox.parked",
  method: "GET",
  path: "/v1/admin/outbox/dlq",
  summary: "Events that could not be told, the newest first",
  description: "Later events of the same entry wait behind them.",
  role: BOOKS_ADMIN,
  query: Given({ ...PageQuery, ...ForTenant }),
  answers: {
    200: PageView(
      Type.Object({
        outboxId: Type.String(),
        eventType: Type.String(),
        aggregateType: Type.String(),
        aggregateId: Type.String(),
        lastError: Nullable(Type.String()),
        retryCount: Whole,
        at: Time,
      }),
    ),
  },
  async handle(request) {
    const { limit = LIMIT, after } = request.query;
    const { tenant } = await askedBooks(request);
    const query = { kind: "parked", tenant, limit, ...(after && { after }) } as const;
    const { letters, next } = await listDeadLetters(request.engine.database, query);
    const items = letters.flatMap((deadLetter) => {
      if (deadLetter.kind !== "parked") return [];
      const { id: outboxId, type: eventType, aggregate, reason, attempts: retryCount, at } = deadLetter;
      const named = { aggregateType: aggregate.type, aggregateId: aggregate.id };
      return [{ outboxId, eventType, ...named, lastError: reason ?? null, retryCount, at: at.toISOString() }];
    });
    return { status: 200, body: { items, next: next ?? null } };
  },
});

const ParkedParams = Given({ outboxId: Type.String({ pattern: "^parked-[1-9][0-9]{0,17}-[1-9][0-9]{0,17}$" }) });

/** Both paths of the replaced system. */
const PATHS = [
  { base: "/v1/admin/outbox/dlq/{outboxId}", suffix: "" },
  { base: "/v1/admin/outbox/{outboxId}", suffix: "Event" },
] as const;

const retries = PATHS.map(({ base, suffix }) =>
  defineRoute({
    name: `ledger.outbox.retry${suffix}`,
    method: "POST",
    path: `${base}/retry`,
    summary: "Try to tell an event once more",
    role: BOOKS_ADMIN,
    params: ParkedParams,
    body: Given({ reason: Type.Optional(Reason), ...ForTenant }),
    answers: { 204: Type.Undefined() },
    async handle(request) {
      const { tenant, actor } = await askedBooks(request);
      const { engine, body } = request;
      const id = await ownParked(engine, request.params.outboxId, tenant);
      await replayDeadLetter(engine.database, id, { actor, ...(body.reason && { reason: body.reason }) });
      return { status: 204, body: undefined };
    },
  }),
);

const discards = PATHS.map(({ base, suffix }) =>
  defineRoute({
    name: `ledger.outbox.discard${suffix}`,
    method: "POST",
    path: `${base}/discard`,
    summary: "Give up telling an event",
    role: BOOKS_ADMIN,
    params: ParkedParams,
    body: Given({ reason: Reason, ...ForTenant }),
    answers: { 204: Type.Undefined() },
    async handle(request) {
      const { tenant, actor } = await askedBooks(request);
      const id = await ownParked(request.engine, request.params.outboxId, tenant);
      await discardDeadLetter(request.engine.database, id, { actor, reason: request.body.reason });
      return { status: 204, body: undefined };
    },
  }),
);

async function ownParked({ database }: Engine, id: string, tenant: string): Promise<string> {
  const deadLetter = await showDeadLetter(database, id);
  if (deadLetter.kind === "parked" && deadLetter.tenant === tenant) return id;
  throw new RotaError("DEAD_LETTER_NOT_FOUND", `there is no such event ${id}: list them to see which there are`, {
    id,
  });
}

export const outboxOperations = [stats, pending, list, ...retries, ...discards];
