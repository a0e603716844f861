/** Dead letters: list and look at what failed for good. */
import {
  listDeadLetters,
  RotaError,
  showDeadLetter,
  type DeadLetterDetails as Details,
  type Engine,
} from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Page, PageQuery, PAGE_LENGTH } from "../../wire.ts";
import { defined } from "../defined.ts";
import { Given, Word } from "../fields.ts";
import { toPage } from "../page.ts";
import { filterFields, readFilter } from "./letter-filter.ts";
import { DeadLetter, DeadLetterDetails, LETTER_STATES, LetterId } from "./letter-schemas.ts";

export const TAG = "dead letters";
export const LetterParams = Given({ letterId: LetterId });

const list = defineRoute({
  name: "deadLetters.list",
  method: "GET",
  path: "/v1/dead-letters",
  summary: "What failed for good, the newest first",
  tag: TAG,
  role: "viewer",
  query: Given({ ...PageQuery, ...filterFields, state: Type.Optional(Word(LETTER_STATES)) }),
  answers: { 200: Page(DeadLetter) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after, state, ...filter } = query;
    const wish = { limit, ...defined({ after, state }), ...readFilter({ ...filter, ...defined({ tenant }) }) };
    const { letters: items, next } = await listDeadLetters(engine.database, wish);
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
  params: LetterParams,
  answers: { 200: DeadLetterDetails },
  handle: async ({ engine, params, tenant }) => ({
    status: 200,
    body: toWire(await ownLetter(engine, params.letterId, tenant)),
  }),
});

/** DEAD_LETTER_NOT_FOUND also when it is not of the tenant. */
export async function ownLetter(engine: Engine, id: string, tenant: string | undefined): Promise<Details> {
  const letter = await showDeadLetter(engine.database, id, { codec: engine.codec });
  if (tenant === undefined || letter.tenant === tenant) return letter;
  throw new RotaError("DEAD_LETTER_NOT_FOUND", `there is no dead letter ${id}: list them to see which there are`, {
    id,
  });
}

export const deadLetterRoutes = [list, show];
