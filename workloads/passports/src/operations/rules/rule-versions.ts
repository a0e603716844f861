/** Versions of rules: see, test, publish, deprecate, retire. */
import type { Transaction } from "@rota/engine";
import { Type } from "typebox";
import { found } from "../../life/found.ts";
import { deprecateRules, publishRules, retireRules, type RulesChange } from "../../life/rules/publish-rules.ts";
import { selectRuleFields, selectRuleVersion, selectSources, type RuleVersionRow } from "../../life/rules/rules.sql.ts";
import { selectTestRuns } from "../../life/rules/test-runs.sql.ts";
import { PASSPORTS_GROUP } from "../../tasks/passport-work.ts";
import { runRuleTestsTask } from "../../tasks/rules/run-rule-tests.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, JobId, Uuid } from "../fields.ts";
import { FieldView, RuleVersionView, ruleVersionView, TestRunView, testRunView } from "./rule-schemas.ts";

const RUNS_TOLD_MAX = 20;
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
    const sources = await found(database, selectSources(id), named);
    const fields = await database.query(selectRuleFields(row.tenant, id));
    const runs = await database.query(selectTestRuns({ tenant: row.tenant, versionId: id, limit: RUNS_TOLD_MAX }));
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
    const wish = { rulePackageVersionId: id, ...(seed === undefined ? {} : { seed: String(seed) }) };
    return commit(async (tx) => {
      const { tenant } = await found(tx, selectRuleVersion(id, asking), { what: "rule version", id });
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      const job = await engine.submit(runRuleTestsTask, wish, placement);
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
    const wish = { versionId, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: ruleVersionView(await retireRules(tx, wish)) }));
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
      const wish = { versionId, tenant, actor: actor.name };
      return commit(async (tx) => ({ status: 200, body: ruleVersionView(await change(tx, wish)) }));
    },
  });
}

export const ruleVersionOperations = [get, test, publish, deprecate, retire];
