/** Makes opening entries from the balances of other books, given as a list or as CSV. */
import type { RotaError } from "@rota/engine/errors";
import { parse } from "csv-parse/sync";
import { LedgerError } from "../errors.ts";
import type { Account, Chart, Side } from "./account.ts";
import type { Books } from "./books.ts";
import { baseSumOf, checkDate, checkLines, checkTexts, LINES_MAX } from "./check-entry.ts";
import type { CheckedEntry, JournalLine } from "./entry.ts";
import { fiscalYearOf } from "./fiscal-year.ts";
import { absolute, parseAmount, requireAmount } from "./money.ts";
import { type Poster, requirePostable } from "./period.ts";
import { convertAmount, RATE_ONE } from "./rate.ts";

export type OpeningBalance = {
  readonly account: string;
  readonly side: Side;
  /** Amount in the currency of the account, above 0. */
  readonly amount: bigint;
  /** Value in the base currency in the previous books. Defaults to a conversion at the rate of the day. */
  readonly baseAmount?: bigint | undefined;
};

export type OpeningBalances = {
  readonly eventId: string;
  /** Day on which the previous books ended. */
  readonly date: string;
  readonly balances: readonly OpeningBalance[];
  /** EQUITY account in the base currency that takes the difference. */
  readonly equity: string;
  readonly createdBy: string;
};

/** Maximum number of balances per entry. One more line takes the difference. */
export const OPENING_PER_ENTRY = LINES_MAX - 1;

type OpeningLine = Omit<JournalLine, "n">;

/** Makes one entry, or several if there are more balances than an entry can have. Each entry balances by itself. */
export function openingEntries(opening: OpeningBalances, books: Books, poster: Poster = {}): CheckedEntry[] {
  const { eventId, createdBy, balances, date } = opening;
  checkTexts({ eventId, createdBy });
  checkDate(date, "date", books);
  requirePostable(books.periods, date, poster);
  checkEquity(books.chart.require(opening.equity), books);
  if (balances.length === 0) throw invalid("it has no balance");
  refuseTwice(balances);

  const lines = balances.map((balance, index) => lineOf(balance, `balance ${String(index + 1)}`, opening, books));
  return Array.from({ length: Math.ceil(lines.length / OPENING_PER_ENTRY) }, (_, part) =>
    entryOf(lines.slice(part * OPENING_PER_ENTRY, (part + 1) * OPENING_PER_ENTRY), part, opening, books),
  );
}

/** Returns the event id of an entry. Parts are counted from 0. */
export function openingEventId(eventId: string, part: number): string {
  return part === 0 ? eventId : `${eventId}:${String(part + 1)}`;
}

function refuseTwice(balances: readonly OpeningBalance[]): void {
  const seen = new Set<string>();
  for (const { account } of balances) {
    if (seen.has(account)) throw invalid(`account ${account} is in it twice`);
    seen.add(account);
  }
}

function lineOf(balance: OpeningBalance, place: string, { date }: OpeningBalances, books: Books): OpeningLine {
  const { account, side, amount } = balance;
  const { currency } = books.chart.require(account);
  checkLines({ currency, lines: [{ account, side, amount }] }, books);
  if (amount <= 0n)
    throw invalid(`${place} (${account}) is ${String(amount)}: amounts are above 0, leave out the rest`);
  const baseAmount = requireAmount(balance.baseAmount ?? valueOf(amount, currency, date, books), books.baseCurrency);
  if (baseAmount <= 0n || (currency === books.baseCurrency && baseAmount !== amount))
    throw invalid(
      `${place} (${account}) stands for ${String(baseAmount)} in the base currency: correct its base amount`,
    );
  return { account, side, currency, amount, baseAmount, dimensions: {} };
}

function valueOf(amount: bigint, from: string, date: string, { baseCurrency: to, rates }: Books): bigint {
  return from === to ? amount : convertAmount(amount, { from, to, rate: rates.find({ from, to, date }).rate });
}

