/** Exact decimals: a whole number of units of 10^-scale. Where digits are dropped, halves go to the even neighbour. */

export type Decimal = { readonly digits: bigint; readonly scale: number };

/** Characters of a decimal; reading many digits takes far longer than reading as much of anything else. */
const LENGTH_MAX = 1_100;
const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Undefined for what is not written as a plain decimal, or is too long for one. */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole = "", fraction = ""] = (text.length <= LENGTH_MAX ? DECIMAL_TEXT.exec(text) : null) ?? [];
  if (whole === "") return undefined;
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** @example formatDecimal({ digits: 75500000n, scale: 6 }) === "75.500000" */
export function formatDecimal({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString();
  const isNegative = digits < 0n;
  const text = (isNegative ? -digits : digits).toString().padStart(scale + 1, "0");
  return `${isNegative ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

export function rescale({ digits, scale }: Decimal, wanted: number): Decimal {
  if (wanted >= scale) return { digits: digits * powerOfTen(wanted - scale), scale: wanted };
  return { digits: divideHalfEven(digits, powerOfTen(scale - wanted)), scale: wanted };
}

/** Both must have one scale. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits + right.digits, scale: left.scale };
}

export function multiplyDecimals(left: Decimal, right: Decimal, scale: number): Decimal {
  return rescale({ digits: left.digits * right.digits, scale: left.scale + right.scale }, scale);
}

/** Undefined when divided by zero. */
export function divideDecimals(left: Decimal, right: Decimal, scale: number): Decimal | undefined {
  if (right.digits === 0n) return undefined;
  const shift = scale + right.scale - left.scale;
  const numerator = shift >= 0 ? left.digits * powerOfTen(shift) : left.digits;
  const denominator = shift >= 0 ? right.digits : right.digits * powerOfTen(-shift);
  return { digits: divideHalfEven(numerator, denominator), scale };
}

/** Negative, 0 or positive, by value. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = rescale(left, scale).digits - rescale(right, scale).digits;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  const twice = 2n * absolute(remainder);
  const half = absolute(denominator);
  const isUp = twice > half || (twice === half && quotient % 2n !== 0n);
  if (!isUp) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
