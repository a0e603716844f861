/** Converts amounts by a rate, alone or as lines that must add up. */
import { requireAmount } from "./amount.ts";
import { exponentOf } from "./currency.ts";
import { RATE_ONE } from "./rate.ts";
import { divideRounded, type Rounding } from "./round.ts";

export type Conversion = {
  readonly from: string;
  readonly to: string;
  /** Units of `to` per unit of `from`, with eight decimals. */
  readonly rate: bigint;
};

/** Whole minor units of `to`; the decimals of both currencies count. */
export function convertAmount(amount: bigint, conversion: Conversion, rounding: Rounding = "half-up"): bigint {
  const { times, by } = fractionOf(conversion);
  return requireAmount(divideRounded(amount * times, by, rounding), conversion.to);
}

/**
 * Converts lines of one side so that their sum is the conversion of the exact sum: each line is cut off to whole
 * units, and the missing units go one each to the lines with the largest rest, among equals to the earlier line.
 * Two sides of equal sum therefore stay equal. Amounts must not be negative.
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
 * Shares an amount out by weights, to the last unit, with the same rule; with no weight above 0 all goes to the first.
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

/** Parts are fractions over `by`; the result has whole numbers whose sum is `total`. */
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
