/** Reads and writes amounts in whole minor units, with the decimals of ISO 4217 and exact rounding. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";

/** Maximum of a bigint column of PostgreSQL. */
export const AMOUNT_MAX = 2n ** 63n - 1n;

/**
 * Returns the minor units of a decimal text. Refuses more decimals than the currency has, and never rounds.
 *
 * @example parseAmount("12.99", "EUR") === 1299n
 */
export function parseAmount(text: string, currency: string): bigint {
  const exponent = exponentOf(currency);
  const parts = /^(-?)(\d{1,19})(?:\.(\d{1,19}))?$/.exec(text);
  if (parts === null) throw invalid(text, currency, "write digits with at most one point, such as 12.99");
  const [, sign = "", whole = "", decimals = ""] = parts;
  if (/[1-9]/.test(decimals.slice(exponent)))
    throw invalid(text, currency, `${currency} has ${String(exponent)} decimals`);

  const minor = BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, "0"));
  return requireAmount(sign === "-" ? -minor : minor, currency);
}

/** @example formatAmount(-1299n, "EUR") === "-12.99" */
export function formatAmount(minor: bigint, currency: string): string {
  return formatDecimal(minor, exponentOf(currency));
}

export function formatDecimal(scaled: bigint, decimals: number): string {
  const sign = scaled < 0n ? "-" : "";
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(decimals + 1, "0");
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the amount. Refuses one that is too large for a column. */
export function requireAmount(minor: bigint, currency: string): bigint {
  if (minor <= AMOUNT_MAX && minor >= -AMOUNT_MAX) return minor;
  throw invalid(String(minor), currency, `amounts have at most ${String(AMOUNT_MAX)} minor units`);
}

function invalid(amount: string, currency: string, wayOut: string): RotaError {
  return new LedgerError("AMOUNT_INVALID", `${JSON.stringify(amount)} is not an amount of ${currency}: ${wayOut}`, {
    amount,
    currency,
  });
}

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  const exponent = CURRENCY_EXPONENTS.get(currency);
  if (exponent !== undefined) return exponent;
  const reason = CURRENCIES_WITHOUT_MINOR_UNIT.has(currency)
    ? "has no minor unit in ISO 4217, so amounts of it cannot be booked"
    : "is not a currency of ISO 4217 in use; give its three capital letters, such as EUR";
  throw new LedgerError("UNKNOWN_CURRENCY", `${JSON.stringify(currency)} ${reason}`, { currency });
}

export function isCurrency(currency: string): boolean {
  return CURRENCY_EXPONENTS.has(currency);
}

/**
 * Currencies of ISO 4217 by their number of decimals. `Intl` follows other sources and has different decimals for 16 of
 * these, such as HUF and IDR.
 */
const CODES_BY_EXPONENT: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
      COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
      INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
      MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
      STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Metals, funds and test codes. They have no minor unit, so amounts in them cannot be booked. */
const WITHOUT_MINOR_UNIT = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA X" + "XX";

export const CURRENCY_EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)]),
  ),
);

export const CURRENCIES_WITHOUT_MINOR_UNIT: ReadonlySet<string> = new Set(WITHOUT_MINOR_UNIT.split(" "));

export type Rounding = "half-up" | "half-even";

/** Divides and rounds: `half-up` rounds a half away from zero, `half-even` to the even neighbour, for both signs. */
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
