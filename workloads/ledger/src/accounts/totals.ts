/** The balance of an account as two totals that only rise, in its own currency and in the base currency. */
import type { JournalLine } from "../journal/entry.ts";
import { type Account, normalSide, type Side } from "./account.ts";

export type Totals = {
  readonly debit: bigint;
  readonly credit: bigint;
  readonly baseDebit: bigint;
  readonly baseCredit: bigint;
};

export const NO_TOTALS: Totals = { debit: 0n, credit: 0n, baseDebit: 0n, baseCredit: 0n };

export function addTotals(a: Totals, b: Totals): Totals {
  return {
    debit: a.debit + b.debit,
    credit: a.credit + b.credit,
    baseDebit: a.baseDebit + b.baseDebit,
    baseCredit: a.baseCredit + b.baseCredit,
  };
}

/** What one line adds to the totals of its account. */
export function totalsOfLine(line: JournalLine, account: Pick<Account, "currency">, baseCurrency: string): Totals {
  const own = ownAmount(line, account, baseCurrency);
  const { baseAmount } = line;
  return line.side === "D"
    ? { debit: own, credit: 0n, baseDebit: baseAmount, baseCredit: 0n }
    : { debit: 0n, credit: own, baseDebit: 0n, baseCredit: baseAmount };
}

/**
 * What a line moves in the currency of its account: the amount itself, the base amount when the account is kept in the
 * base currency, and nothing when only the base value of a foreign account is adjusted.
 */
function ownAmount(line: JournalLine, account: Pick<Account, "currency">, baseCurrency: string): bigint {
  if (line.currency === account.currency) return line.amount;
  return account.currency === baseCurrency ? line.baseAmount : 0n;
}

/** Debits minus credits, in the currency of the account. */
export function signedBalance({ debit, credit }: Totals): bigint {
  return debit - credit;
}

/** Debits minus credits, in the base currency: these add up over accounts. */
export function signedBaseBalance({ baseDebit, baseCredit }: Totals): bigint {
  return baseDebit - baseCredit;
}

/** A signed figure as people read it: positive on the side on which the account normally stands. */
export function onNormalSide(signed: bigint, account: Pick<Account, "type" | "isContra">): bigint {
  return onSide(signed, normalSide(account));
}

export function onSide(signed: bigint, side: Side): bigint {
  return side === "D" ? signed : -signed;
}
