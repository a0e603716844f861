/** Routes of rules: packages, their versions, check, test, publish, deprecate, retire. */
import type { Transaction } from "@rota/engine";
import { Given, Line, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { found } from "../store/rows.ts";
import {
  type PackageRow,
  type RuleVersionRow,
  selectPackage,
  selectPackages,
  selectRuleFields,
  selectRuleSources,
  selectRuleVersion,
  selectRuleVersions,
  selectTestRuns,
  type TestRunRow,
} from "../store/rules.sql.ts";
import {
  addRules,
  checkRules,
  createPackage,
  deprecateRules,
  publishRules,
  requireRules,
  retireRules,
  type RulesChange,
} from "../store/rules.ts";
import { PASSPORTS_GROUP } from "../tasks/passport-work.ts";
import { runRuleTestsTask } from "../tasks/run-rule-tests.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { Hash, JobId, Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";

const PackageView = Type.Object({
  rule_package_id: Uuid,
  tenant: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
});

function packageView(row: PackageRow): Static<typeof PackageView> {
  const { rule_package_id, tenant, name, description, created_by } = row;
  return { rule_package_id, tenant, name, description, created_by, created_at: row.created_at.toISOString() };
}

/** Maximum length of the rules and of their tests, which are checked while the caller waits. */
const SOURCE_LENGTH_MAX = 262_144;
const Source = (description: string) => Type.String({ maxLength: SOURCE_LENGTH_MAX, description });

const SOURCES = {
  dsl_source: Source("The rules, in BPC-RULES-1."),
  tests_source: Type.Optional(Source("Their examples and properties. Default: none.")),
};

const NewRules = Given({
  ...SOURCES,
  compiler_min_build: Type.Optional(
    Line(100, {
      description: "The first build of the compiler that knows them, in the form of the build that stands in receipts.",
      examples: ["rota-0.1.0"],
    }),
  ),
});

const RuleVersionView = Type.Object({
  rule_package_version_id: Uuid,
  rule_package_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  status: Word(["DRAFT", "VALIDATED", "PUBLISHED", "DEPRECATED", "RETIRED"]),
  compiler_min_build: Nullable(Type.String()),
  dsl_sha256: Hash,
  tests_sha256: Hash,
  created_by: Type.String(),
  created_at: Time,
  published_by: Nullable(Type.String()),
  published_at: Nullable(Time),
});

function ruleVersionView(row: RuleVersionRow): Static<typeof RuleVersionView> {
  const { rule_package_version_id, rule_package_id, version, status, compiler_min_build, dsl_sha256, tests_sha256 } =
    row;
  const { created_by, created_at, published_by, published_at } = row;
  const rules = { rule_package_version_id, rule_package_id, version, status, compiler_min_build };
  const made = { dsl_sha256, tests_sha256, created_by, created_at: created_at.toISOString() };
  return { ...rules, ...made, published_by, published_at: published_at?.toISOString() ?? null };
}

const FieldView = Type.Object({
  field_path: Type.String(),
  field_type: Type.String(),
  is_required: Type.Boolean(),
});

const TestRunView = Type.Object({
  run_id: Uuid,
  seed: Nullable(Type.String()),
  status: Word(["PASSED", "FAILED"]),
  cases: Whole,
  failed: Whole,
  failure: Nullable(Type.String(), { description: "The first: which test, and why." }),
  created_at: Time,
});

function testRunView(row: TestRunRow): Static<typeof TestRunView> {
  const { run_id, seed, status, cases, failed, failure, created_at } = row;
  const drawn = seed === null ? null : String(seed);
  return { run_id, seed: drawn, status, cases, failed, failure, created_at: created_at.toISOString() };
}

const LISTED_VERSIONS_MAX = 100;

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
    const input = { tenant: tenantOf({ tenant }), name, description, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: packageView(await createPackage(tx, input)) }));
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
    const page = readPageQuery(query);
    const rows = await engine.database.query(selectPackages({ ...page, tenant }));
    return { status: 200, body: pageOf(rows, { ...page, idOf: (row) => row.rule_package_id, view: packageView }) };
  },
});

