/** Exports a ledger from the database as a book file, CSV, hledger or beancount, piece by piece. */
import type { Queryable } from "@rota/engine";
import type { Totals } from "../core/balance.ts";
import { bookEndLines, bookHeadLines, entryLine } from "../core/book-file.ts";
import type { TenantBooks } from "../core/books.ts";
import { genesisHash } from "../core/chain.ts";
import { journalCsv } from "../core/csv-export.ts";
import type { JournalEntry } from "../core/entry.ts";
import { beancountJournal, hledgerJournal } from "../core/plain-text-journal.ts";
import { parseRate } from "../core/rate.ts";
import { type BooksName, readBooks } from "./books-store.ts";
import { selectBooksAccounts, selectBooksRates } from "./entity.sql.ts";
import { readJournal } from "./verify-ledger.ts";
import { selectBalances, selectLedgerState } from "./verify.sql.ts";

export const LEDGER_FORMATS = ["json", "csv", "hledger", "beancount"] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

export type LedgerTextOptions = BooksName & {
  readonly format: LedgerFormat;
  readonly onEntries?: (entries: number) => void;
};

/** Yields the text of a ledger. `on` should be one snapshot, so that later postings are in none of the pieces. */
export async function* ledgerText(on: Queryable, options: LedgerTextOptions): AsyncGenerator<string> {
  const books = await readBooks(on, options);
  const entries = entriesOf(on, books, options.onEntries);
  switch (options.format) {
    case "json":
      yield* bookFile(on, books, entries);
      break;
    case "csv":
      yield* journalCsv([], books.chart);
      for await (const entry of entries) yield* withoutFirst(journalCsv([entry], books.chart));
      break;
    // These formats need the entries ordered by day, which is not the order of the chain.
    case "hledger":
      yield* hledgerJournal(await collected(entries), books);
      break;
    case "beancount":
      yield* beancountJournal(await collected(entries), books);
      break;
  }
}

async function* bookFile(
  on: Queryable,
  books: TenantBooks,
  entries: AsyncIterable<JournalEntry>,
): AsyncGenerator<string> {
  const { tenant, ledger, baseCurrency, fiscalYearStartMonth, chart, periods } = books;
  const rates = (await on.query(selectBooksRates(tenant))).map((row) => ({
    ...{ from: row.source_currency, to: row.target_currency, type: row.rate_type },
    ...{ date: row.effective_date, rate: parseRate(row.rate) },
  }));
  const named = { tenant, ledger, baseCurrency, fiscalYearStartMonth };
  yield* bookHeadLines({ ...named, accounts: chart.accounts, periods, rates });
  for await (const entry of entries) yield entryLine(entry);
  const [state] = await on.query(selectLedgerState({ tenant, ledger }));
  const head = {
    chainSeq: Number(state?.next_chain_seq ?? 1) - 1,
    hash: state?.last_hash ?? genesisHash(tenant, ledger),
  };
  yield* bookEndLines(await storedTotals(on, books.ledgerId), head);
}

async function* entriesOf(
  on: Queryable,
  books: TenantBooks,
  onEntries: LedgerTextOptions["onEntries"],
): AsyncGenerator<JournalEntry> {
  const rows = await on.query(selectBooksAccounts(books.ledgerId));
  const codes = new Map(rows.map(({ account_id: id, code }) => [id, code]));
  let entries = 0;
  for await (const page of readJournal(on, { ...books, accountCode: (id) => codes.get(id) })) {
    for (const { entry } of page) yield entry;
    onEntries?.((entries += page.length));
  }
}

/** Returns the stored totals of the accounts that have postings. */
async function storedTotals(on: Queryable, ledgerId: bigint): Promise<ReadonlyMap<string, Totals>> {
  const rows = await on.query(selectBalances(ledgerId));
  const used = rows.filter(({ updated_seq: seq }) => seq !== null && seq > 0n);
  return new Map(
    used.map((row) => [
      row.code,
      {
        debit: BigInt(row.debit_minor ?? 0),
        credit: BigInt(row.credit_minor ?? 0),
        baseDebit: BigInt(row.base_debit_minor ?? 0),
        baseCredit: BigInt(row.base_credit_minor ?? 0),
      },
    ]),
  );
}

/** Drops the first piece, the column names, which appear only once in a file. */
function* withoutFirst(pieces: Iterable<string>): Generator<string> {
  let isFirst = true;
  for (const piece of pieces) {
    if (!isFirst) yield piece;
    isFirst = false;
  }
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
