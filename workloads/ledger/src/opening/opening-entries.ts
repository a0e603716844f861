/** Brings the balances of other books in: what each account stands at, against an account of equity. */
import { RotaError } from "@rota/engine/errors";
import type { Account, Side } from "../accounts/account.ts";
import type { Books } from "../journal/books.ts";
import { checkDate } from "../journal/checks/check-dates.ts";
import { checkLines, LINES_MAX } from "../journal/checks/check-lines.ts";
import { checkTexts } from "../journal/checks/check-texts.ts";
import type { CheckedEntry, JournalLine } from "../journal/entry.ts";
import { baseSumOf } from "../journal/price-lines.ts";
import { requireAmount } from "../money/amount.ts";
import { convertAmount } from "../money/convert.ts";
import { RATE_ONE } from "../money/rate.ts";
import { absolute } from "../money/round.ts";
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import { type Poster, requirePostable } from "../periods/period.ts";

export type OpeningBalance = {
  readonly account: string;
  readonly side: Side;
  /** In the currency of the account, above 0. */
  readonly amount: bigint;
  /** What it stood for in the other books. Default: by the rate of the day. */
  readonly baseAmount?: bigint | undefined;
};

export type OpeningBalances = {
  readonly eventId: string;
  /** The day on which the other books ended. */
  readonly date: string;
  readonly balances: readonly OpeningBalance[];
  /** Takes what is left over: EQUITY in the base currency. */
  readonly equity: string;
  readonly createdBy: string;
};

/** One line more takes what is left over. */
export const OPENING_PER_ENTRY = LINES_MAX - 1;

type OpeningLine = Omit<JournalLine, "n">;

/** One entry, or several when there are more balances than an entry has lines; each balances by itself. */
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

/** The event ids of the entries: parts are counted from 0. */
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
  return new RotaError("JOURNAL_ENTRY_INVALID", `the opening balances cannot be posted: ${reason}`);
}
