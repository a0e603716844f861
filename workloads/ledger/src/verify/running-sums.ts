/** Adds up the lines of entries as they come, entry by entry, and keeps nothing but sums. */
import type { Account } from "../accounts/account.ts";
import type { Balances } from "../accounts/balances.ts";
import { addTotals, NO_TOTALS, totalsOfLine, type Totals } from "../accounts/totals.ts";
import type { JournalEntry } from "../journal/entry.ts";

export type RunningSums = {
  add(entry: JournalEntry): void;
  totals(): RunningTotals;
  balances(): Balances;
  /** The last entry that counts in an account; 0: none. */
  lastSeqOf(account: string): number;
  /** The highest number of each fiscal year. */
  lastNumbers(): ReadonlyMap<number, number>;
};

export type RunningTotals = {
  readonly entries: number;
  readonly lines: number;
  readonly equationDelta: bigint;
  readonly last: Pick<JournalEntry, "chainSeq" | "hash"> | undefined;
};

export function createRunningSums(accounts: ReadonlyMap<string, Pick<Account, "currency">>): RunningSums {
  const balances = new Map<string, Totals>();
  const lastSeqs = new Map<string, number>();
  const numbers = new Map<number, number>();
  let totals: RunningTotals = { entries: 0, lines: 0, equationDelta: 0n, last: undefined };
  return {
    add(entry) {
      let { equationDelta } = totals;
      for (const line of entry.lines) {
        const added = totalsOfLine(line, accounts.get(line.account) ?? line, entry.baseCurrency);
        balances.set(line.account, addTotals(balances.get(line.account) ?? NO_TOTALS, added));
        lastSeqs.set(line.account, entry.chainSeq);
        equationDelta += line.side === "D" ? line.baseAmount : -line.baseAmount;
      }
      numbers.set(entry.fiscalYear, Math.max(numbers.get(entry.fiscalYear) ?? 0, entry.number));
      const last = { chainSeq: entry.chainSeq, hash: entry.hash };
      totals = { entries: totals.entries + 1, lines: totals.lines + entry.lines.length, equationDelta, last };
    },
    totals: () => totals,
    balances: () => balances,
    lastSeqOf: (account) => lastSeqs.get(account) ?? 0,
    lastNumbers: () => numbers,
  };
}
