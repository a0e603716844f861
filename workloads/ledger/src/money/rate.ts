/** Exchange rates as whole numbers with eight decimals, so that what is stored is what was used. */
import { RotaError } from "@rota/engine/errors";
import { formatDecimal } from "./amount.ts";
import { divideRounded } from "./round.ts";

export const RATE_DECIMALS = 8;
/** A rate of 1: nothing is converted. */
export const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);
/** What the column numeric(18,8) holds. */
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

/** The rate of the other direction, rounded half-up to eight decimals. */
export function invertRate(rate: bigint): bigint {
  return requireRate(divideRounded(RATE_ONE * RATE_ONE, rate), `1 / ${formatRate(rate)}`);
}

/** The rate from a to c by way of b, rounded half-up to eight decimals. */
export function crossRate(first: bigint, second: bigint): bigint {
  return requireRate(divideRounded(first * second, RATE_ONE), `${formatRate(first)} × ${formatRate(second)}`);
}

function requireRate(rate: bigint, text: string): bigint {
  if (rate > 0n && rate <= RATE_MAX) return rate;
  throw invalid(text);
}

function invalid(rate: string): RotaError {
  const message = `${JSON.stringify(rate)} is not an exchange rate: give digits above 0 with at most 10 before and 8 behind the point`;
  return new RotaError("EXCHANGE_RATE_INVALID", message, { rate });
}
