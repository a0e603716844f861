/** Mapping rules: create, list, get, change, take out of use, and look at their versions. */
import { Type } from "typebox";
import { readStoredRule } from "../../books/stored-rule.ts";
import { readEntity } from "../../entities/entity.ts";
import { changeRule, createRule, deactivateRule, readRule, toRule } from "../../entities/rules/keep-rules.ts";
import { selectRules, selectRuleVersions } from "../../entities/rules/rules.sql.ts";
import { askedBooks, BOOKS_ADMIN, READER, requireOwnName } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import { CreatedBy, ForTenant, Given, Line, Uuid } from "../fields.ts";
import { definitionView, readDefinition, RuleFields, RuleView, ruleView } from "./rule-schemas.ts";

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
    const wish = { eventType, about, ...readDefinition(request.body) };
    return { status: 201, body: ruleView(await createRule(request.engine.database, { tenant, actor, wish })) };
  },
});

const list = defineRoute({
  name: "ledger.rules.list",
  method: "GET",
  path: "/v1/mapping-rules",
  summary: "Rules by the types of their events",
  role: READER,
  query: Given({ ...fields.PageQuery, ...ForTenant }),
  answers: { 200: fields.Page(RuleView) },
  async handle(request) {
    const { limit = fields.LIMIT, after = "" } = request.query;
    const { tenant } = await askedBooks(request);
    const { ledgerId } = await readEntity(request.engine.database, tenant);
    const rows = await request.engine.database.query(selectRules({ ledgerId, after, limit }));
    const items = rows.map((row) => ruleView(toRule(row)));
    return { status: 200, body: fields.pageOf(items, { limit, cursorOf: ({ eventType }) => eventType }) };
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
  createdAt: fields.Time,
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
    const wish = { tenant, actor, ruleId, about, version, definition: readDefinition(request.body) };
    return { status: 200, body: ruleView(await changeRule(request.engine.database, wish)) };
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

export const ruleOperations = [create, list, get, versions, change, remove];
