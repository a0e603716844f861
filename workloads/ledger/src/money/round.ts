/** Divides whole numbers and says how the rest is rounded. */

export type Rounding = "half-up" | "half-even";

/** `half-up` rounds a half away from zero, `half-even` to the even neighbour; the sign changes nothing else. */
export function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding = "half-up"): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [size, by] = [absolute(dividend), absolute(divisor)];
  const quotient = size / by;
  const twice = (size % by) * 2n;
  const isUp = twice > by || (twice === by && (rounding === "half-up" || quotient % 2n === 1n));
  const rounded = isUp ? quotient + 1n : quotient;
  return isNegative ? -rounded : rounded;
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
