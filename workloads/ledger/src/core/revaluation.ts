/** Computes exchange differences: the revaluation and translation of a period, and the gain or loss of a settlement. */
import { LedgerError } from "../errors.ts";
import { type Account, isOfIncome } from "./account.ts";
import {
  addTotals,
  type Balances,
  balancesOf,
  NO_TOTALS,
  signedBalance,
  signedBaseBalance,
  type Totals,
  totalsOfLine,
} from "./balance.ts";
import type { Books } from "./books.ts";
import type { DraftLine, EntryDraft, JournalEntry } from "./entry.ts";
import { absolute } from "./money.ts";
import type { Period } from "./period.ts";
import { convertAmount, type RateType } from "./rate.ts";
import { entriesBetween } from "./report.ts";

export type Revaluation = CurrencyValue & {
  /** Entry that reverses itself on the first day of the next period. Undefined if nothing changed. */
  readonly draft: EntryDraft | undefined;
};

export type PeriodToRevalue = {
  readonly period: Period;
  readonly eventId: string;
  readonly createdBy: string;
  readonly accounts: ExchangeAccounts;
  /** Values that earlier runs posted for the period, by currency. Only the difference to them is posted. */
  readonly posted?: ReadonlyMap<string, PostedValue>;
};

/** Sums of all earlier runs. */
export type PostedValue = { readonly rate: bigint; readonly delta: bigint; readonly times: number };

/** Returns one result per foreign currency, from all entries up to the period's end, not only those of the period. */
export function revalue(entries: Iterable<JournalEntry>, run: PeriodToRevalue, books: Books): Revaluation[] {
  const counted = [...entries].filter(({ effectiveDate }) => effectiveDate <= run.period.end);
  return revalueBalances(balancesOf(counted, books.chart), run, books);
}

/** Revalues from the totals of all accounts up to the period's end. */
export function revalueBalances(balances: Balances, run: PeriodToRevalue, books: Books): Revaluation[] {
  const { period } = run;
  requireClosing(period, "revalued");
  const valuation = { date: period.end, type: "CLOSING", isValued: isMonetary } as const;
  const values = valueCurrencies(balances, valuation, books);
  return [...values, ...currenciesWithoutBalance(values, run)].map((valued) => {
    const missing = { ...valued, delta: valued.delta - (run.posted?.get(valued.currency)?.delta ?? 0n) };
    return { ...missing, draft: revaluationDraft(missing, run, books) };
  });
}

/** Returns the currencies that earlier runs valued and that have no balance left. */
function currenciesWithoutBalance(
  values: readonly CurrencyValue[],
  { posted = new Map() }: PeriodToRevalue,
): CurrencyValue[] {
  return [...posted]
    .filter(([currency]) => values.every((value) => value.currency !== currency))
    .map(([currency, { rate }]) => ({ currency, rate, balance: 0n, carrying: 0n, value: 0n, delta: 0n }));
}

/** Refuses an open period, whose balances can still change. */
function requireClosing({ name, status }: Period, action: string): void {
  if (status !== "OPEN") return;
  const message = `period ${name} is OPEN: close it softly before its balances are ${action}`;
  throw new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { period: name });
}

function isMonetary({ type }: { readonly type: string }): boolean {
  return type === "ASSET" || type === "LIABILITY";
}

function revaluationDraft(
  { currency, delta }: CurrencyValue,
  { period, eventId, createdBy, accounts, posted }: PeriodToRevalue,
  { baseCurrency }: Books,
): EntryDraft | undefined {
  if (delta === 0n) return undefined;
  const times = posted?.get(currency)?.times ?? 0;
  return {
    eventId: times === 0 ? `${eventId}:${currency}` : `${eventId}:${currency}:${String(times + 1)}`,
    postedDate: period.end,
    currency: baseCurrency,
    description: `Revaluation of ${currency} at ${period.end}`,
    createdBy,
    autoReverse: true,
    lines: differenceLines({ isGain: delta > 0n, amount: absolute(delta) }, accounts),
  };
}

export type Translation = CurrencyValue & {
  /** Entry that is not reversed, since the next period translates its own income only. Undefined if nothing changed. */
  readonly draft: EntryDraft | undefined;
};

export type PeriodToTranslate = {
  readonly period: Period;
  readonly eventId: string;
  readonly createdBy: string;
  readonly accounts: {
    /** Account in the base currency that carries the exchange difference of the foreign income. */
    readonly reserve: string;
    /** EQUITY account of other comprehensive income. */
    readonly oci: string;
  };
};

/** Returns one result per foreign currency, from the entries of the period except year-end closing entries. */
export function translate(entries: Iterable<JournalEntry>, run: PeriodToTranslate, books: Books): Translation[] {
  const range = { from: run.period.start, to: run.period.end };
  const counted = entriesBetween(entries, range).filter(({ kind }) => kind !== "CLOSING");
  return translateBalances(balancesOf(counted, books.chart), run, books);
}

/** Translates from the totals of all accounts over the period. */
export function translateBalances(balances: Balances, run: PeriodToTranslate, books: Books): Translation[] {
  requireClosing(run.period, "translated");
  const { type } = books.chart.require(run.accounts.oci);
  if (type !== "EQUITY") {
    const message = `account ${run.accounts.oci} is ${type}: other comprehensive income is EQUITY, name another account`;
    throw new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { account: run.accounts.oci });
  }
  const valuation = { date: run.period.end, type: "AVERAGE", isValued: isOfIncome } as const;
  return valueCurrencies(balances, valuation, books).map((valued) => ({
    ...valued,
    draft: translationDraft(valued, run, books),
  }));
}

