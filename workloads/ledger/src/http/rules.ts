/** Serves mapping rules: create, list, get, change, deactivate and simulate them, and read their versions. */
import { isRotaError } from "@rota/engine";
import { Given, Line, Nullable, PageView, pageOf, Time, Word } from "@rota/engine/operations";
import { type Static, type TObject, Type } from "typebox";
import { readFinancialEvent } from "../compat/financial-event.ts";
import { compileRule, draftOfEvent, RULE_EXAMPLES_MAX } from "../core/apply-rule.ts";
import { asOf, type Books } from "../core/books.ts";
import { checkDraft } from "../core/check-entry.ts";
import type { EntryDraft } from "../core/entry.ts";
import { formatRate } from "../core/rate.ts";
import { EXPRESSION_BYTES_MAX, type MappingRule, RULE_LINES_MAX } from "../core/rule.ts";
import { currentBooks } from "../store/books-store.ts";
import { readEntity } from "../store/entity-store.ts";
import {
  changeRule,
  createRule,
  deactivateRule,
  type KeptRule,
  readRule,
  readStoredRule,
  type RuleDefinition,
  toRule,
} from "../store/rule-store.ts";
import { selectRules, selectRuleVersions } from "../store/rule.sql.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER, requireOwnName } from "./define-route.ts";
import { draftLineView, DraftLineView, GivenLine, lineView, LineView, readLine } from "./entry-views.ts";
import { CreatedBy, ForTenant, LIMIT, PageQuery, Uuid } from "./fields.ts";

const Expression = Type.String({ minLength: 1, maxLength: EXPRESSION_BYTES_MAX, description: "An expression of CEL." });
const Expressions = Type.Record(Type.String(), Expression);

/** Business event in the format of /v1/events. */
export const GivenEvent = Type.Unsafe<object>({
  type: "object",
  additionalProperties: true,
  description: "A business event, as it is sent to /v1/events.",
});

const LINE_FIELDS = {
  account: Type.String({ ...Expression, examples: ["payload.method == 'card' ? 'card-clearing' : 'cash'"] }),
  side: Word(["D", "C"]),
  amount: Type.String({ ...Expression, examples: ["minor(payload.total, event.transactionCurrency)"] }),
  when: Type.Optional(Expression),
  currency: Type.Optional(Expression),
  forEach: Type.Optional(Expression),
  dimensions: Type.Optional(Expressions),
};

const RuleFields = {
  lines: Type.Array(Given(LINE_FIELDS), { minItems: 1, maxItems: RULE_LINES_MAX }),
  description: Type.Optional(Expression),
  reference: Type.Optional(Expression),
  dimensions: Type.Optional(Expressions),
  examples: Type.Array(Given({ event: GivenEvent, lines: Type.Array(GivenLine) }), {
    maxItems: RULE_EXAMPLES_MAX,
    description: "Events and the lines that must come out: a rule is saved only if all do.",
  }),
};
type GivenRule = Static<TObject<typeof RuleFields>>;

function readDefinition(given: GivenRule): RuleDefinition {
  const { lines, description, reference, dimensions } = given;
  const examples = given.examples.map((example) => ({
    event: readFinancialEvent(example.event),
    lines: example.lines.map(readLine),
  }));
  return { lines, description, reference, dimensions, examples };
}

const RuleView = Type.Object({
  ruleId: Type.String(),
  version: Type.Integer(),
  eventType: Type.String(),
  about: Nullable(Type.String()),
  isActive: Type.Boolean(),
  lines: Type.Array(Type.Object(LINE_FIELDS)),
  description: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  dimensions: Expressions,
  examples: Type.Array(Type.Object({ event: GivenEvent, lines: Type.Array(DraftLineView) })),
  createdBy: Type.String(),
  createdAt: Time,
  updatedAt: Time,
});

function ruleView({ rule, about, isActive, createdBy, createdAt, updatedAt }: KeptRule): Static<typeof RuleView> {
  const { ruleId, version, eventType } = rule;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { ruleId, version, eventType, about, isActive, ...definitionView(rule), createdBy, ...times };
}

function definitionView({ lines, description, reference, dimensions, examples }: MappingRule) {
  return {
    lines: lines.map((line) => defined(line)),
    description: description ?? null,
    reference: reference ?? null,
    dimensions: { ...dimensions },
    examples: examples.map(({ event, lines: expected }) => ({
      event,
      lines: expected.map((line) => draftLineView(line, event.transactionCurrency)),
    })),
  };
}

type RuleLine = MappingRule["lines"][number];

/** Returns a line without unset fields. */
function defined({ account, side, amount, when, currency, forEach, dimensions }: RuleLine) {
  return {
    ...{ account, side, amount },
    ...(when === undefined ? {} : { when }),
    ...(currency === undefined ? {} : { currency }),
    ...(forEach === undefined ? {} : { forEach }),
    ...(dimensions === undefined ? {} : { dimensions: { ...dimensions } }),
  };
}