function entryOf(lines: readonly OpeningLine[], part: number, opening: OpeningBalances, books: Books): CheckedEntry {
  const { date, createdBy, equity } = opening;
  const { baseCurrency } = books;
  const left = baseSumOf(lines, "D") - baseSumOf(lines, "C");
  const rest: OpeningLine[] =
    left === 0n
      ? []
      : [{ ...lineOn(equity, left > 0n ? "C" : "D", absolute(left)), currency: baseCurrency, dimensions: {} }];
  return {
    ...NOTHING_ELSE,
    eventId: openingEventId(opening.eventId, part),
    postedDate: date,
    effectiveDate: date,
    transactionDate: date,
    fiscalYear: fiscalYearOf(date, books.fiscalYearStartMonth),
    currency: baseCurrency,
    baseCurrency,
    description: "Opening balances",
    createdBy,
    lines: [...lines, ...rest].map((line, index) => ({ n: index + 1, ...line })),
  };
}

const NOTHING_ELSE = {
  kind: "POSTED",
  source: null,
  payloadHash: null,
  ruleId: null,
  ruleVersion: null,
  reversalOf: null,
  correctionOf: null,
  rate: RATE_ONE,
  reference: null,
  autoReverse: false,
  approvedBy: null,
} as const;

function lineOn(account: string, side: Side, amount: bigint) {
  return { account, side, amount, baseAmount: amount };
}

function checkEquity({ code, type, currency }: Account, { baseCurrency }: Books): void {
  if (type === "EQUITY" && currency === baseCurrency) return;
  throw invalid(`account ${code} is ${type} in ${currency}: what is left over goes to EQUITY in ${baseCurrency}`);
}

function invalid(reason: string): RotaError {
  return new LedgerError("JOURNAL_ENTRY_INVALID", `the opening balances cannot be posted: ${reason}`);
}

/**
 * Reads opening balances from CSV. The first line names the columns `account`, `debit` and `credit`, in the currency of
 * the account. `base_debit` and `base_credit` are the base values of foreign balances. Lines without an amount are
 * left out.
 *
 * @example readOpeningCsv("account,debit,credit\ncash,12.99,\nloan,,12.99", books)
 */
export function readOpeningCsv(
  csv: string,
  { chart, baseCurrency }: { readonly chart: Chart; readonly baseCurrency: string },
): OpeningBalance[] {
  return parseRows(csv).flatMap((row, index) => {
    const line = index + 2;
    const account = row["account"] ?? "";
    if (account === "") throw refusal(line, "it names no account");
    const own = amountIn(row, { debit: "debit", credit: "credit" }, chart.require(account).currency, line);
    const base = amountIn(row, { debit: "base_debit", credit: "base_credit" }, baseCurrency, line);
    if (own === undefined) return [];
    if (base !== undefined && base.side !== own.side) throw refusal(line, "its two amounts stand on different sides");
    return [{ account, ...own, baseAmount: base?.amount }];
  });
}

type Columns = { readonly debit: string; readonly credit: string };

/** Returns the amount of a row. Undefined if both columns are empty or 0. */
function amountIn(row: Row, { debit, credit }: Columns, currency: string, line: number) {
  const left = parseAmount(row[debit]?.trim() || "0", currency);
  const right = parseAmount(row[credit]?.trim() || "0", currency);
  if (left !== 0n && right !== 0n) throw refusal(line, `it has both ${debit} and ${credit}: give their difference`);
  if (left < 0n || right < 0n) throw refusal(line, "amounts are not negative: write them on the other side");
  if (left === 0n && right === 0n) return undefined;
  return left > 0n ? ({ side: "D", amount: left } as const) : ({ side: "C", amount: right } as const);
}

type Row = Readonly<Record<string, string>>;

function parseRows(csv: string): Row[] {
  try {
    return parse(csv, { bom: true, columns: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it cannot be read";
    throw new LedgerError("JOURNAL_ENTRY_INVALID", `the opening balances are no CSV: ${why}`, {}, { cause });
  }
}

function refusal(line: number, why: string): RotaError {
  return new LedgerError("JOURNAL_ENTRY_INVALID", `line ${String(line)} of the opening balances: ${why}`, { line });
}
