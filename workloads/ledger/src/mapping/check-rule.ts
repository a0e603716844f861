/** Decides whether a rule may become active: it compiles, and makes of its examples what they say. */
import { isRotaError } from "@rota/engine/errors";
import type { DraftLine } from "../journal/entry.ts";
import { draftOfEvent } from "./apply-rule.ts";
import { type CompiledRule, compileRule, invalidRule } from "./compile-rule.ts";
import type { MappingRule, RuleExample } from "./rule.ts";

export const RULE_EXAMPLES_MAX = 100;

/** The compiled rule, or the first objection. A rule without an example is refused: nobody would know what it does. */
export function checkRule(rule: MappingRule): CompiledRule {
  const compiled = compileRule(rule);
  const count = rule.examples.length;
  if (count === 0 || count > RULE_EXAMPLES_MAX)
    throw invalidRule(
      rule,
      `has ${String(count)} examples; give 1 to ${String(RULE_EXAMPLES_MAX)}, each an event and its lines`,
    );
  for (const [index, example] of rule.examples.entries()) {
    const objection = objectionTo(example, compiled);
    if (objection !== undefined) throw invalidRule(rule, `fails its example ${String(index + 1)}: ${objection}`);
  }
  return compiled;
}

function objectionTo({ event, lines }: RuleExample, compiled: CompiledRule): string | undefined {
  if (event.eventType !== compiled.rule.eventType) return `its event is of type ${event.eventType}`;
  if (event.lines !== undefined) return "its event has lines, so the rule would not be used";
  try {
    const made = draftOfEvent(event, compiled).lines.map(textOf);
    const expected = lines.map(textOf);
    return made.join("; ") === expected.join("; ")
      ? undefined
      : `it makes [${made.join("; ")}], expected are [${expected.join("; ")}]`;
  } catch (error) {
    if (isRotaError(error, "MAPPING_RULE_EVALUATION_FAILED")) return error.message;
    throw error;
  }
}

function textOf({ account, side, amount, currency, dimensions = {} }: DraftLine): string {
  const marks = Object.entries(dimensions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return [side, account, String(amount), ...(currency === undefined ? [] : [currency]), ...marks].join(" ");
}
