/** Plans an import before anything is written: the accounts, periods and rates that the book needs and the ledger lacks. */
import { LedgerError } from "../errors.ts";
import { type Account, type Chart, createChart } from "./account.ts";
import { accountOf, type AccountRecord, invalidLine, type NumberedRecord, type RateRecord } from "./book-file.ts";
import { fiscalYearEnd, fiscalYearOf, fiscalYearStart } from "./fiscal-year.ts";
import { checkNewPeriod, type Period, periodOf } from "./period.ts";
import { type ExchangeRate, parseRate } from "./rate.ts";

/** Data that the ledger has already. */
export type ExistingBooks = {
  readonly baseCurrency: string;
  readonly fiscalYearStartMonth: number;
  readonly chart: Chart;
  readonly periods: readonly Period[];
  readonly rates: readonly ExchangeRate[];
};

export type ImportPlan = {
  readonly accounts: readonly Account[];
  readonly periods: readonly Period[];
  readonly rates: readonly ExchangeRate[];
  readonly entries: number;
};

type PlanOptions = {
  /** Whether to create a period for every fiscal year that has entries and no period. */
  readonly makesPeriods: boolean;
};

/** Returns the accounts, periods and rates that a book needs and the ledger lacks. Pure: writes nothing. */
export async function planImport(
  records: AsyncIterable<NumberedRecord>,
  existing: ExistingBooks,
  { makesPeriods }: PlanOptions,
): Promise<ImportPlan> {
  const accounts = new Map<string, Account>();
  const periods: Period[] = [];
  const rates: ExchangeRate[] = [];
  const days = new Set<string>();
  let entries = 0;
  const known = new Set(existing.rates.map(rateKey));
  for await (const { record, line } of records) {
    if (record.record === "ledger") checkCurrency(record.baseCurrency, existing, line);
    if (record.record === "account") addAccount(record, line, accounts, existing);
    if (record.record === "period")
      addPeriod({ status: "OPEN", ...record }, [...existing.periods, ...periods], periods);
    if (record.record === "rate" && !known.has(rateKey(rateOf(record)))) rates.push(rateOf(record));
    if (record.record !== "entry") continue;
    entries += 1;
    days.add(record.effectiveDate ?? record.postedDate);
  }
  if (makesPeriods) for (const day of [...days].sort()) addYear(day, existing, periods);
  createChart([...existing.chart.accounts, ...accounts.values()]);
  return { accounts: [...accounts.values()], periods, rates, entries };
}

function checkCurrency(baseCurrency: string, existing: ExistingBooks, line: number): void {
  if (baseCurrency === existing.baseCurrency) return;
  throw invalidLine(line, `its books are kept in ${baseCurrency}, those of the tenant in ${existing.baseCurrency}`);
}

/** Adds an account. An existing account must be the same, except for its name, which may change. */
function addAccount(record: AccountRecord, line: number, added: Map<string, Account>, { chart }: ExistingBooks): void {
  const account = accountOf(record);
  const there = chart.find(account.code) ?? added.get(account.code);
  if (there === undefined) added.set(account.code, account);
  else if (there.type !== account.type || there.currency !== account.currency)
    throw invalidLine(
      line,
      `account ${account.code} is ${there.type} in ${there.currency} already, and ${account.type} in ${account.currency} here`,
    );
}

function addPeriod({ name, start, end }: Period, there: readonly Period[], added: Period[]): void {
  if (there.some((period) => period.name === name && period.start === start && period.end === end)) return;
  const period: Period = { name, start, end, status: "OPEN" };
  checkNewPeriod(period, there);
  added.push(period);
}

function addYear(day: string, { periods, fiscalYearStartMonth }: ExistingBooks, added: Period[]): void {
  if (periodOf([...periods, ...added], day) !== undefined) return;
  const year = fiscalYearOf(day, fiscalYearStartMonth);
  const [start, end] = [fiscalYearStart(year, fiscalYearStartMonth), fiscalYearEnd(year, fiscalYearStartMonth)];
  try {
    addPeriod({ name: String(year), start, end, status: "OPEN" }, [...periods, ...added], added);
  } catch (cause) {
    const message = `no period holds ${day}, and one for the whole fiscal year ${String(year)} would overlap with others: create it first`;
    throw new LedgerError("ACCOUNTING_PERIOD_NOT_FOUND", message, { date: day }, { cause });
  }
}

function rateOf({ from, to, date, type = "SPOT", rate }: RateRecord): ExchangeRate {
  return { from, to, date, type, rate: parseRate(rate) };
}

function rateKey({ from, to, type, date, rate }: ExchangeRate): string {
  return [from, to, type, date, String(rate)].join(" ");
}
