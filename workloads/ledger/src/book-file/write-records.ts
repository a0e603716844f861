/** Writes a ledger as a book file, record by record: with it anybody can verify the books without us. */
import type { Account } from "../accounts/account.ts";
import type { Balances } from "../accounts/balances.ts";
import type { Totals } from "../accounts/totals.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { formatRate } from "../money/rate.ts";
import type { ExchangeRate } from "../money/rate-table.ts";
import type { Period } from "../periods/period.ts";
import type {
  AccountRecord,
  BalanceRecord,
  BookRecord,
  EntryRecord,
  HeadRecord,
  LedgerRecord,
} from "./record-schemas.ts";

export type LedgerToWrite = Omit<LedgerRecord, "record" | "version"> & {
  readonly accounts: Iterable<Account>;
  readonly periods: Iterable<Period>;
  readonly rates: Iterable<ExchangeRate>;
};

/** What stands before the entries. */
export function* bookHeadLines({ accounts, periods, rates, ...ledger }: LedgerToWrite): Generator<string> {
  yield lineOf({ record: "ledger", version: 1, ...ledger });
  for (const account of accounts) yield lineOf(accountRecord(account));
  for (const period of periods) yield lineOf({ record: "period", ...period });
  for (const rate of rates) yield lineOf({ record: "rate", ...rate, rate: formatRate(rate.rate) });
}

export function entryLine(entry: JournalEntry): string {
  return lineOf(entryRecord(entry));
}

/** What stands behind the entries: the stored totals, and the end of the chain. */
export function* bookEndLines(balances: Balances, head: Pick<HeadRecord, "chainSeq" | "hash">): Generator<string> {
  for (const [account, totals] of balances) yield lineOf(balanceRecord(account, totals));
  yield lineOf({ record: "head", chainSeq: head.chainSeq, hash: head.hash });
}

function lineOf(record: BookRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function accountRecord({ code, name, type, currency, ...rest }: Account): AccountRecord {
  const { isContra, parent, isActive, isCash = false } = rest;
  return { record: "account", code, name, type, currency, isContra, parent, isActive, isCash };
}

function entryRecord({ lines, rate, ...entry }: JournalEntry): EntryRecord {
  return {
    record: "entry",
    ...entry,
    rate: formatRate(rate),
    lines: lines.map((line) => ({ ...line, amount: String(line.amount), baseAmount: String(line.baseAmount) })),
  };
}

function balanceRecord(account: string, { debit, credit, baseDebit, baseCredit }: Totals): BalanceRecord {
  return {
    ...{ record: "balance", account, debit: String(debit), credit: String(credit) },
    ...{ baseDebit: String(baseDebit), baseCredit: String(baseCredit) },
  };
}
