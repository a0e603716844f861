/** The totals of every account over entries, and those of parents with all accounts below them. */
import type { JournalEntry } from "../journal/entry.ts";
import type { Chart } from "./chart.ts";
import { addTotals, NO_TOTALS, type Totals, totalsOfLine } from "./totals.ts";

/** Totals by account code; an account without a line is not in it. */
export type Balances = ReadonlyMap<string, Totals>;

/** What is added by lines of entries; every kind of entry counts. */
export type PostedLines = Pick<JournalEntry, "baseCurrency" | "lines">;

export function balancesOf(entries: Iterable<PostedLines>, chart: Chart): Balances {
  return addEntries(new Map(), entries, chart);
}

/** Balances after further entries; what was given stays as it is. */
export function addEntries(balances: Balances, entries: Iterable<PostedLines>, chart: Chart): Balances {
  const sums = new Map(balances);
  for (const { lines, baseCurrency } of entries)
    for (const line of lines) {
      const added = totalsOfLine(line, chart.require(line.account), baseCurrency);
      sums.set(line.account, addTotals(sums.get(line.account) ?? NO_TOTALS, added));
    }
  return sums;
}

/** An account's own totals and those of all below it, in the base currency: other currencies do not add up. */
export function aggregatedBase(code: string, balances: Balances, chart: Chart): bigint {
  const { baseDebit, baseCredit } = balances.get(code) ?? NO_TOTALS;
  return chart
    .childrenOf(code)
    .reduce((sum, child) => sum + aggregatedBase(child.code, balances, chart), baseDebit - baseCredit);
}
