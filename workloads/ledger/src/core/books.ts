/** Defines the books of a tenant in memory: settings, accounts, periods, rates and rules, which entries are checked against. */
import type { Chart } from "./account.ts";
import type { CompiledRule } from "./apply-rule.ts";
import type { Period } from "./period.ts";
import type { RateTable } from "./rate.ts";

export type Books = {
  readonly baseCurrency: string;
  /** Month in which the fiscal year starts, 1 to 12. */
  readonly fiscalYearStartMonth: number;
  readonly chart: Chart;
  readonly periods: readonly Period[];
  readonly rates: RateTable;
  /** Account in the base currency that takes the rounding differences of entries in two currencies. */
  readonly roundingAccount?: string | undefined;
  /** Last date that entries may have: a later one is probably a typo. Defaults to any day of a period. */
  readonly today?: string | undefined;
  /** Names of the dimensions that lines may have. Defaults to any name. */
  readonly dimensionNames?: readonly string[] | undefined;
};

export type TenantBooks = Books & {
  readonly tenant: string;
  /** Code of the ledger, which hashes cover. */
  readonly ledger: string;
  readonly ledgerId: bigint;
  /** Changes with every change of the books. No two databases share a version. */
  readonly version: string;
  readonly isActive: boolean;
  /** Returns the active rule for a type of events. Throws MAPPING_RULE_INVALID if it does not compile. */
  ruleOf(eventType: string): CompiledRule | undefined;
  /** Returns the id of an account. Refuses one that is not in the chart. */
  accountId(code: string): bigint;
  /** Sum of debits in the base currency from which an entry needs approval. Undefined: none does. */
  readonly approvalThreshold: bigint | undefined;
  /** Codes of the accounts that the settings name. Undefined where the settings name none. */
  readonly namedAccounts: NamedAccounts;
};

export type NamedAccounts = {
  readonly retainedEarnings: string | undefined;
  readonly gain: string | undefined;
  readonly loss: string | undefined;
  readonly reserve: string | undefined;
};

/** Maximum time that any place on earth is ahead of UTC, rounded up to a day. */
const AHEAD_MS = 24 * 3_600_000;

/** Returns the books at a time: entries may not be dated later than the latest local date on earth. */
export function asOf<Given extends Books>(books: Given, at: Date): Given {
  return { ...books, today: new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10) };
}
