/** Adds up the lines of entries to the balance of every account, in its own currency and in the base currency. */
import { type Account, type Chart, normalSide, type Side } from "./account.ts";
import type { JournalEntry, JournalLine } from "./entry.ts";

/** Totals by account code. An account without lines has no totals. */
export type Balances = ReadonlyMap<string, Totals>;

/** Part of an entry that balances are computed from. Every kind of entry counts. */
export type PostedLines = Pick<JournalEntry, "baseCurrency" | "lines">;

export function balancesOf(entries: Iterable<PostedLines>, chart: Chart): Balances {
  return addEntries(new Map(), entries, chart);
}

/** Returns the balances after further entries. The given balances do not change. */
export function addEntries(balances: Balances, entries: Iterable<PostedLines>, chart: Chart): Balances {
  const sums = new Map(balances);
  for (const { lines, baseCurrency } of entries)
    for (const line of lines) {
      const added = totalsOfLine(line, chart.require(line.account), baseCurrency);
      sums.set(line.account, addTotals(sums.get(line.account) ?? NO_TOTALS, added));
    }
  return sums;
}

/** Returns the balance of an account and all accounts below it. In the base currency, since others do not add up. */
export function aggregatedBase(code: string, balances: Balances, chart: Chart): bigint {
  const { baseDebit, baseCredit } = balances.get(code) ?? NO_TOTALS;
  return chart
    .childrenOf(code)
    .reduce((sum, child) => sum + aggregatedBase(child.code, balances, chart), baseDebit - baseCredit);
}

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

/** Returns the totals that one line adds to its account. */
export function totalsOfLine(line: JournalLine, account: Pick<Account, "currency">, baseCurrency: string): Totals {
  const own = ownAmount(line, account, baseCurrency);
  const { baseAmount } = line;
  return line.side === "D"
    ? { debit: own, credit: 0n, baseDebit: baseAmount, baseCredit: 0n }
    : { debit: 0n, credit: own, baseDebit: 0n, baseCredit: baseAmount };
}

/**
 * Returns the amount of a line in the currency of its account: the amount itself, the base amount for an account in
 * the base currency, and 0 when the line adjusts only the base value of a foreign account.
 */
function ownAmount(line: JournalLine, account: Pick<Account, "currency">, baseCurrency: string): bigint {
  if (line.currency === account.currency) return line.amount;
  return account.currency === baseCurrency ? line.baseAmount : 0n;
}

/** Returns debits minus credits in the currency of the account. */
export function signedBalance({ debit, credit }: Totals): bigint {
  return debit - credit;
}

/** Returns debits minus credits in the base currency. These figures add up over accounts. */
export function signedBaseBalance({ baseDebit, baseCredit }: Totals): bigint {
  return baseDebit - baseCredit;
}

/** Returns a signed figure as people read it: positive on the normal side of the account. */
export function onNormalSide(signed: bigint, account: Pick<Account, "type" | "isContra">): bigint {
  return onSide(signed, normalSide(account));
}

export function onSide(signed: bigint, side: Side): bigint {
  return side === "D" ? signed : -signed;
}
