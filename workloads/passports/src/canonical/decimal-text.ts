/** Turns a number of JSON or CSV into an integer or into decimal text without an exponent, digit for digit. */

/** Digits from the first that is not 0 to the last. */
export const SIGNIFICANT_DIGITS_MAX = 40;
export const EXPONENT_MAX = 60;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Undefined for what has too many digits or too large an exponent, and for what is no number.
 *
 * @example plainDecimal("12.50") === "12.50"; plainDecimal("2e-3") === "0.002"; plainDecimal("7") === 7n
 */
export function plainDecimal(token: string): bigint | string | undefined {
  const [, sign = "", whole = "", fraction = "", exponentText] = NUMBER.exec(token) ?? [];
  if (whole === "") return undefined;
  const exponent = Number(exponentText ?? 0);
  const significant = (whole + fraction).replace(/^0+/, "");
  if (significant.length > SIGNIFICANT_DIGITS_MAX || Math.abs(exponent) > EXPONENT_MAX) return undefined;
  if (fraction === "" && exponentText === undefined) return BigInt(token);

  const digits = whole + fraction;
  const pointAt = whole.length + exponent;
  const padded = pointAt <= 0 ? "0".repeat(1 - pointAt) + digits : digits.padEnd(pointAt, "0");
  const point = Math.max(pointAt, 1);
  const left = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = padded.slice(point);
  const isZero = /^0*$/.test(left + right);
  return `${isZero ? "" : sign}${left}${right === "" ? "" : `.${right}`}`;
}
