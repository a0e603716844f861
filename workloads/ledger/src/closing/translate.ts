/** Translates the foreign income of a period at its average rate; the difference goes to other comprehensive income. */
import { RotaError } from "@rota/engine/errors";
import { isOfIncome } from "../accounts/account.ts";
import { type Balances, balancesOf } from "../accounts/balances.ts";
import type { Books } from "../journal/books.ts";
import type { EntryDraft, JournalEntry } from "../journal/entry.ts";
import { absolute } from "../money/round.ts";
import type { Period } from "../periods/period.ts";
import { entriesBetween } from "../reports/report.ts";
import { differenceLines } from "./exchange-accounts.ts";
import { requireClosing } from "./revalue.ts";
import { type CurrencyValue, valueCurrencies } from "./value-currencies.ts";

export type Translation = CurrencyValue & {
  /** Absent when nothing changed. It stays: the next period translates its own income only. */
  readonly draft: EntryDraft | undefined;
};

export type PeriodToTranslate = {
  readonly period: Period;
  readonly eventId: string;
  readonly createdBy: string;
  readonly accounts: {
    /** Stands beside the foreign income and carries what it is worth more or less. */
    readonly reserve: string;
    /** Other comprehensive income: EQUITY. */
    readonly oci: string;
  };
};

/** One result for each foreign currency, from the entries of the period but for those that close a year. */
export function translate(entries: Iterable<JournalEntry>, run: PeriodToTranslate, books: Books): Translation[] {
  const range = { from: run.period.start, to: run.period.end };
  const counted = entriesBetween(entries, range).filter(({ kind }) => kind !== "CLOSING");
  return translateBalances(balancesOf(counted, books.chart), run, books);
}

/** The same, from the totals of all accounts over the period. */
export function translateBalances(balances: Balances, run: PeriodToTranslate, books: Books): Translation[] {
  requireClosing(run.period, "translated");
  const { type } = books.chart.require(run.accounts.oci);
  if (type !== "EQUITY") {
    const message = `account ${run.accounts.oci} is ${type}: other comprehensive income is EQUITY, name another account`;
    throw new RotaError("REVALUATION_CONFIGURATION_INVALID", message, { account: run.accounts.oci });
  }
  const valuation = { date: run.period.end, type: "AVERAGE", isValued: isOfIncome } as const;
  return valueCurrencies(balances, valuation, books).map((valued) => ({
    ...valued,
    draft: draftOf(valued, run, books),
  }));
}

function draftOf(
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
