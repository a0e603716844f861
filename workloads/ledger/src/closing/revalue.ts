/** Values foreign balances at a period's end: what they are worth now against what they stand in the books for. */
import { RotaError } from "@rota/engine/errors";
import { type Balances, balancesOf } from "../accounts/balances.ts";
import type { Books } from "../journal/books.ts";
import type { EntryDraft, JournalEntry } from "../journal/entry.ts";
import { absolute } from "../money/round.ts";
import type { Period } from "../periods/period.ts";
import type { ExchangeAccounts } from "./exchange-accounts.ts";
import { differenceLines } from "./exchange-accounts.ts";
import { type CurrencyValue, valueCurrencies } from "./value-currencies.ts";

export type Revaluation = CurrencyValue & {
  /** Absent when nothing changed. It reverses itself on the first day of the next period. */
  readonly draft: EntryDraft | undefined;
};

export type PeriodToRevalue = {
  readonly period: Period;
  readonly eventId: string;
  readonly createdBy: string;
  readonly accounts: ExchangeAccounts;
  /** What was posted for the period before, by currency: only what is missing is posted now. */
  readonly posted?: ReadonlyMap<string, PostedValue>;
};

/** Added up over all times. */
export type PostedValue = { readonly rate: bigint; readonly delta: bigint; readonly times: number };

/** One result for each foreign currency, from all entries up to the period's end, not only those of the period. */
export function revalue(entries: Iterable<JournalEntry>, run: PeriodToRevalue, books: Books): Revaluation[] {
  const counted = [...entries].filter(({ effectiveDate }) => effectiveDate <= run.period.end);
  return revalueBalances(balancesOf(counted, books.chart), run, books);
}

/** The same, from the totals of all accounts up to the period's end. */
export function revalueBalances(balances: Balances, run: PeriodToRevalue, books: Books): Revaluation[] {
  const { period } = run;
  requireClosing(period, "revalued");
  const valuation = { date: period.end, type: "CLOSING", isValued: isMonetary } as const;
  const values = valueCurrencies(balances, valuation, books);
  return [...values, ...goneCurrencies(values, run)].map((valued) => {
    const missing = { ...valued, delta: valued.delta - (run.posted?.get(valued.currency)?.delta ?? 0n) };
    return { ...missing, draft: draftOf(missing, run, books) };
  });
}

/** Those that were valued before and have no balance any more. */
function goneCurrencies(values: readonly CurrencyValue[], { posted = new Map() }: PeriodToRevalue): CurrencyValue[] {
  return [...posted]
    .filter(([currency]) => values.every((value) => value.currency !== currency))
    .map(([currency, { rate }]) => ({ currency, rate, balance: 0n, carrying: 0n, value: 0n, delta: 0n }));
}

/** Balances that still move are not valued. */
export function requireClosing({ name, status }: Period, act: string): void {
  if (status !== "OPEN") return;
  const message = `period ${name} is OPEN: close it softly before its balances are ${act}`;
  throw new RotaError("REVALUATION_CONFIGURATION_INVALID", message, { period: name });
}

function isMonetary({ type }: { readonly type: string }): boolean {
  return type === "ASSET" || type === "LIABILITY";
}

function draftOf(
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
