/** Finds the exchange rate of a day, reads and writes rates with eight decimals, and converts amounts. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import { daysBetween } from "./iso-date.ts";
import { divideRounded, exponentOf, formatDecimal, requireAmount, type Rounding } from "./money.ts";

/** SPOT is for entries, CLOSING for balances at the end of a period, AVERAGE for income and expenses of a period. */
export type RateType = "SPOT" | "CLOSING" | "AVERAGE";

export type ExchangeRate = {
  readonly from: string;
  readonly to: string;
  readonly type: RateType;
  /** First day on which the rate is valid. */
  readonly date: string;
  /** Units of `to` per unit of `from`, with eight decimals. */
  readonly rate: bigint;
};

export type RateQuestion = {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly type?: RateType;
};

export type RateOptions = {
  /** Maximum age of a rate. Defaults to 7, because there are no rates on weekends and holidays. */
  readonly ageDaysMax?: number;
  /** Whether a rate may be inverted when only the other direction is known. Defaults to false. */
  readonly mayInvert?: boolean;
  /** Currency through which a rate may be computed from two others. Defaults to none. */
  readonly through?: string;
};

export type FoundRate = { readonly rate: bigint; readonly date: string };

export type RateTable = { find(question: RateQuestion): FoundRate };

const RATE_AGE_DAYS_MAX = 7;

/** Creates a table of rates. Of several for the same day and type, the last one in the list counts. */
export function createRateTable(rates: Iterable<ExchangeRate>, options: RateOptions = {}): RateTable {
  const byPair = groupByPair(rates);
  return {
    find(question) {
      const found = findRate(byPair, question, options);
      if (found === undefined) throw notFound(question);
      const ageDaysMax = options.ageDaysMax ?? RATE_AGE_DAYS_MAX;
      if (daysBetween(found.date, question.date) > ageDaysMax) throw tooOld(question, found, ageDaysMax);
      return found;
    },
  };
}

type RatesByPair = ReadonlyMap<string, readonly FoundRate[]>;

function groupByPair(rates: Iterable<ExchangeRate>): RatesByPair {
  const dated = new Map<string, Map<string, FoundRate>>();
  for (const { from, to, type, date, rate } of rates) {
    const key = keyOf({ from, to, type });
    const days = dated.get(key) ?? new Map<string, FoundRate>();
    dated.set(key, days.set(date, { rate, date }));
  }
  const sorted = [...dated].map(([key, days]) => {
    return [key, [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))] as const;
  });
  return new Map(sorted);
}

function findRate(rates: RatesByPair, question: RateQuestion, options: RateOptions): FoundRate | undefined {
  if (question.from === question.to) return { rate: RATE_ONE, date: question.date };
  return findEither(rates, question, options) ?? findThrough(rates, question, options);
}

function findEither(rates: RatesByPair, question: RateQuestion, { mayInvert }: RateOptions): FoundRate | undefined {
  const direct = latest(rates.get(keyOf(question)) ?? [], question.date);
  if (direct !== undefined || mayInvert !== true) return direct;
  const turned = { ...question, from: question.to, to: question.from };
  const inverse = latest(rates.get(keyOf(turned)) ?? [], question.date);
  return inverse === undefined ? undefined : { rate: invertRate(inverse.rate), date: inverse.date };
}

function findThrough(rates: RatesByPair, question: RateQuestion, options: RateOptions): FoundRate | undefined {
  const { through } = options;
  if (through === undefined || through === question.from || through === question.to) return undefined;
  const first = findEither(rates, { ...question, to: through }, options);
  const second = findEither(rates, { ...question, from: through }, options);
  if (first === undefined || second === undefined) return undefined;
  return { rate: crossRate(first.rate, second.rate), date: first.date < second.date ? first.date : second.date };
}

/** Finds the last rate that is not after `date`, by binary search. */
function latest(sorted: readonly FoundRate[], date: string): FoundRate | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.date ?? "") <= date) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

function keyOf({ from, to, type = "SPOT" }: Omit<RateQuestion, "date">): string {
  return `${from} ${to} ${type}`;
}

function notFound({ from, to, date, type = "SPOT" }: RateQuestion): RotaError {
  const message = `there is no ${type} rate from ${from} to ${to} on or before ${date}: upload one and try again`;
  return new LedgerError("EXCHANGE_RATE_NOT_FOUND", message, { from, to, date, type });
}

