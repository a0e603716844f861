/** Makes the draft of an entry from an event: by its own lines, or by the rule of its type. */
import { RotaError } from "@rota/engine/errors";
import type { Dimensions, DraftLine, EntryDraft } from "../journal/entry.ts";
import { AMOUNT_MAX } from "../money/amount.ts";
import { LINES_MAX } from "../journal/checks/check-lines.ts";
import type { CompiledLine, CompiledRule } from "./compile-rule.ts";
import { type Expression, ExpressionError, type Scope } from "./expression.ts";
import { expressionValue, PayloadError, type ExpressionValue } from "./payload-values.ts";
import type { FinancialEvent } from "./rule.ts";

/** How an event came, as far as its entry tells it. */
export type SentAs = Pick<EntryDraft, "source" | "payloadHash">;

/** Deterministic: the same event and the same version of a rule give the same draft. */
export function draftOfEvent(event: FinancialEvent, rule: CompiledRule | undefined, sentAs: SentAs = {}): EntryDraft {
  if (event.lines !== undefined) {
    const { description, referenceId: reference } = event;
    return draftWith(event, sentAs, { description, reference, lines: withDimensions(event.lines, event.dimensions) });
  }
  if (rule === undefined) {
    const message = `there is no active rule for events of type ${event.eventType}: create one, then replay the event`;
    throw new RotaError("MAPPING_RULE_MISSING", message, { eventType: event.eventType });
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

/** Member by member: to spread so many takes longer than to map them. */
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

/** Those of the second go before those of the first. */
function joined(first: Dimensions | undefined, second: Dimensions): Dimensions {
  return first === undefined ? second : { ...first, ...second };
}

/** A line's own dimensions go before those of the event and the rule. */
function withDimensions(lines: readonly DraftLine[], shared: Dimensions = NO_DIMENSIONS): readonly DraftLine[] {
  if (shared === NO_DIMENSIONS) return lines;
  return lines.map((line) => ({ ...line, dimensions: { ...shared, ...line.dimensions } }));
}

/** Evaluates the expressions of one rule and says in which place one failed. */
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

  /** None when it is not wanted or its amount is 0. */
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

  /** In one currency debits must equal credits; two currencies are compared when they are converted. */
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

  /** `part` and `place` are put together only when they are told. */
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
    return new RotaError("MAPPING_RULE_EVALUATION_FAILED", message, { ruleId, version, eventType });
  }
}

function kindOf(value: unknown): string {
  if (value === "") return "empty";
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
