/** Computes with exact decimals, rounding halves to even, and converts the units of quantities. */

export type Decimal = { readonly digits: bigint; readonly scale: number };

/** Maximum number of characters of a decimal. Long numbers take far longer to read than other text of the same length. */
const LENGTH_MAX = 1_100;
const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Returns undefined for text that is not a plain decimal or is too long. */
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

export function multiplyDecimals(left: Decimal, right: Decimal, scale: number): Decimal {
  return rescale({ digits: left.digits * right.digits, scale: left.scale + right.scale }, scale);
}

/** Returns undefined for a division by zero. */
export function divideDecimals(left: Decimal, right: Decimal, scale: number): Decimal | undefined {
  if (right.digits === 0n) return undefined;
  const shift = scale + right.scale - left.scale;
  const numerator = shift >= 0 ? left.digits * powerOfTen(shift) : left.digits;
  const denominator = shift >= 0 ? right.digits : right.digits * powerOfTen(-shift);
  return { digits: divideHalfEven(numerator, denominator), scale };
}

/** Compares by value. Returns a negative number, 0 or a positive number. */
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

/** Units with their family and their size in the smallest unit of the family. Units of one family can be converted. */
const UNITS = {
  kg: ["mass", 1_000n],
  g: ["mass", 1n],
  kWh: ["energy", 1_000n],
  Wh: ["energy", 1n],
  tCO2e: ["emission", 1_000_000n],
  kgCO2e: ["emission", 1_000n],
  gCO2e: ["emission", 1n],
  gCO2e_per_kWh: ["gCO2e_per_kWh", 1n],
  kgCO2e_per_kWh: ["kgCO2e_per_kWh", 1n],
  pct: ["pct", 1n],
  pct_per_month: ["pct_per_month", 1n],
  each: ["each", 1n],
  Ah: ["Ah", 1n],
  V: ["V", 1n],
  W: ["W", 1n],
  Ohm: ["Ohm", 1n],
  degC: ["degC", 1n],
  min: ["min", 1n],
  a: ["a", 1n],
  W_per_Wh: ["W_per_Wh", 1n],
  A_per_Ah: ["A_per_Ah", 1n],
} as const satisfies Record<string, readonly [family: string, size: bigint]>;

export type Unit = keyof typeof UNITS;

export const UNIT_NAMES: readonly string[] = Object.keys(UNITS);
/** Number of fraction digits of every quantity. */
export const QUANTITY_SCALE = 6;

export function isUnit(name: string): name is Unit {
  return Object.hasOwn(UNITS, name);
}

/** Returns the multiplier and the divisor that convert a quantity to another unit, or undefined if it cannot be converted. */
export function conversion(from: Unit, to: Unit): { readonly times: bigint; readonly over: bigint } | undefined {
  const [fromFamily, times] = UNITS[from];
  const [toFamily, over] = UNITS[to];
  return fromFamily === toFamily ? { times, over } : undefined;
}
