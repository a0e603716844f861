/** What a rule would make of an event, without posting anything. */
import { isRotaError } from "@rota/engine";
import { Type } from "typebox";
import { asOf } from "../../books/tenant-books.ts";
import { currentBooks } from "../../books/current-books.ts";
import { readEntity } from "../../entities/entity.ts";
import { readRule } from "../../entities/rules/keep-rules.ts";
import { readFinancialEvent } from "../../intake/financial-event.ts";
import { checkDraft } from "../../journal/check-draft.ts";
import type { EntryDraft } from "../../journal/entry.ts";
import type { Books } from "../../journal/books.ts";
import { draftOfEvent } from "../../mapping/apply-rule.ts";
import { compileRule } from "../../mapping/compile-rule.ts";
import { formatRate } from "../../money/rate.ts";
import { askedBooks, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import { ForTenant, Given, Nullable, Uuid } from "../fields.ts";
import { DraftLineView, draftLineView, LineView, lineView } from "../journal/entry-schemas.ts";
import { GivenEvent, readDefinition, RuleFields } from "./rule-schemas.ts";

const simulate = defineRoute({
  name: "ledger.rules.simulate",
  method: "POST",
  path: "/v1/mapping-rules/{ruleId}/simulate",
  summary: "What a rule makes of an event; nothing is posted",
  description:
    "With `rule`, what the rule would make if it were changed so. `problem` says why the entry would be refused now.",
  role: READER,
  params: Given({ ruleId: Uuid }),
  body: Given({ event: GivenEvent, rule: Type.Optional(Given(RuleFields)), ...ForTenant }),
  answers: {
    200: Type.Object({
      ruleId: Type.String(),
      version: Type.Integer(),
      description: Nullable(Type.String()),
      referenceId: Nullable(Type.String()),
      lines: Type.Array(DraftLineView),
      entry: Nullable(
        Type.Object({ fiscalYear: Type.Integer(), exchangeRate: Type.String(), lines: Type.Array(LineView) }),
      ),
      problem: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const kept = await readRule(database, await readEntity(database, tenant), request.params.ruleId);
    const { body } = request;
    const rule = body.rule === undefined ? kept.rule : { ...kept.rule, ...readDefinition(body.rule) };
    const draft = draftOfEvent(readFinancialEvent(body.event), compileRule(rule));
    const books = asOf(await currentBooks(database, tenant), new Date());
    return {
      status: 200,
      body: {
        ruleId: rule.ruleId,
        version: rule.version,
        description: draft.description ?? null,
        referenceId: draft.reference ?? null,
        lines: draft.lines.map((line) => draftLineView(line, draft.currency)),
        ...tryOut(draft, books),
      },
    };
  },
});

function tryOut(draft: EntryDraft, books: Books) {
  try {
    const { fiscalYear, rate, baseCurrency, lines } = checkDraft(draft, books);
    const told = lines.map((line) => lineView(line, baseCurrency));
    return { entry: { fiscalYear, exchangeRate: formatRate(rate), lines: told }, problem: null };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    return { entry: null, problem: { code: error.code, detail: error.message } };
  }
}

export const simulateOperations = [simulate];
