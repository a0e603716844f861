/** Reads and writes amounts: inside they are whole minor units, outside decimal text. */
import { RotaError } from "@rota/engine/errors";
import { exponentOf } from "./currency.ts";

/** What a bigint column of PostgreSQL holds. */
export const AMOUNT_MAX = 2n ** 63n - 1n;

/**
 * Minor units of a decimal text. More decimals than the currency has are refused, never rounded or cut off.
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

/** Returns the amount, or refuses one that no column could hold. */
export function requireAmount(minor: bigint, currency: string): bigint {
  if (minor <= AMOUNT_MAX && minor >= -AMOUNT_MAX) return minor;
  throw invalid(String(minor), currency, `amounts have at most ${String(AMOUNT_MAX)} minor units`);
}

function invalid(amount: string, currency: string, wayOut: string): RotaError {
  return new RotaError("AMOUNT_INVALID", `${JSON.stringify(amount)} is not an amount of ${currency}: ${wayOut}`, {
    amount,
    currency,
  });
}
