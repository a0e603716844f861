/** What an entry moves: its debits added up, in the base currency. Pure. */
import type { Entry } from "../shared/wire.ts";

type Moved = Pick<Entry, "baseCurrency"> & {
  readonly lines: readonly Pick<Entry["lines"][number], "isCredit" | "baseAmountCents" | "formattedBaseAmount">[];
};

/** The decimals of the currency are those that the server wrote. */
export function debitText({ lines, baseCurrency }: Moved): string {
  const debits = lines.filter(({ isCredit }) => !isCredit);
  const sum = debits.reduce((total, { baseAmountCents }) => total + BigInt(baseAmountCents), 0n);
  const decimals = debits[0]?.formattedBaseAmount.split(".")[1]?.length ?? 0;
  const digits = String(sum).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`} ${baseCurrency}`;
}
