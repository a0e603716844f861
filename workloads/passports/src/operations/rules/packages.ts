/** Packages of rules: create, list, get; versions of them; check sources without storing them. */
import { Type } from "typebox";
import { found } from "../../life/found.ts";
import { checkRules, requireRules } from "../../life/rules/check-rules.ts";
import { addRules, createPackage } from "../../life/rules/create-rules.ts";
import { selectPackage, selectPackages, selectRuleVersions } from "../../life/rules/rules.sql.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Nullable, Tenant, Uuid, Whole } from "../fields.ts";
import { Page, PAGE_FIELDS, pageOf, readPageWish } from "../pages.ts";
import { tenantOf } from "../tenant-of.ts";
import { NewRules, PackageView, packageView, RuleVersionView, ruleVersionView, SOURCES } from "./rule-schemas.ts";

const VERSIONS_TOLD_MAX = 100;

const create = defineWrite({
  name: "passports.rules.packages.create",
  method: "POST",
  path: "/v1/rule-packages",
  summary: "Create a package of rules",
  role: "rules:write",
  body: Given({
    tenant: Type.Optional(Tenant),
    name: Line(200, { examples: ["eu-battery-regulation"] }),
    description: Type.Optional(Line(2_000)),
  }),
  answers: { 201: PackageView },
  handle({ commit, body: { name, description }, actor, tenant }) {
    const wish = { tenant: tenantOf({ tenant }), name, description, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: packageView(await createPackage(tx, wish)) }));
  },
});

const list = defineRoute({
  name: "passports.rules.packages.list",
  method: "GET",
  path: "/v1/rule-packages",
  summary: "Packages of rules, the newest first",
  role: "viewer",
  query: Given(PAGE_FIELDS),
  answers: { 200: Page(PackageView) },
  async handle({ engine, query, tenant }) {
    const wish = readPageWish(query);
    const rows = await engine.database.query(selectPackages({ ...wish, tenant }));
    return { status: 200, body: pageOf(rows, { ...wish, idOf: (row) => row.rule_package_id, view: packageView }) };
  },
});

const get = defineRoute({
  name: "passports.rules.packages.get",
  method: "GET",
  path: "/v1/rule-packages/{rulePackageId}",
  summary: "A package of rules and its versions",
  role: "viewer",
  params: Given({ rulePackageId: Uuid }),
  answers: { 200: Type.Object({ rule_package: PackageView, versions: Type.Array(RuleVersionView) }) },
  async handle({ engine: { database }, params: { rulePackageId: id }, tenant }) {
    const row = await found(database, selectPackage(id, tenant), { what: "rule package", id });
    const page = { tenant: row.tenant, packageId: id, limit: VERSIONS_TOLD_MAX };
    const versions = (await database.query(selectRuleVersions(page))).map(ruleVersionView);
    return { status: 200, body: { rule_package: packageView(row), versions } };
  },
});

const add = defineWrite({
  name: "passports.rules.versions.add",
  method: "POST",
  path: "/v1/rule-packages/{rulePackageId}/versions",
  summary: "Add a version to a package of rules",
  description:
    "Refused with line and column when the sources are no rules. The same sources are the version that there is.",
  role: "rules:write",
  params: Given({ rulePackageId: Uuid }),
  body: NewRules,
  answers: { 200: RuleVersionView, 201: RuleVersionView },
  async handle({ commit, engine, params: { rulePackageId }, body, actor, tenant }) {
    const { dsl_source: dslSource, tests_source: testsSource = "", compiler_min_build: compilerMinBuild } = body;
    const rules = await requireRules(engine, { dslSource, testsSource });
    const wish = { tenant, rulePackageId, rules, compilerMinBuild, actor: actor.name };
    return commit(async (tx) => {
      const { version, isNew } = await addRules(tx, wish);
      return { status: isNew ? 201 : 200, body: ruleVersionView(version) };
    });
  },
});

const RuleProblem = Type.Object({
  code: Type.String({ examples: ["RULE_TYPE_ERROR"] }),
  message: Type.String(),
  line: Nullable(Whole),
  column: Nullable(Whole),
});

const check = defineRoute({
  name: "passports.rules.check",
  method: "POST",
  path: "/v1/rules/check",
  summary: "Check rules without storing them",
  description: "For editors: what is wrong is an answer, with its place.",
  role: "viewer",
  body: Given(SOURCES),
  answers: {
    200: Type.Object({
      fields: Type.Array(Type.Object({ field_path: Type.String(), field_type: Type.String() })),
      problem: Nullable(RuleProblem),
    }),
  },
  async handle({ engine, body: { dsl_source: dslSource, tests_source: testsSource = "" } }) {
    const checked = await checkRules(engine, { dslSource, testsSource });
    if (checked.kind === "rules") {
      const fields = checked.rules.fields.map(({ path, type }) => ({ field_path: path, field_type: type }));
      return { status: 200, body: { fields, problem: null } };
    }
    const { code, message, details } = checked;
    const place = { line: numberIn(details["line"]), column: numberIn(details["column"]) };
    return { status: 200, body: { fields: [], problem: { code, message, ...place } } };
  },
});

function numberIn(detail: unknown): number | null {
  return typeof detail === "number" ? detail : null;
}

export const packageOperations = [create, list, get, add, check];
