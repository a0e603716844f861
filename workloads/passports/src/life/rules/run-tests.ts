/** Runs the tests of rules from their sources. Pure; runs in a process of its own, since tests may compute for long. */
import { isRotaError } from "@rota/engine/errors";
import { loadRules } from "../../rules/load-rules.ts";
import { runRuleTests, type RuleTestRun } from "../../rules/test-run/run-rule-tests.ts";

export type TestsToRun = {
  readonly dslSource: string;
  readonly testsSource: string;
  readonly seed: bigint | undefined;
};

export type RanTests =
  | { readonly kind: "ran"; readonly run: RuleTestRun }
  /** They were rules when they were stored, for another build of the compiler. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

export function runTests({ seed, ...sources }: TestsToRun): RanTests {
  try {
    return { kind: "ran", run: runRuleTests(loadRules(sources), seed === undefined ? {} : { seed }) };
  } catch (error) {
    if (isRotaError(error)) return { kind: "refused", code: error.code, message: error.message };
    throw error;
  }
}
