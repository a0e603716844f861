/** Defines financial events and mapping rules, which turn events of one type into the lines of an entry. */
import type { Side } from "./account.ts";
import type { Dimensions, DraftLine } from "./entry.ts";

/** Business event. Without `lines`, the rule of its type makes them from `payload`. */
export type FinancialEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly occurredAt: string;
  readonly postedDate: string;
  readonly effectiveDate?: string | undefined;
  readonly transactionDate?: string | undefined;
  readonly transactionCurrency: string;
  readonly createdBy: string;
  readonly description?: string | undefined;
  readonly referenceId?: string | undefined;
  readonly dimensions?: Dimensions | undefined;
  readonly autoReverse?: boolean | undefined;
  readonly lines?: readonly DraftLine[] | undefined;
  /** JSON object. Send whole numbers beyond 2^53 and decimals as text. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Expressions are a part of CEL (Common Expression Language) over `event`, `payload` and, with `forEach`, `item`:
 * text, whole numbers, fields, arithmetic, comparisons, `?:`, `in`, has(), size(), int(), string(), minor(), pct().
 */
export type RuleLine = {
  /** Text expression of the account code. */
  readonly account: string;
  readonly side: Side;
  /** Whole number of minor units. A line of 0 is left out, and a negative one is refused. */
  readonly amount: string;
  /** Condition. The line is left out unless it is true. */
  readonly when?: string | undefined;
  /** Defaults to the currency of the event. */
  readonly currency?: string | undefined;
  /** List expression. The line is made once per member, which the other expressions see as `item`. */
  readonly forEach?: string | undefined;
  readonly dimensions?: Readonly<Record<string, string>> | undefined;
};

/** Event and the lines that the rule must make of it. */
export type RuleExample = {
  readonly event: FinancialEvent;
  readonly lines: readonly DraftLine[];
};

export type MappingRule = {
  readonly ruleId: string;
  readonly version: number;
  readonly eventType: string;
  readonly lines: readonly RuleLine[];
  /** Text expression. Defaults to the description of the event, as `reference` defaults to its reference. */
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  /** Text expressions of the dimensions of all lines. */
  readonly dimensions?: Readonly<Record<string, string>> | undefined;
  /** At least one example. A rule becomes active only if all of them pass. */
  readonly examples: readonly RuleExample[];
};

export const RULE_LINES_MAX = 50;
export const EXPRESSION_BYTES_MAX = 1_024;
