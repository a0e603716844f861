/** Events that the ledger tells others and that could not be told: they are parked letters of the engine. */
import {
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  RotaError,
  showDeadLetter,
  type Engine,
} from "@rota/engine";
import { Type } from "typebox";
import { askedBooks, BOOKS_ADMIN } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import { ForTenant, Given, Nullable, Reason, Time, Whole } from "../fields.ts";

const list = defineRoute({
  name: "ledger.outbox.parked",
  method: "GET",
  path: "/v1/admin/outbox/dlq",
  summary: "Events that could not be told, the newest first",
  description: "Later events of the same entry wait behind them.",
  role: BOOKS_ADMIN,
  query: Given({ ...fields.PageQuery, ...ForTenant }),
  answers: {
    200: fields.Page(
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
    const { limit = fields.LIMIT, after } = request.query;
    const { tenant } = await askedBooks(request);
    const wish = { kind: "parked", tenant, limit, ...(after && { after }) } as const;
    const { letters, next } = await listDeadLetters(request.engine.database, wish);
    const items = letters.flatMap((letter) => {
      if (letter.kind !== "parked") return [];
      const { id: outboxId, type: eventType, aggregate, reason, attempts: retryCount, at } = letter;
      const named = { aggregateType: aggregate.type, aggregateId: aggregate.id };
      return [{ outboxId, eventType, ...named, lastError: reason ?? null, retryCount, at: at.toISOString() }];
    });
    return { status: 200, body: { items, next: next ?? null } };
  },
});

const ParkedParams = Given({ outboxId: Type.String({ pattern: "^parked-[1-9][0-9]{0,17}-[1-9][0-9]{0,17}$" }) });

const retry = defineRoute({
  name: "ledger.outbox.retry",
  method: "POST",
  path: "/v1/admin/outbox/dlq/{outboxId}/retry",
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
});

const discard = defineRoute({
  name: "ledger.outbox.discard",
  method: "POST",
  path: "/v1/admin/outbox/dlq/{outboxId}/discard",
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
});

async function ownParked({ database }: Engine, id: string, tenant: string): Promise<string> {
  const letter = await showDeadLetter(database, id);
  if (letter.kind === "parked" && letter.tenant === tenant) return id;
  throw new RotaError("DEAD_LETTER_NOT_FOUND", `there is no such event ${id}: list them to see which there are`, {
    id,
  });
}

export const outboxOperations = [list, retry, discard];
