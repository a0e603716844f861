/** Writes a journal for hledger, ledger-cli and beancount. */
import type { Account, AccountType, Chart } from "./account.ts";
import { formatNumber, type JournalEntry, type JournalLine } from "./entry.ts";
import { formatAmount } from "./money.ts";

export type BooksToExport = { readonly chart: Chart; readonly baseCurrency: string };

/**
 * Writes a journal for hledger and ledger-cli, ordered by effective date. Yields pieces of text, so that any number of
 * entries can be streamed.
 */
export function* hledgerJournal(entries: Iterable<JournalEntry>, books: BooksToExport): Generator<string> {
  yield `commodity ${formatAmount(100_000n, books.baseCurrency)} ${books.baseCurrency}\n`;
  for (const account of books.chart.accounts) yield `account ${accountName(account)}\n`;
  for (const entry of byDate(entries)) yield `\n${hledgerText(entry, books)}`;
}

function hledgerText(entry: JournalEntry, { chart, baseCurrency }: BooksToExport): string {
  const number = formatNumber(entry.fiscalYear, entry.number);
  const head = `${entry.effectiveDate} * (${number}) ${oneLine(entry.description ?? entry.kind)}  ; ${oneLine(entry.eventId)}`;
  const postings = entry.lines.map((line) => {
    const account = chart.require(line.account);
    const { amount, currency, total } = amountOf(line, account, baseCurrency);
    const value = total === undefined ? "" : ` @@ ${total} ${baseCurrency}`;
    return `    ${accountName(account)}  ${amount} ${currency}${value}`;
  });
  return `${head}\n${postings.join("\n")}\n`;
}

function byDate(entries: Iterable<JournalEntry>): JournalEntry[] {
  return [...entries].sort((a, b) =>
    a.effectiveDate === b.effectiveDate ? a.chainSeq - b.chainSeq : a.effectiveDate < b.effectiveDate ? -1 : 1,
  );
}

/** Writes a journal for beancount. Each part of an account name starts with a capital letter or a digit. */
export function* beancountJournal(entries: Iterable<JournalEntry>, books: BooksToExport): Generator<string> {
  const sorted = byDate(entries);
  const opened = sorted[0]?.effectiveDate ?? "1970-01-01";
  yield `option "operating_currency" "${books.baseCurrency}"\n`;
  for (const account of books.chart.accounts) yield `${opened} open ${beancountName(account)}\n`;
  for (const entry of sorted) yield `\n${beancountText(entry, books)}`;
}

/** Returns an account name for beancount. Characters that it does not accept become dashes. */
export function beancountName(account: Account): string {
  const parts = accountName(account).split(":");
  return parts
    .filter((part) => part !== "")
    .map((part) => part.replace(/[^\p{L}\p{N}-]/gu, "-"))
    .map((part) => (/^[\p{Lu}\p{N}]/u.test(part) ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
    .join(":");
}

function beancountText(entry: JournalEntry, { chart, baseCurrency }: BooksToExport): string {
  const number = formatNumber(entry.fiscalYear, entry.number);
  const head = `${entry.effectiveDate} * ${quoted(entry.description ?? entry.kind)}`;
  const facts = [`  number: ${quoted(number)}`, `  event: ${quoted(entry.eventId)}`];
  const postings = entry.lines.map((line) => {
    const account = chart.require(line.account);
    const { amount, currency, total } = amountOf(line, account, baseCurrency);
    return `  ${beancountName(account)}  ${amount} ${currency}${total === undefined ? "" : ` @@ ${total} ${baseCurrency}`}`;
  });
  return `${[head, ...facts, ...postings].join("\n")}\n`;
}

function quoted(text: string): string {
  return `"${oneLine(text).replace(/["\\]/g, "'")}"`;
}

const ROOTS: Readonly<Record<AccountType, string>> = {
  ASSET: "Assets",
  LIABILITY: "Liabilities",
  EQUITY: "Equity",
  REVENUE: "Income",
  EXPENSE: "Expenses",
};

/** Returns an account name for hledger and ledger-cli, whose first part gives the type. */
export function accountName({ type, code }: Account): string {
  const root = ROOTS[type];
  return code.startsWith(`${root}:`) ? code : `${root}:${code}`;
}

type AmountPair = {
  readonly amount: string;
  readonly currency: string;
  /** Value of the whole amount in the base currency. Undefined for amounts in the base currency. */
  readonly total: string | undefined;
};

/** Returns the amount of a line, debits positive. An account in the base currency gets the base amount. */
function amountOf(line: JournalLine, account: Account, baseCurrency: string): AmountPair {
  const sign = line.side === "D" ? "" : "-";
  const base = formatAmount(line.baseAmount, baseCurrency);
  if (line.currency === baseCurrency || account.currency === baseCurrency)
    return { amount: sign + base, currency: baseCurrency, total: undefined };
  return { amount: sign + formatAmount(line.amount, line.currency), currency: line.currency, total: base };
}

/** Returns text in one line without characters that start a comment or end a field. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc};|]+/gu, " ").trim();
}
