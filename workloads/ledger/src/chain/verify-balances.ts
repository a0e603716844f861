/** Compares stored balances with those that the lines of all entries add up to. */
import { type Balances } from "../accounts/balances.ts";
import { NO_TOTALS, type Totals } from "../accounts/totals.ts";

export type BalanceDifference = { readonly account: string; readonly expected: Totals; readonly found: Totals };

export type BalancesReport = {
  readonly differences: readonly BalanceDifference[];
  /** Debits minus credits over all accounts in the base currency: 0 in books that are in order. */
  readonly equationDelta: bigint;
};

export function verifyBalances(stored: Balances, recomputed: Balances): BalancesReport {
  const codes = [...new Set([...stored.keys(), ...recomputed.keys()])].sort();
  const differences = codes
    .map((account) => ({
      account,
      expected: recomputed.get(account) ?? NO_TOTALS,
      found: stored.get(account) ?? NO_TOTALS,
    }))
    .filter(({ expected, found }) => !isSame(expected, found));
  const equationDelta = [...recomputed.values()].reduce(
    (sum, { baseDebit, baseCredit }) => sum + baseDebit - baseCredit,
    0n,
  );
  return { differences, equationDelta };
}

function isSame(a: Totals, b: Totals): boolean {
  return a.debit === b.debit && a.credit === b.credit && a.baseDebit === b.baseDebit && a.baseCredit === b.baseCredit;
}
