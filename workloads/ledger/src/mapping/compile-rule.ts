/** Compiles a rule once, so that each event only evaluates it. */
import { RotaError } from "@rota/engine/errors";
import type { Side } from "../accounts/account.ts";
import { compileExpression, type Expression, ExpressionError, type ExpressionToCompile } from "./expression.ts";
import { type MappingRule, RULE_LINES_MAX, type RuleLine } from "./rule.ts";

export type CompiledLine = {
  readonly account: Expression;
  readonly side: Side;
  readonly amount: Expression;
  readonly when: Expression | undefined;
  readonly currency: Expression | undefined;
  readonly forEach: Expression | undefined;
  readonly dimensions: readonly (readonly [name: string, value: Expression])[];
};

export type CompiledRule = {
  readonly rule: MappingRule;
  readonly lines: readonly CompiledLine[];
  readonly description: Expression | undefined;
  readonly reference: Expression | undefined;
  readonly dimensions: CompiledLine["dimensions"];
};

/** Refuses a rule with an expression that cannot be read, has the wrong type, or uses what is not allowed. */
export function compileRule(rule: MappingRule): CompiledRule {
  if (rule.lines.length === 0 || rule.lines.length > RULE_LINES_MAX)
    throw invalidRule(rule, `has ${String(rule.lines.length)} lines; rules have 1 to ${String(RULE_LINES_MAX)}`);
  const compile = compilerOf(rule);
  return {
    rule,
    lines: rule.lines.map((line, index) => compileLine(line, `line ${String(index + 1)}`, compile)),
    description: compile("description", rule.description, "string"),
    reference: compile("reference", rule.reference, "string"),
    dimensions: compileDimensions(rule.dimensions, "dimension", compile),
  };
}

export function invalidRule({ ruleId, eventType }: MappingRule, reason: string): RotaError {
  return new RotaError("MAPPING_RULE_INVALID", `the rule for ${eventType} ${reason}`, { ruleId, eventType });
}

type Compile = (
  place: string,
  text: string | undefined,
  type: ExpressionToCompile["type"],
  hasItem?: boolean,
) => Expression | undefined;

function compilerOf(rule: MappingRule): Compile {
  return (place, text, type, hasItem = false) => {
    if (text === undefined) return undefined;
    try {
      return compileExpression({ text, type, hasItem });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw invalidRule(rule, `cannot be used: ${place} (${text}) ${error.message}`);
    }
  };
}

function compileLine(line: RuleLine, place: string, compile: Compile): CompiledLine {
  const hasItem = line.forEach !== undefined;
  return {
    account: compile(`account of ${place}`, line.account, "string", hasItem) ?? nothing,
    side: line.side,
    amount: compile(`amount of ${place}`, line.amount, "int", hasItem) ?? nothing,
    when: compile(`when of ${place}`, line.when, "bool", hasItem),
    currency: compile(`currency of ${place}`, line.currency, "string", hasItem),
    forEach: compile(`forEach of ${place}`, line.forEach, "list"),
    dimensions: compileDimensions(line.dimensions, `dimension of ${place}:`, compile, hasItem),
  };
}

function compileDimensions(
  dimensions: RuleLine["dimensions"],
  place: string,
  compile: Compile,
  hasItem = false,
): CompiledLine["dimensions"] {
  return Object.entries(dimensions ?? {}).map(
    ([name, text]) => [name, compile(`${place} ${name}`, text, "string", hasItem) ?? nothing] as const,
  );
}

const nothing: Expression = () => undefined;
