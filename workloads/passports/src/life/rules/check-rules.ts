/** Checks the sources of rules as they are given: their size, their text, and whether they are rules. Pure. */
import { RotaError } from "@rota/engine/errors";
import { objectionToText } from "../../canonical/canonical-json.ts";
import { loadRules, type RulePackage } from "../../rules/load-rules.ts";

/** Of the rules, and of their tests. They are checked while somebody waits. */
export const RULE_SOURCE_LENGTH_MAX = 262_144;

export type RuleSources = { readonly dslSource: string; readonly testsSource: string };

/** Throws VALIDATION_ERROR, or what loadRules does. */
export function checkRules({ dslSource, testsSource }: RuleSources): RulePackage {
  requireText("dsl_source", dslSource);
  requireText("tests_source", testsSource);
  return loadRules({ dslSource, testsSource });
}

function requireText(member: string, text: string): void {
  if (text.length > RULE_SOURCE_LENGTH_MAX) {
    const limit = `has ${String(text.length)} characters, at most ${String(RULE_SOURCE_LENGTH_MAX)}: split the rules`;
    throw new RotaError("VALIDATION_ERROR", `${member} ${limit}`, { member, length: text.length });
  }
  const objection = objectionToText(text);
  if (objection !== undefined) throw new RotaError("VALIDATION_ERROR", `${member}: ${objection}`, { member });
}