function translationDraft(
  { currency, delta }: CurrencyValue,
  { period, eventId, createdBy, accounts: { reserve, oci } }: PeriodToTranslate,
  { baseCurrency }: Books,
): EntryDraft | undefined {
  if (delta === 0n) return undefined;
  return {
    eventId: `${eventId}:${currency}`,
    postedDate: period.end,
    currency: baseCurrency,
    description: `Translation of ${currency} at the average of ${period.name}`,
    createdBy,
    lines: differenceLines({ isGain: delta > 0n, amount: absolute(delta) }, { reserve, gain: oci, loss: oci }),
  };
}

export type Settlement = {
  readonly eventId: string;
  readonly date: string;
  /** From the currency of the account to the base currency, with eight decimals. */
  readonly rate: bigint;
  /** Account of the original entry that is settled, such as a receivable or a payable. */
  readonly account: string;
  readonly createdBy: string;
  readonly accounts: ExchangeAccounts;
};

export type RealizedDifference = {
  readonly carrying: bigint;
  readonly value: bigint;
  /** Positive for a gain. */
  readonly delta: bigint;
  /** Undefined if nothing was gained or lost. */
  readonly draft: EntryDraft | undefined;
};

/** Computes the gain or loss of settling a foreign amount against the rate at which it was booked. */
export function settle(original: JournalEntry, settlement: Settlement, books: Books): RealizedDifference {
  const account = books.chart.require(settlement.account);
  const lines = original.lines.filter((line) => line.account === settlement.account);
  if (lines.length === 0 || account.currency === books.baseCurrency) {
    const message = `entry ${original.id} has no foreign amount on account ${settlement.account}: name the account that was settled`;
    throw new LedgerError("SETTLEMENT_INVALID", message, { entry: original.id, account: settlement.account });
  }
  const totals = lines.map((line) => totalsOfLine(line, account, books.baseCurrency)).reduce(addTotals, NO_TOTALS);
  const carrying = signedBaseBalance(totals);
  const conversion = { from: account.currency, to: books.baseCurrency, rate: settlement.rate };
  const value = convertAmount(signedBalance(totals), conversion);
  return {
    carrying,
    value,
    delta: value - carrying,
    draft: settlementDraft(value - carrying, original, settlement, books),
  };
}

function settlementDraft(
  delta: bigint,
  original: JournalEntry,
  { eventId, date, createdBy, accounts }: Settlement,
  { baseCurrency }: Books,
): EntryDraft | undefined {
  if (delta === 0n) return undefined;
  return {
    eventId,
    postedDate: date,
    currency: baseCurrency,
    description: `Exchange difference of ${original.eventId}`,
    reference: original.reference ?? undefined,
    createdBy,
    lines: differenceLines({ isGain: delta > 0n, amount: absolute(delta) }, accounts),
  };
}

export type CurrencyValue = {
  readonly currency: string;
  readonly rate: bigint;
  /** Debits minus credits of all valued accounts in that currency. */
  readonly balance: bigint;
  /** Book value of these accounts in the base currency. */
  readonly carrying: bigint;
  readonly value: bigint;
  /** Value minus the book value and the differences that earlier runs posted. */
  readonly delta: bigint;
};

type Valuation = {
  readonly date: string;
  readonly type: RateType;
  readonly isValued: (account: Account) => boolean;
};

/** Returns one result per foreign currency with a balance. Converts each account by itself, then adds up. */
function valueCurrencies(balances: Balances, { date, type, isValued }: Valuation, books: Books): CurrencyValue[] {
  const foreign = books.chart.accounts.filter(
    (account) => account.currency !== books.baseCurrency && isValued(account),
  );
  const currencies = [...new Set(foreign.map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const used = foreign
      .filter((account) => account.currency === currency)
      .map(({ code }) => balances.get(code) ?? NO_TOTALS)
      .filter((totals) => signedBalance(totals) !== 0n || signedBaseBalance(totals) !== 0n);
    if (used.length === 0) return [];
    const { rate } = books.rates.find({ from: currency, to: books.baseCurrency, date, type });
    const conversion = { from: currency, to: books.baseCurrency, rate };
    const value = sumOf(used, (totals) => convertAmount(signedBalance(totals), conversion));
    const carrying = sumOf(used, signedBaseBalance);
    return [{ currency, rate, balance: sumOf(used, signedBalance), carrying, value, delta: value - carrying }];
  });
}

function sumOf(all: readonly Totals[], figure: (totals: Totals) => bigint): bigint {
  return all.reduce((sum, totals) => sum + figure(totals), 0n);
}

/** Accounts for exchange differences, all in the base currency. */
export type ExchangeAccounts = {
  /** Account that carries the exchange difference of the foreign balances. */
  readonly reserve: string;
  readonly gain: string;
  readonly loss: string;
};

type ExchangeDifference = { readonly isGain: boolean; readonly amount: bigint };

/** Returns two lines. A gain debits the reserve and credits the gain. A loss debits the loss and credits the reserve. */
function differenceLines({ isGain, amount }: ExchangeDifference, accounts: ExchangeAccounts): DraftLine[] {
  const [debit, credit] = isGain ? [accounts.reserve, accounts.gain] : [accounts.loss, accounts.reserve];
  return [
    { account: debit, side: "D", amount },
    { account: credit, side: "C", amount },
  ];
}
