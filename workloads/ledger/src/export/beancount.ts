/** Writes a journal that beancount reads, with accounts named as it asks for: parts that start with a capital or digit. */
import type { Account } from "../accounts/account.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { formatNumber } from "../journal/number.ts";
import { byDate, type BooksToExport } from "./hledger.ts";
import { accountName, amountOf, oneLine } from "./plain-text.ts";

export function* beancountJournal(entries: Iterable<JournalEntry>, books: BooksToExport): Generator<string> {
  const sorted = byDate(entries);
  const opened = sorted[0]?.effectiveDate ?? "1970-01-01";
  yield `option "operating_currency" "${books.baseCurrency}"\n`;
  for (const account of books.chart.accounts) yield `${opened} open ${beancountName(account)}\n`;
  for (const entry of sorted) yield `\n${entryText(entry, books)}`;
}

/** Beancount takes letters, digits and dashes: anything else becomes a dash. */
export function beancountName(account: Account): string {
  const parts = accountName(account).split(":");
  return parts
    .filter((part) => part !== "")
    .map((part) => part.replace(/[^\p{L}\p{N}-]/gu, "-"))
    .map((part) => (/^[\p{Lu}\p{N}]/u.test(part) ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
    .join(":");
}

function entryText(entry: JournalEntry, { chart, baseCurrency }: BooksToExport): string {
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
