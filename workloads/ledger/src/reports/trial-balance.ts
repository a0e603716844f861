/** The balance of every account with lines on a day, in two columns that must be equal. */
import type { Account, AccountType } from "../accounts/account.ts";
import { aggregatedBase, type Balances, balancesOf } from "../accounts/balances.ts";
import { NO_TOTALS, signedBalance, signedBaseBalance } from "../accounts/totals.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { type BalancesAt, entriesUntil, type ReportBooks, type ReportSource, sourceOf } from "./report.ts";

export type TrialBalanceRow = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: string | null;
  readonly level: number;
  readonly isLeaf: boolean;
  readonly currency: string;
  /** Debits minus credits in the currency of the account. */
  readonly balance: bigint;
  /** Its own balance in the base currency, in one of the two columns. */
  readonly debit: bigint;
  readonly credit: bigint;
  /** Debits minus credits in the base currency, with all accounts below it. */
  readonly rolledUp: bigint;
};

export type TrialBalance = {
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly rows: readonly TrialBalanceRow[];
  readonly debit: bigint;
  readonly credit: bigint;
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

export function trialBalance(entries: Iterable<JournalEntry>, asOf: string, books: ReportBooks): TrialBalance {
  const all = [...entries];
  const balances = balancesOf(entriesUntil(all, asOf), books.chart);
  return trialBalanceOf({ asOf, balances, source: sourceOf(all) }, books);
}

/** From the totals of all accounts up to a day, however they were added up. */
export function trialBalanceOf({ asOf, balances, source }: BalancesAt, books: ReportBooks): TrialBalance {
  const rows = books.chart.accounts
    .filter(({ code }) => isShown(code, balances, books))
    .map((account) => rowOf(account, balances, books));
  const debit = rows.reduce((sum, row) => sum + row.debit, 0n);
  const credit = rows.reduce((sum, row) => sum + row.credit, 0n);
  const { baseCurrency } = books;
  return { asOf, baseCurrency, rows, debit, credit, isBalanced: debit === credit, source };
}

/** An account with lines, or one above such an account. */
function isShown(code: string, balances: Balances, books: ReportBooks): boolean {
  return balances.has(code) || books.chart.childrenOf(code).some((child) => isShown(child.code, balances, books));
}

function rowOf(account: Account, balances: Balances, { chart }: ReportBooks): TrialBalanceRow {
  const { code, name, type, parent, currency } = account;
  const totals = balances.get(code) ?? NO_TOTALS;
  const signed = signedBaseBalance(totals);
  return {
    code,
    name,
    type,
    parent,
    level: chart.levelOf(code),
    isLeaf: chart.childrenOf(code).length === 0,
    currency,
    balance: signedBalance(totals),
    debit: signed > 0n ? signed : 0n,
    credit: signed < 0n ? -signed : 0n,
    rolledUp: aggregatedBase(code, balances, chart),
  };
}
