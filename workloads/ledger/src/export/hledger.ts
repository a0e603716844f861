/** Writes a journal that hledger reads, and ledger-cli as well: accounts, entries, amounts with their base value. */
import type { Chart } from "../accounts/chart.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { formatNumber } from "../journal/number.ts";
import { formatAmount } from "../money/amount.ts";
import { accountName, amountOf, oneLine } from "./plain-text.ts";

export type BooksToExport = { readonly chart: Chart; readonly baseCurrency: string };

/** In the order of effective dates; pieces of text, so that any number of entries can be written as a stream. */
export function* hledgerJournal(entries: Iterable<JournalEntry>, books: BooksToExport): Generator<string> {
  yield `commodity ${formatAmount(100_000n, books.baseCurrency)} ${books.baseCurrency}\n`;
  for (const account of books.chart.accounts) yield `account ${accountName(account)}\n`;
  for (const entry of byDate(entries)) yield `\n${entryText(entry, books)}`;
}

function entryText(entry: JournalEntry, { chart, baseCurrency }: BooksToExport): string {
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

export function byDate(entries: Iterable<JournalEntry>): JournalEntry[] {
  return [...entries].sort((a, b) =>
    a.effectiveDate === b.effectiveDate ? a.chainSeq - b.chainSeq : a.effectiveDate < b.effectiveDate ? -1 : 1,
  );
}
