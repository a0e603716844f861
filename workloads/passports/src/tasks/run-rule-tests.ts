/** RUN_RULE_TESTS runs the examples and properties of rules and records the run. Rules are VALIDATED when enough cases have passed. */
import { computeIn, defineTask, PermanentError, type RunContext, type Transaction } from "@rota/engine";
import type * as testing from "../core/rules/rule-test-run.ts";
import { mayPublish, type RuleTestRun } from "../core/rules/rule-test-run.ts";
import { appendPassportEvent } from "../store/events.ts";
import { found } from "../store/rows.ts";
import { insertTestRun, lockRuleVersion, moveRules, selectRuleSources } from "../store/rules.sql.ts";
import { PASSPORT_WORK, permanently, readIds } from "./passport-work.ts";

const inTesting = computeIn<typeof testing>(new URL("../core/rules/rule-test-run.ts", import.meta.url));

/** Maximum time of a test run. */
const TESTS_MS_MAX = 300_000;
const SEED = /^-?\d{1,18}$/;

type TestsInput = {
  readonly rulePackageVersionId: string;
  /** Digits of a number that is mixed into the seeds of the properties. */
  readonly seed?: string;
};

export const runRuleTestsTask = defineTask({
  name: "passports.run-rule-tests",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: (input, context) => permanently(() => runThem(input, context)),
});

async function runThem(
  { rulePackageVersionId: versionId, seed }: TestsInput,
  context: RunContext,
): Promise<RecordedTests> {
  const sources = await found(context.database, selectRuleSources(versionId), { what: "rule version", id: versionId });
  const work = {
    dslSource: sources.dsl_source,
    testsSource: sources.tests_source,
    seed: seed === undefined ? undefined : BigInt(seed),
  };
  const ran = await context.compute(inTesting("runTests"), work, { timeoutMs: TESTS_MS_MAX });
  if (ran.kind === "refused") throw new PermanentError(ran.message, { code: ran.code });
  return context.commit((tx) => recordTests(tx, { versionId, seed: work.seed, run: ran.run }));
}

function readInput(given: unknown): TestsInput {
  const { rulePackageVersionId } = readIds(["rulePackageVersionId"])(given);
  const seed = typeof given === "object" && given !== null && "seed" in given ? given.seed : undefined;
  if (seed === undefined) return { rulePackageVersionId };
  if (typeof seed === "string" && SEED.test(seed)) return { rulePackageVersionId, seed };
  throw new Error("seed must be a whole number of at most 18 digits, as text");
}

const FAILURE_LENGTH_MAX = 2_000;

type RecordedTests = {
  readonly run_id: string;
  readonly status: "PASSED" | "FAILED";
  readonly cases: number;
  readonly failed: number;
  readonly first_failure: string | null;
};

type TestsToRecord = {
  readonly versionId: string;
  readonly seed: bigint | undefined;
  readonly run: RuleTestRun;
};

async function recordTests(tx: Transaction, { versionId, seed, run }: TestsToRecord): Promise<RecordedTests> {
  const rules = await found(tx, lockRuleVersion(versionId, undefined), { what: "rule version", id: versionId });
  const { tenant } = rules;
  const { status, cases, failed } = run;
  const [recorded] = await tx.query(
    insertTestRun({ tenant, versionId, seed, status, cases, failed, failure: failureOf(run) }),
  );
  if (recorded === undefined) throw new Error("a test run was inserted and no row came back");
  if (rules.status === "DRAFT" && mayPublish(run)) await tx.query(moveRules(versionId, "VALIDATED"));
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "RulePackageVersion", id: versionId },
    type: "TESTS_RUN",
    payload: { rule_package_version_id: versionId, run_id: recorded.run_id, status, cases, failed },
  });
  return { run_id: recorded.run_id, status, cases, failed, first_failure: recorded.failure };
}

/** Returns the first failure without U+0000, which PostgreSQL cannot store. */
function failureOf({ firstFailure }: RuleTestRun): string | undefined {
  if (firstFailure === undefined) return undefined;
  return `${firstFailure.test}: ${firstFailure.why}`.replaceAll("\u0000", "\uFFFD").slice(0, FAILURE_LENGTH_MAX);
}
