/** Reads a rate as its column shows it, also one that no rate may be: a verifier looks at what is there. */
import { RATE_DECIMALS, RATE_ONE } from "../money/rate.ts";

const ONE = "1.00000000";

export function parseStoredRate(text: string): bigint {
  if (text === ONE) return RATE_ONE;
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(RATE_DECIMALS, "0"));
}
