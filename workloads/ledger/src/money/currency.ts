/** Looks up the decimals of a currency and refuses what cannot be booked. */
import { RotaError } from "@rota/engine/errors";
import { CURRENCIES_WITHOUT_MINOR_UNIT, CURRENCY_EXPONENTS } from "./iso-4217.ts";

/** How many decimals the minor unit of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  const exponent = CURRENCY_EXPONENTS.get(currency);
  if (exponent !== undefined) return exponent;
  const reason = CURRENCIES_WITHOUT_MINOR_UNIT.has(currency)
    ? "has no minor unit in ISO 4217, so amounts of it cannot be booked"
    : "is not a currency of ISO 4217 in use; give its three capital letters, such as EUR";
  throw new RotaError("UNKNOWN_CURRENCY", `${JSON.stringify(currency)} ${reason}`, { currency });
}

export function isCurrency(currency: string): boolean {
  return CURRENCY_EXPONENTS.has(currency);
}
