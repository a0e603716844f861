/** RUN_RULE_TESTS: runs the examples and properties of rules, which may be published once enough cases have passed. */
import { computeIn, defineTask, PermanentError, type RunContext } from "@rota/engine";
import { found } from "../../life/found.ts";
import { recordTests, type RecordedTests } from "../../life/rules/record-tests.ts";
import { selectSources } from "../../life/rules/rules.sql.ts";
import type * as testing from "../../life/rules/run-tests.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";

const inTesting = computeIn<typeof testing>(new URL("../../life/rules/run-tests.ts", import.meta.url));

/** Tests that take longer are too many. */
const TESTS_MS_MAX = 300_000;
const SEED = /^-?\d{1,18}$/;

export type TestsWish = {
  readonly rulePackageVersionId: string;
  /** Digits; mixed into the seeds of the properties. */
  readonly seed?: string;
};

export const runRuleTestsTask = defineTask({
  name: "passports.run-rule-tests",
  ...PASSPORT_WORK,
  priority: 2,
  input: readWish,
  run: (wish, context) => permanently(() => runThem(wish, context)),
});

async function runThem(
  { rulePackageVersionId: versionId, seed }: TestsWish,
  context: RunContext,
): Promise<RecordedTests> {
  const sources = await found(context.database, selectSources(versionId), { what: "rule version", id: versionId });
  const work = {
    dslSource: sources.dsl_source,
    testsSource: sources.tests_source,
    seed: seed === undefined ? undefined : BigInt(seed),
  };
  const ran = await context.compute(inTesting("runTests"), work, { timeoutMs: TESTS_MS_MAX });
  if (ran.kind === "refused") throw new PermanentError(ran.message, { code: ran.code });
  return committed(context, (tx) => recordTests(tx, { versionId, seed: work.seed, run: ran.run }));
}

function readWish(given: unknown): TestsWish {
  const { rulePackageVersionId } = readIds(["rulePackageVersionId"])(given);
  const seed = typeof given === "object" && given !== null && "seed" in given ? given.seed : undefined;
  if (seed === undefined) return { rulePackageVersionId };
  if (typeof seed === "string" && SEED.test(seed)) return { rulePackageVersionId, seed };
  throw new Error("seed must be a whole number of at most 18 digits, as text");
}
