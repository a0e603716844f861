/** Defines financial events and mapping rules, which turn events of one type into the lines of an entry. */
import type { Side } from "./account.ts";
import type { Dimensions, DraftLine } from "./entry.ts";

/**
 * A business event. With `lines` no rule is needed; otherwise the rule of its type makes them from `payload`.
 */
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
  /** JSON; whole numbers beyond 2^53 and decimals are better sent as text. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Expressions are a part of CEL (Common Expression Language) over `event`, `payload` and, with `forEach`, `item`:
 * text, whole numbers, fields, arithmetic, comparisons, `?:`, `in`, has(), size(), int(), string(), minor(), pct().
 */
export type RuleLine = {
  /** The code of the account: text. */
  readonly account: string;
  readonly side: Side;
  /** Minor units: a whole number. A line of 0 is left out; a negative one is refused. */
  readonly amount: string;
  /** The line is left out unless this is true. */
  readonly when?: string | undefined;
  /** Default: the currency of the event. */
  readonly currency?: string | undefined;
  /** A list: the line is made once for each of its members, which the other expressions see as `item`. */
  readonly forEach?: string | undefined;
  readonly dimensions?: Readonly<Record<string, string>> | undefined;
};

/** An event and the lines that the rule must make of it. */
export type RuleExample = {
  readonly event: FinancialEvent;
  readonly lines: readonly DraftLine[];
};

export type MappingRule = {
  readonly ruleId: string;
  readonly version: number;
  readonly eventType: string;
  readonly lines: readonly RuleLine[];
  /** Text expressions. Default: what the event says. */
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  /** Text expressions of dimensions that all lines get. */
  readonly dimensions?: Readonly<Record<string, string>> | undefined;
  /** At least one: a rule is active only after all of them come out as they say. */
  readonly examples: readonly RuleExample[];
};

export const RULE_LINES_MAX = 50;
export const EXPRESSION_BYTES_MAX = 1_024;
