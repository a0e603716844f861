/** What foreign balances are worth at the rate of a day, against what they stand in the books for. */
import type { Account } from "../accounts/account.ts";
import type { Balances } from "../accounts/balances.ts";
import { NO_TOTALS, signedBalance, signedBaseBalance, type Totals } from "../accounts/totals.ts";
import type { Books } from "../journal/books.ts";
import { convertAmount } from "../money/convert.ts";
import type { RateType } from "../money/rate-table.ts";

export type CurrencyValue = {
  readonly currency: string;
  readonly rate: bigint;
  /** Debits minus credits of all accounts that were asked for in that currency. */
  readonly balance: bigint;
  /** What they stand for in the base currency. */
  readonly carrying: bigint;
  readonly value: bigint;
  /** The value minus what they stand for and what was posted of it before. */
  readonly delta: bigint;
};

export type Valuation = {
  readonly date: string;
  readonly type: RateType;
  readonly isValued: (account: Account) => boolean;
};

/** One result for each foreign currency with a balance. Each account is converted by itself, then they are added up. */
export function valueCurrencies(
  balances: Balances,
  { date, type, isValued }: Valuation,
  books: Books,
): CurrencyValue[] {
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