function tooOld({ from, to, date }: RateQuestion, found: FoundRate, ageDaysMax: number): RotaError {
  const message = `the last rate from ${from} to ${to} before ${date} is of ${found.date}, more than ${String(ageDaysMax)} days old: upload a newer one`;
  return new LedgerError("RATE_TOO_OLD", message, { from, to, date, rateDate: found.date, ageDaysMax });
}

export const RATE_DECIMALS = 8;
/** Rate of 1, which converts nothing. */
export const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);
/** Maximum of the column numeric(18,8). */
const RATE_MAX = 10n ** 18n - 1n;

/** @example parseRate("1.0795") === 107950000n */
export function parseRate(text: string): bigint {
  const [, whole = "", decimals = ""] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === "") throw invalid(text);
  return requireRate(BigInt(whole + decimals.padEnd(RATE_DECIMALS, "0")), text);
}

/** @example formatRate(107950000n) === "1.07950000" */
export function formatRate(rate: bigint): string {
  return formatDecimal(rate, RATE_DECIMALS);
}

/** Returns the rate of the other direction, rounded half-up to eight decimals. */
export function invertRate(rate: bigint): bigint {
  return requireRate(divideRounded(RATE_ONE * RATE_ONE, rate), `1 / ${formatRate(rate)}`);
}

/** Returns the rate from a to c through b, rounded half-up to eight decimals. */
export function crossRate(first: bigint, second: bigint): bigint {
  return requireRate(divideRounded(first * second, RATE_ONE), `${formatRate(first)} × ${formatRate(second)}`);
}

function requireRate(rate: bigint, text: string): bigint {
  if (rate > 0n && rate <= RATE_MAX) return rate;
  throw invalid(text);
}

function invalid(rate: string): RotaError {
  const message = `${JSON.stringify(rate)} is not an exchange rate: give digits above 0 with at most 10 before and 8 behind the point`;
  return new LedgerError("EXCHANGE_RATE_INVALID", message, { rate });
}

export type Conversion = {
  readonly from: string;
  readonly to: string;
  /** Units of `to` per unit of `from`, with eight decimals. */
  readonly rate: bigint;
};

/** Converts minor units of `from` to minor units of `to`, considering the decimals of both currencies. */
export function convertAmount(amount: bigint, conversion: Conversion, rounding: Rounding = "half-up"): bigint {
  const { times, by } = fractionOf(conversion);
  return requireAmount(divideRounded(amount * times, by, rounding), conversion.to);
}

/**
 * Converts the lines of one side so that their sum equals the conversion of the exact sum: each line is rounded down to
 * whole units, and the missing units go one each to the lines with the largest remainder, among equals to the earlier
 * line. Two sides with equal sums therefore stay equal. Amounts must not be negative.
 */
export function convertLines(amounts: readonly bigint[], conversion: Conversion): bigint[] {
  const { times, by } = fractionOf(conversion);
  const exact = amounts.map((amount) => amount * times);
  const total = divideRounded(
    exact.reduce((sum, part) => sum + part, 0n),
    by,
  );
  requireAmount(total, conversion.to);
  return roundToTotal(exact, by, total);
}

/**
 * Splits an amount by weights, to the last unit, by the same rule. If no weight is above 0, the first part gets all.
 *
 * @example allocate(100n, [1n, 1n, 1n]) // [34n, 33n, 33n]
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (weights.some((weight) => weight < 0n)) throw new RangeError("weights must not be negative");
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const size = amount < 0n ? -amount : amount;
  const shares = roundToTotal(
    weights.map((weight) => size * weight),
    sum,
    size,
  );
  return amount < 0n ? shares.map((share) => -share) : shares;
}

/** Rounds fractions over `by` to whole numbers whose sum is `total`. */
function roundToTotal(parts: readonly bigint[], by: bigint, total: bigint): bigint[] {
  const whole = parts.map((part) => part / by);
  const missing = total - whole.reduce((sum, part) => sum + part, 0n);
  const byRest = parts
    .map((part, index) => ({ index, rest: part % by }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  const raised = new Set(byRest.slice(0, Number(missing)).map(({ index }) => index));
  return whole.map((part, index) => (raised.has(index) ? part + 1n : part));
}

function fractionOf({ from, to, rate }: Conversion): { times: bigint; by: bigint } {
  const shift = exponentOf(to) - exponentOf(from);
  return {
    times: rate * 10n ** BigInt(Math.max(shift, 0)),
    by: RATE_ONE * 10n ** BigInt(Math.max(-shift, 0)),
  };
}