const About = Type.Optional(Line(1_000, { description: "For people." }));
const RuleParams = Given({ ruleId: Uuid });

const create = defineRoute({
  name: "ledger.rules.create",
  method: "POST",
  path: "/v1/mapping-rules",
  summary: "Save the rule for events of a type",
  description: "It is checked, makes of its examples what they say, and is active from now on.",
  role: BOOKS_ADMIN,
  body: Given({ eventType: Line(100), about: About, ...RuleFields, createdBy: CreatedBy, ...ForTenant }),
  answers: { 201: RuleView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { eventType, about, createdBy } = request.body;
    requireOwnName(createdBy, actor);
    const rule = { eventType, about, ...readDefinition(request.body) };
    return { status: 201, body: ruleView(await createRule(request.engine.database, { tenant, actor, rule })) };
  },
});

const list = defineRoute({
  name: "ledger.rules.list",
  method: "GET",
  path: "/v1/mapping-rules",
  summary: "Rules by the types of their events",
  role: READER,
  query: Given({ ...PageQuery, ...ForTenant }),
  answers: { 200: PageView(RuleView) },
  async handle(request) {
    const { limit = LIMIT, after = "" } = request.query;
    const { tenant } = await askedBooks(request);
    const { ledgerId } = await readEntity(request.engine.database, tenant);
    const rows = await request.engine.database.query(selectRules({ ledgerId, after, limit }));
    const items = rows.map((row) => ruleView(toRule(row)));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ eventType }) => eventType }) };
  },
});

const get = defineRoute({
  name: "ledger.rules.get",
  method: "GET",
  path: "/v1/mapping-rules/{ruleId}",
  summary: "One rule, in the version that is used",
  role: READER,
  params: RuleParams,
  query: Given(ForTenant),
  answers: { 200: RuleView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const rule = await readRule(database, await readEntity(database, tenant), request.params.ruleId);
    return { status: 200, body: ruleView(rule) };
  },
});

const VersionView = Type.Object({
  version: Type.Integer(),
  ...Type.Pick(RuleView, ["lines", "description", "reference", "dimensions", "examples"]).properties,
  createdBy: Type.String(),
  createdAt: Time,
});

const versions = defineRoute({
  name: "ledger.rules.versions",
  method: "GET",
  path: "/v1/mapping-rules/{ruleId}/versions",
  summary: "Every version of a rule, the newest first",
  role: READER,
  params: RuleParams,
  query: Given(ForTenant),
  answers: { 200: Type.Object({ items: Type.Array(VersionView) }) },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const { ruleId } = request.params;
    const { rule } = await readRule(database, await readEntity(database, tenant), ruleId);
    const rows = await database.query(selectRuleVersions(ruleId));
    const items = rows.map(({ version, definition, created_by: createdBy, created_at: at }) => ({
      version,
      ...definitionView(readStoredRule({ ruleId, version, eventType: rule.eventType }, definition)),
      createdBy,
      createdAt: at.toISOString(),
    }));
    return { status: 200, body: { items } };
  },
});

const change = defineRoute({
  name: "ledger.rules.change",
  method: "PUT",
  path: "/v1/mapping-rules/{ruleId}",
  summary: "Save the next version of a rule",
  description: "Entries that were made by versions before keep their number. It is active from now on.",
  role: BOOKS_ADMIN,
  params: RuleParams,
  body: Given({
    about: About,
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: "The one that was changed; refused if it is not used." }),
    ),
    ...RuleFields,
    ...ForTenant,
  }),
  answers: { 200: RuleView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { about, version } = request.body;
    const { ruleId } = request.params;
    const command = { tenant, actor, ruleId, about, version, definition: readDefinition(request.body) };
    return { status: 200, body: ruleView(await changeRule(request.engine.database, command)) };
  },
});

const remove = defineRoute({
  name: "ledger.rules.deactivate",
  method: "DELETE",
  path: "/v1/mapping-rules/{ruleId}",
  summary: "Take a rule out of use",
  description:
    "Events of its type are rejected from now on, and may be replayed later. Saving a version brings it back.",
  role: BOOKS_ADMIN,
  params: RuleParams,
  query: Given(ForTenant),
  answers: { 204: Type.Undefined() },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    await deactivateRule(request.engine.database, { tenant, actor, ruleId: request.params.ruleId });
    return { status: 204, body: undefined };
  },
});

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
    const lineViews = lines.map((line) => lineView(line, baseCurrency));
    return { entry: { fiscalYear, exchangeRate: formatRate(rate), lines: lineViews }, problem: null };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    return { entry: null, problem: { code: error.code, detail: error.message } };
  }
}

export const ruleOperations = [create, list, get, versions, change, remove, simulate];
