/** Values foreign balances at a period's end: what they are worth now against what they stand in the books for. */
import { RotaError } from "@rota/engine/errors";
import { balancesOf } from "../accounts/balances.ts";
import { NO_TOTALS, signedBalance, signedBaseBalance } from "../accounts/totals.ts";
import type { Books } from "../journal/books.ts";
import type { EntryDraft, JournalEntry } from "../journal/entry.ts";
import { convertAmount } from "../money/convert.ts";
import { absolute } from "../money/round.ts";
import type { Period } from "../periods/period.ts";
import type { ExchangeAccounts } from "./exchange-accounts.ts";
import { differenceLines } from "./exchange-accounts.ts";

export type Revaluation = {
  readonly currency: string;
  readonly rate: bigint;
  /** Debits minus credits of all foreign assets and liabilities in that currency. */
  readonly balance: bigint;
  /** What they stand for in the base currency. */
  readonly carrying: bigint;
  readonly value: bigint;
  /** Positive: a gain. */
  readonly delta: bigint;
  /** Absent when nothing changed. It reverses itself on the first day of the next period. */
  readonly draft: EntryDraft | undefined;
};

export type PeriodToRevalue = {
  readonly period: Period;
  readonly eventId: string;
  readonly createdBy: string;
  readonly accounts: ExchangeAccounts;
};

/** One result for each foreign currency, from all entries up to the period's end, not only those of the period. */
export function revalue(entries: Iterable<JournalEntry>, run: PeriodToRevalue, books: Books): Revaluation[] {
  const { period } = run;
  if (period.status === "OPEN") {
    const message = `period ${period.name} is OPEN: close it softly before its balances are revalued`;
    throw new RotaError("REVALUATION_CONFIGURATION_INVALID", message, { period: period.name });
  }
  const balances = balancesOf(
    [...entries].filter(({ effectiveDate }) => effectiveDate <= period.end),
    books.chart,
  );
  const monetary = books.chart.accounts.filter(
    ({ type, currency }) => (type === "ASSET" || type === "LIABILITY") && currency !== books.baseCurrency,
  );
  const currencies = [...new Set(monetary.map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const totals = monetary
      .filter((account) => account.currency === currency)
      .map(({ code }) => balances.get(code) ?? NO_TOTALS);
    const used = totals.filter((each) => signedBalance(each) !== 0n || signedBaseBalance(each) !== 0n);
    if (used.length === 0) return [];
    const { rate } = books.rates.find({ from: currency, to: books.baseCurrency, date: period.end, type: "CLOSING" });
    const conversion = { from: currency, to: books.baseCurrency, rate };
    const value = used.reduce((sum, each) => sum + convertAmount(signedBalance(each), conversion), 0n);
    const carrying = used.reduce((sum, each) => sum + signedBaseBalance(each), 0n);
    const balance = used.reduce((sum, each) => sum + signedBalance(each), 0n);
    const delta = value - carrying;
    return [{ currency, rate, balance, carrying, value, delta, draft: draftOf({ currency, delta }, run, books) }];
  });
}

function draftOf(
  { currency, delta }: { currency: string; delta: bigint },
  { period, eventId, createdBy, accounts }: PeriodToRevalue,
  { baseCurrency }: Books,
): EntryDraft | undefined {
  if (delta === 0n) return undefined;
  return {
    eventId: `${eventId}:${currency}`,
    postedDate: period.end,
    currency: baseCurrency,
    description: `Revaluation of ${currency} at ${period.end}`,
    createdBy,
    autoReverse: true,
    lines: differenceLines({ isGain: delta > 0n, amount: absolute(delta) }, accounts),
  };
}
