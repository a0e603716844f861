/** Defines the books of a tenant in memory: the settings, accounts, periods, rates and rules that entries are checked against. */
import type { Chart } from "./account.ts";
import type { CompiledRule } from "./apply-rule.ts";
import type { Period } from "./period.ts";
import type { RateTable } from "./rate.ts";

export type Books = {
  readonly baseCurrency: string;
  /** The month in which the fiscal year starts, 1 to 12. */
  readonly fiscalYearStartMonth: number;
  readonly chart: Chart;
  readonly periods: readonly Period[];
  readonly rates: RateTable;
  /** Takes the units that rounding leaves over in entries of two currencies; in the base currency. */
  readonly roundingAccount?: string | undefined;
  /** The last day that entries may have: a later one is a slip of the pen. Default: any day of a period. */
  readonly today?: string | undefined;
  /** Names of dimensions that lines may carry. Default: any. */
  readonly dimensionNames?: readonly string[] | undefined;
};

export type TenantBooks = Books & {
  readonly tenant: string;
  /** The code of the ledger, as it is hashed. */
  readonly ledger: string;
  readonly ledgerId: bigint;
  /** Another one after every change of anything that is in here. No two databases have one in common. */
  readonly version: string;
  readonly isActive: boolean;
  /** The active rule for events of a type. Throws MAPPING_RULE_INVALID for one that cannot be compiled any more. */
  ruleOf(eventType: string): CompiledRule | undefined;
  /** Refuses an account that is not in the chart. */
  accountId(code: string): bigint;
  /** Of debits in the base currency; undefined: no entry needs approval. */
  readonly approvalThreshold: bigint | undefined;
  /** Codes of accounts; undefined: none was named. */
  readonly namedAccounts: NamedAccounts;
};

export type NamedAccounts = {
  readonly retainedEarnings: string | undefined;
  readonly gain: string | undefined;
  readonly loss: string | undefined;
  readonly reserve: string | undefined;
};

/** How far ahead of the day in Greenwich any place on earth may be. */
const AHEAD_MS = 24 * 3_600_000;

/** The same books on a day: entries may not be dated later than it is anywhere on earth. */
export function asOf<Given extends Books>(books: Given, at: Date): Given {
  return { ...books, today: new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10) };
}
