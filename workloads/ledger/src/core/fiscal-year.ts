/** Finds the fiscal year of a day and closes a year: revenue and expenses go to retained earnings. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import { isOfIncome, type Side } from "./account.ts";
import { type Balances, balancesOf, signedBalance, signedBaseBalance, type Totals } from "./balance.ts";
import type { Books } from "./books.ts";
import type { CheckedEntry, JournalEntry, JournalLine } from "./entry.ts";
import { addDays } from "./iso-date.ts";
import { absolute } from "./money.ts";
import { RATE_ONE } from "./rate.ts";

export type YearToClose = {
  readonly tenant: string;
  readonly fiscalYear: number;
  readonly retainedEarnings: string;
  readonly createdBy: string;
};

type ClosingLine = Omit<JournalLine, "n">;

/**
 * Makes the closing entry, dated the last day of the year. Returns undefined when nothing is left to close. After a
 * year was reopened and got more entries, another call closes these.
 */
export function closeYear(entries: Iterable<JournalEntry>, year: YearToClose, books: Books): CheckedEntry | undefined {
  const ofYear = [...entries].filter(({ effectiveDate }) => isOfYear(effectiveDate, year, books));
  const closings = ofYear.filter(({ kind }) => kind === "CLOSING").length;
  return closeYearOf({ balances: balancesOf(ofYear, books.chart), closings }, year, books);
}

type YearBalances = {
  /** Totals of all entries of the year, including its earlier closing entries. */
  readonly balances: Balances;
  /** Number of earlier closing entries of the year. */
  readonly closings: number;
};

/** Makes the closing entry from totals. */
export function closeYearOf(
  { balances, closings }: YearBalances,
  year: YearToClose,
  books: Books,
): CheckedEntry | undefined {
  checkClosable(year, books);
  const lines = closingLines(balances, books);
  if (lines.length === 0) return undefined;

  const net = lines.reduce((sum, { side, baseAmount }) => (side === "D" ? sum + baseAmount : sum - baseAmount), 0n);
  const all = net === 0n ? lines : [...lines, line({ account: year.retainedEarnings, signed: -net, books })];
  const day = fiscalYearEnd(year.fiscalYear, books.fiscalYearStartMonth);
  return {
    ...NOTHING_ELSE,
    eventId: `YEAR-END-CLOSE:${String(year.fiscalYear)}:${year.tenant}${closings === 0 ? "" : `:${String(closings + 1)}`}`,
    postedDate: day,
    effectiveDate: day,
    transactionDate: day,
    fiscalYear: year.fiscalYear,
    currency: books.baseCurrency,
    baseCurrency: books.baseCurrency,
    description: `Closing of fiscal year ${String(year.fiscalYear)}`,
    createdBy: year.createdBy,
    lines: all.map((closing, index) => ({ n: index + 1, ...closing })),
  };
}

const NOTHING_ELSE = {
  kind: "CLOSING",
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

function checkClosable({ fiscalYear, retainedEarnings }: YearToClose, books: Books): void {
  const start = fiscalYearStart(fiscalYear, books.fiscalYearStartMonth);
  const end = fiscalYearEnd(fiscalYear, books.fiscalYearStartMonth);
  const periods = books.periods.filter((period) => period.start <= end && period.end >= start);
  const open = periods.find(({ status }) => status !== "HARD_CLOSED");
  const account = books.chart.require(retainedEarnings);
  if (periods.length === 0) throw refusal(fiscalYear, "it has no accounting period");
  if (open !== undefined) throw refusal(fiscalYear, `period ${open.name} is ${open.status}; close it hard first`);
  if (account.type !== "EQUITY")
    throw refusal(fiscalYear, `account ${retainedEarnings} is ${account.type}; retained earnings are EQUITY`);
  if (account.currency !== books.baseCurrency)
    throw refusal(fiscalYear, `account ${retainedEarnings} is not in the base currency ${books.baseCurrency}`);
}

function isOfYear(date: string, { fiscalYear }: YearToClose, { fiscalYearStartMonth }: Books): boolean {
  return fiscalYearOf(date, fiscalYearStartMonth) === fiscalYear;
}

function closingLines(balances: Balances, books: Books): ClosingLine[] {
  return books.chart.accounts
    .filter(isOfIncome)
    .flatMap(({ code, currency }) => linesToEmpty(code, currency, balances.get(code), books));
}

/**
 * Empties an account. An account in a foreign currency is emptied in that currency and in the base currency. If the two
 * balances are on different sides, or one is zero, each gets a line of its own.
 */
function linesToEmpty(account: string, currency: string, totals: Totals | undefined, books: Books): ClosingLine[] {
  if (totals === undefined) return [];
  const [own, base] = [-signedBalance(totals), -signedBaseBalance(totals)];
  const isTogether = own !== 0n && base !== 0n && own < 0n === base < 0n;
  if (currency === books.baseCurrency) return base === 0n ? [] : [line({ account, signed: base, books })];
  if (isTogether) return [line({ account, signed: own, currency, baseAmount: absolute(base), books })];
  return [
    ...(own === 0n ? [] : [line({ account, signed: own, currency, baseAmount: 0n, books })]),
    ...(base === 0n ? [] : [line({ account, signed: base, books })]),
  ];
}

type LineToMake = {
  readonly account: string;
  /** Positive for a debit. */
  readonly signed: bigint;
  readonly books: Books;
  readonly currency?: string;
  readonly baseAmount?: bigint;
};

function line({ account, signed, books, currency, baseAmount }: LineToMake): ClosingLine {
  const side: Side = signed > 0n ? "D" : "C";
  const amount = absolute(signed);
  const inCurrency = currency ?? books.baseCurrency;
  return { account, side, currency: inCurrency, amount, baseAmount: baseAmount ?? amount, dimensions: {} };
}

function refusal(fiscalYear: number, reason: string): RotaError {
  return new LedgerError("YEAR_END_CLOSE_FAILED", `fiscal year ${String(fiscalYear)} cannot be closed: ${reason}`, {
    fiscalYear,
  });
}

/** @example fiscalYearOf("2026-04-01", 4) === 2027 */
export function fiscalYearOf(date: string, startMonth: number): number {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return startMonth > 1 && month >= startMonth ? year + 1 : year;
}

export function fiscalYearStart(fiscalYear: number, startMonth: number): string {
  const year = startMonth > 1 ? fiscalYear - 1 : fiscalYear;
  return `${String(year).padStart(4, "0")}-${String(startMonth).padStart(2, "0")}-01`;
}

export function fiscalYearEnd(fiscalYear: number, startMonth: number): string {
  return addDays(fiscalYearStart(fiscalYear + 1, startMonth), -1);
}
