/** Defines the books of a small company for tests: base currency USD, accounts of every type, two of them in EUR. */
import { type Account, type AccountType, createChart } from "../src/core/account.ts";
import { appendEntries, emptyLedger, type EntryToAppend, type LedgerHead } from "../src/core/chain.ts";
import type { Books } from "../src/core/books.ts";
import { checkDraft } from "../src/core/check-entry.ts";
import type { CheckedEntry, DraftLine, EntryDraft, JournalEntry } from "../src/core/entry.ts";
import { createRateTable, type ExchangeRate, parseRate } from "../src/core/rate.ts";
import type { Period } from "../src/core/period.ts";

export function account(code: string, type: AccountType, changes: Partial<Account> = {}): Account {
  return { code, name: code, type, currency: "USD", isContra: false, parent: null, isActive: true, ...changes };
}

export const ACCOUNTS: readonly Account[] = [
  account("cash", "ASSET"),
  account("receivable", "ASSET"),
  account("receivable-eur", "ASSET", { currency: "EUR" }),
  account("equipment", "ASSET"),
  account("depreciation", "ASSET", { isContra: true, parent: "equipment" }),
  account("fx-reserve", "ASSET"),
  account("payable", "LIABILITY"),
  account("payable-eur", "LIABILITY", { currency: "EUR" }),
  account("capital", "EQUITY"),
  account("retained", "EQUITY"),
  account("sales", "REVENUE"),
  account("sales-eur", "REVENUE", { currency: "EUR" }),
  account("returns", "REVENUE", { isContra: true, parent: "sales" }),
  account("fx-gain", "REVENUE"),
  account("rent", "EXPENSE"),
  account("fx-loss", "EXPENSE"),
  account("rounding", "EXPENSE"),
  account("old", "EXPENSE", { isActive: false }),
];

/** Months of 2026 and the first of 2027, all open. */
export const MONTHS: readonly Period[] = Array.from({ length: 13 }, (_, index) => {
  const [year, month] = [2026 + Math.floor(index / 12), (index % 12) + 1];
  const name = `${String(year)}-${String(month).padStart(2, "0")}`;
  const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { name, start: `${name}-01`, end, status: "OPEN" };
});

export function rate(date: string, value: string, type: ExchangeRate["type"] = "SPOT"): ExchangeRate {
  return { from: "EUR", to: "USD", date, type, rate: parseRate(value) };
}

export function booksWith(changes: Partial<Books> = {}): Books {
  return {
    baseCurrency: "USD",
    fiscalYearStartMonth: 1,
    chart: createChart(ACCOUNTS),
    periods: MONTHS,
    rates: createRateTable([rate("2026-01-01", "1.1"), rate("2026-06-01", "1.2")], { ageDaysMax: 400 }),
    roundingAccount: "rounding",
    ...changes,
  };
}

export const debit = (code: string, amount: bigint, more: Partial<DraftLine> = {}): DraftLine => ({
  ...{ account: code, side: "D", amount },
  ...more,
});
export const credit = (code: string, amount: bigint, more: Partial<DraftLine> = {}): DraftLine => ({
  ...{ account: code, side: "C", amount },
  ...more,
});

export function draft(lines: readonly DraftLine[], changes: Partial<EntryDraft> = {}): EntryDraft {
  return { eventId: "event-1", postedDate: "2026-03-15", currency: "USD", createdBy: "ann", lines, ...changes };
}

/** Journal in memory that gives posted entries their number, place and hash. */
export class SmallJournal {
  readonly entries: JournalEntry[] = [];
  readonly books: Books;
  #head: LedgerHead = emptyLedger("tenant-1", "main");

  constructor(books: Books = booksWith()) {
    this.books = books;
  }

  get head(): LedgerHead {
    return this.#head;
  }

  post(lines: readonly DraftLine[], changes: Partial<EntryDraft> = {}): JournalEntry {
    const eventId = `event-${String(this.entries.length + 1)}`;
    return this.append(checkDraft(draft(lines, { eventId, ...changes }), this.books));
  }

  append(entry: CheckedEntry): JournalEntry {
    const toAppend: EntryToAppend = {
      ...entry,
      id: `id-${String(this.entries.length + 1)}`,
      createdAt: "2026-11-15T12:00:00.000Z",
    };
    const { entries, head } = appendEntries(this.#head, [toAppend]);
    this.#head = head;
    this.entries.push(...entries);
    const [appended] = entries;
    if (appended === undefined) throw new Error("one entry was appended");
    return appended;
  }
}
