/** Applies mapping rules to events, after compiling each rule once and checking it against its examples. */
import { isRotaError, type RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import type { Side } from "./account.ts";
import { LINES_MAX } from "./check-entry.ts";
import type { Dimensions, DraftLine, EntryDraft } from "./entry.ts";
import {
  compileExpression,
  type Expression,
  ExpressionError,
  type ExpressionToCompile,
  expressionValue,
  type ExpressionValue,
  PayloadError,
  type Scope,
} from "./expression.ts";
import { AMOUNT_MAX } from "./money.ts";
import { type FinancialEvent, type MappingRule, RULE_LINES_MAX, type RuleExample, type RuleLine } from "./rule.ts";

/** Facts about how an event arrived that its entry keeps. */
type SentAs = Pick<EntryDraft, "source" | "payloadHash">;

/** Returns the draft that a rule makes of an event. The same event and rule version always give the same draft. */
export function draftOfEvent(event: FinancialEvent, rule: CompiledRule | undefined, sentAs: SentAs = {}): EntryDraft {
  if (event.lines !== undefined) {
    const { description, referenceId: reference } = event;
    return draftWith(event, sentAs, { description, reference, lines: withDimensions(event.lines, event.dimensions) });
  }
  if (rule === undefined) {
    const message = `there is no active rule for events of type ${event.eventType}: create one, then replay the event`;
    throw new LedgerError("MAPPING_RULE_MISSING", message, { eventType: event.eventType });
  }
  return applyRule(event, rule, sentAs);
}

function applyRule(event: FinancialEvent, rule: CompiledRule, sentAs: SentAs): EntryDraft {
  const evaluation = new Evaluation(rule);
  const scope = evaluation.scopeOf(event);
  const shared = evaluation.dimensions(rule.dimensions, scope, "the rule");
  const lines = rule.lines.flatMap((line, index) => evaluation.lines(line, scope, index + 1));
  evaluation.checkLines(lines, event.transactionCurrency);
  return draftWith(event, sentAs, {
    description: evaluation.optionalText(rule.description, scope, "description") ?? event.description,
    reference: evaluation.optionalText(rule.reference, scope, "reference") ?? event.referenceId,
    ruleId: rule.rule.ruleId,
    ruleVersion: rule.rule.version,
    lines: withDimensions(lines, joined(event.dimensions, shared)),
  });
}

type Mapped = Pick<EntryDraft, "description" | "reference" | "ruleId" | "ruleVersion" | "lines">;

/** Copies member by member, because spreading this many members takes longer than applying the rule. */
function draftWith(event: FinancialEvent, sentAs: SentAs, mapped: Mapped): EntryDraft {
  return {
    eventId: event.eventId,
    postedDate: event.postedDate,
    effectiveDate: event.effectiveDate,
    transactionDate: event.transactionDate,
    currency: event.transactionCurrency,
    lines: mapped.lines,
    createdBy: event.createdBy,
    description: mapped.description,
    reference: mapped.reference,
    source: sentAs.source,
    payloadHash: sentAs.payloadHash,
    ruleId: mapped.ruleId,
    ruleVersion: mapped.ruleVersion,
    autoReverse: event.autoReverse,
  };
}

const NO_DIMENSIONS: Dimensions = {};

/** Merges dimensions. Values of `second` win over those of `first`. */
function joined(first: Dimensions | undefined, second: Dimensions): Dimensions {
  return first === undefined ? second : { ...first, ...second };
}

/** Adds the dimensions of the event and the rule to each line. The line's own dimensions win. */
function withDimensions(lines: readonly DraftLine[], shared: Dimensions = NO_DIMENSIONS): readonly DraftLine[] {
  if (shared === NO_DIMENSIONS) return lines;
  return lines.map((line) => ({ ...line, dimensions: { ...shared, ...line.dimensions } }));
}

/** Evaluates the expressions of one rule. An error names the place that failed. */
class Evaluation {
  readonly #rule: CompiledRule;

  constructor(rule: CompiledRule) {
    this.#rule = rule;
  }

  scopeOf({ payload = {}, ...event }: FinancialEvent): Scope {
    return {
      event: this.#expressionValue(event, "event", "the event"),
      payload: this.#expressionValue(payload, "payload", "the event"),
    };
  }

  lines(line: CompiledLine, scope: Scope, lineNo: number): DraftLine[] {
    const place = `line ${String(lineNo)}`;
    if (line.forEach === undefined) return this.#line(line, scope, place);
    const items = this.#value(line.forEach, scope, "forEach of ", place);
    if (!Array.isArray(items)) throw this.#failure(`forEach of ${place} gives ${kindOf(items)}, not a list`);
    if (items.length > LINES_MAX) throw this.#failure(`forEach of ${place} gives more than ${String(LINES_MAX)} items`);
    return items.flatMap((value: unknown, index) => {
      const item = this.#expressionValue(value, "item", place);
      return this.#line(line, { ...scope, item }, `${place}, item ${String(index + 1)}`);
    });
  }

  /** Returns no line when its condition is false or its amount is 0. */
  #line(line: CompiledLine, scope: Scope, place: string): DraftLine[] {
    if (line.when !== undefined && !this.#isTrue(line.when, scope, place)) return [];
    const amount = this.#amount(line.amount, scope, place);
    if (amount === 0n) return [];
    return [
      {
        account: this.#text(line.account, scope, "account of ", place),
        side: line.side,
        amount,
        currency: line.currency && this.#text(line.currency, scope, "currency of ", place),
        dimensions: this.dimensions(line.dimensions, scope, place),
      },
    ];
  }

  dimensions(dimensions: CompiledLine["dimensions"], scope: Scope, place: string): Dimensions {
    if (dimensions.length === 0) return NO_DIMENSIONS;
    return Object.fromEntries(
      dimensions.map(([name, value]) => [name, this.#text(value, scope, `dimension ${name} of `, place)]),
    );
  }

  optionalText(expression: Expression | undefined, scope: Scope, place: string): string | undefined {
    return expression === undefined ? undefined : this.#text(expression, scope, "", place);
  }

  /** Checks that debits equal credits in one currency. Lines in two currencies are compared after conversion. */
  checkLines(lines: readonly DraftLine[], currency: string): void {
    if (lines.length === 0) throw this.#failure("every line was left out");
    if (lines.some((line) => (line.currency ?? currency) !== currency)) return;
    const sum = (side: string) => lines.reduce((all, line) => (line.side === side ? all + line.amount : all), 0n);
    if (sum("D") !== sum("C"))
      throw this.#failure(`the lines do not balance: debits are ${String(sum("D"))}, credits ${String(sum("C"))}`);
  }

  #amount(expression: Expression, scope: Scope, place: string): bigint {
    const amount = this.#value(expression, scope, "amount of ", place);
    if (typeof amount !== "bigint")
      throw this.#failure(`amount of ${place} is ${kindOf(amount)}, not a whole number; use minor() for decimals`);
    if (amount < 0n)
      throw this.#failure(
        `amount of ${place} is ${String(amount)}; amounts are not negative, use a line of the other side`,
      );
    if (amount > AMOUNT_MAX) throw this.#failure(`amount of ${place} is above ${String(AMOUNT_MAX)}`);
    return amount;
  }

  #text(expression: Expression, scope: Scope, part: string, place: string): string {
    const text = this.#value(expression, scope, part, place);
    if (typeof text !== "string" || text === "") throw this.#failure(`${part}${place} is ${kindOf(text)}, not text`);
    return text;
  }

  #isTrue(expression: Expression, scope: Scope, place: string): boolean {
    const value = this.#value(expression, scope, "when of ", place);
    if (typeof value !== "boolean") throw this.#failure(`when of ${place} is ${kindOf(value)}, not true or false`);
    return value;
  }

  /** Evaluates an expression. `part` and `place` are joined only for an error message, which saves time. */
  #value(expression: Expression, scope: Scope, part: string, place: string): unknown {
    try {
      return expression(scope);
    } catch (error) {
      throw this.#explained(error, part + place);
    }
  }

  #expressionValue(value: unknown, name: string, place: string): ExpressionValue {
    try {
      return expressionValue(value, name);
    } catch (error) {
      throw this.#explained(error, place);
    }
  }

  #explained(error: unknown, place: string): unknown {
    if (error instanceof ExpressionError || error instanceof PayloadError)
      return this.#failure(`${place}: ${error.message}`);
    return error;
  }

  #failure(reason: string): RotaError {
    const { ruleId, version, eventType } = this.#rule.rule;
    const message = `version ${String(version)} of the rule for ${eventType} cannot be applied: ${reason}`;
    return new LedgerError("MAPPING_RULE_EVALUATION_FAILED", message, { ruleId, version, eventType });
  }
}

function kindOf(value: unknown): string {
  if (value === "") return "empty";
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}

type CompiledLine = {
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

/** Compiles a rule. Refuses an expression that cannot be parsed, has the wrong type, or uses a forbidden feature. */
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

function invalidRule({ ruleId, eventType }: MappingRule, reason: string): RotaError {
  return new LedgerError("MAPPING_RULE_INVALID", `the rule for ${eventType} ${reason}`, { ruleId, eventType });
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

export const RULE_EXAMPLES_MAX = 100;

/** Returns the compiled rule or throws the first problem. A rule without an example is refused: it would be untested. */
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
