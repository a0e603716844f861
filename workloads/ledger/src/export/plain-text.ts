/** What the journals of hledger and beancount have in common: account names, texts, and the amounts of a line. */
import type { Account, AccountType } from "../accounts/account.ts";
import type { JournalLine } from "../journal/entry.ts";
import { formatAmount } from "../money/amount.ts";

const ROOTS: Readonly<Record<AccountType, string>> = {
  ASSET: "Assets",
  LIABILITY: "Liabilities",
  EQUITY: "Equity",
  REVENUE: "Income",
  EXPENSE: "Expenses",
};

/** Accounts of the others say their type by the first part of their name. */
export function accountName({ type, code }: Account): string {
  const root = ROOTS[type];
  return code.startsWith(`${root}:`) ? code : `${root}:${code}`;
}

export type AmountPair = {
  readonly amount: string;
  readonly currency: string;
  /** What the whole amount stands for in the base currency; absent for amounts in it. */
  readonly total: string | undefined;
};

/** A debit is positive. A line of an account in the base currency is its base amount. */
export function amountOf(line: JournalLine, account: Account, baseCurrency: string): AmountPair {
  const sign = line.side === "D" ? "" : "-";
  const base = formatAmount(line.baseAmount, baseCurrency);
  if (line.currency === baseCurrency || account.currency === baseCurrency)
    return { amount: sign + base, currency: baseCurrency, total: undefined };
  return { amount: sign + formatAmount(line.amount, line.currency), currency: line.currency, total: base };
}

/** One line without what the formats read as a comment or the end of a field. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc};|]+/gu, " ").trim();
}