const getPackage = defineRoute({
  name: "passports.rules.packages.get",
  method: "GET",
  path: "/v1/rule-packages/{rulePackageId}",
  summary: "A package of rules and its versions",
  role: "viewer",
  params: Given({ rulePackageId: Uuid }),
  answers: { 200: Type.Object({ rule_package: PackageView, versions: Type.Array(RuleVersionView) }) },
  async handle({ engine: { database }, params: { rulePackageId: id }, tenant }) {
    const row = await found(database, selectPackage(id, tenant), { what: "rule package", id });
    const page = { tenant: row.tenant, packageId: id, limit: LISTED_VERSIONS_MAX };
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
    const request = { tenant, rulePackageId, rules, compilerMinBuild, actor: actor.name };
    return commit(async (tx) => {
      const { version, isNew } = await addRules(tx, request);
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
    const { code, message, details } = checked.error;
    const place = { line: numberIn(details["line"]), column: numberIn(details["column"]) };
    return { status: 200, body: { fields: [], problem: { code, message, ...place } } };
  },
});

function numberIn(detail: unknown): number | null {
  return typeof detail === "number" ? detail : null;
}

export const packageOperations = [create, list, getPackage, add, check];

const LISTED_RUNS_MAX = 20;
const VersionParams = Given({ rulePackageVersionId: Uuid });

const get = defineRoute({
  name: "passports.rules.versions.get",
  method: "GET",
  path: "/v1/rule-package-versions/{rulePackageVersionId}",
  summary: "A version of rules: its sources, fields and test runs",
  role: "viewer",
  params: VersionParams,
  answers: {
    200: Type.Object({
      version: RuleVersionView,
      dsl_source: Type.String(),
      tests_source: Type.String(),
      fields: Type.Array(FieldView),
      test_runs: Type.Array(TestRunView, { description: "The newest first." }),
    }),
  },
  async handle({ engine: { database }, params: { rulePackageVersionId: id }, tenant: asking }) {
    const named = { what: "rule version", id };
    const row = await found(database, selectRuleVersion(id, asking), named);
    const sources = await found(database, selectRuleSources(id), named);
    const fields = await database.query(selectRuleFields(row.tenant, id));
    const runs = await database.query(selectTestRuns({ tenant: row.tenant, versionId: id, limit: LISTED_RUNS_MAX }));
    return {
      status: 200,
      body: { version: ruleVersionView(row), ...sources, fields: [...fields], test_runs: runs.map(testRunView) },
    };
  },
});

const test = defineWrite({
  name: "passports.rules.versions.test",
  method: "POST",
  path: "/v1/rule-package-versions/{rulePackageVersionId}/tests:run",
  summary: "Run the tests of rules",
  role: "rules:test",
  params: VersionParams,
  body: Given({
    seed: Type.Optional(
      Type.Integer({
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Mixed into the seeds of the properties: other cases are drawn.",
      }),
    ),
  }),
  answers: { 202: Type.Object({ job_id: JobId }) },
  handle({ commit, engine, params: { rulePackageVersionId: id }, body: { seed }, actor, tenant: asking }) {
    const unique = { key: `${id}:${String(seed ?? "")}`, mode: "singleton" } as const;
    const input = { rulePackageVersionId: id, ...(seed === undefined ? {} : { seed: String(seed) }) };
    return commit(async (tx) => {
      const { tenant } = await found(tx, selectRuleVersion(id, asking), { what: "rule version", id });
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      const job = await engine.submit(runRuleTestsTask, input, placement);
      return { status: 202, body: { job_id: String(job.taskId) } };
    });
  },
});

const publish = defineMove({
  verb: "publish",
  summary: "Publish rules whose tests have passed",
  change: publishRules,
});

const deprecate = defineMove({
  verb: "deprecate",
  summary: "Take rules out of use for new passports",
  change: deprecateRules,
});

const retire = defineWrite({
  name: "passports.rules.versions.retire",
  method: "DELETE",
  path: "/v1/rule-package-versions/{rulePackageVersionId}",
  summary: "Retire rules",
  description: "They stay for whoever checks passports that were compiled with them.",
  role: "rules:publish",
  params: VersionParams,
  answers: { 200: RuleVersionView },
  handle({ commit, params: { rulePackageVersionId: versionId }, actor, tenant }) {
    const request = { versionId, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: ruleVersionView(await retireRules(tx, request)) }));
  },
});

type MoveOfRules = {
  readonly verb: string;
  readonly summary: string;
  readonly change: (tx: Transaction, change: RulesChange) => Promise<RuleVersionRow>;
};

function defineMove({ verb, summary, change }: MoveOfRules) {
  return defineWrite({
    name: `passports.rules.versions.${verb}`,
    method: "POST",
    path: `/v1/rule-package-versions/{rulePackageVersionId}:${verb}`,
    summary,
    role: "rules:publish",
    params: VersionParams,
    body: Given({}),
    answers: { 200: RuleVersionView },
    handle({ commit, params: { rulePackageVersionId: versionId }, actor, tenant }) {
      const request = { versionId, tenant, actor: actor.name };
      return commit(async (tx) => ({ status: 200, body: ruleVersionView(await change(tx, request)) }));
    },
  });
}

export const ruleVersionOperations = [get, test, publish, deprecate, retire];
