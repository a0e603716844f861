/** Verifies a journal without a database: the chain, the numbers, the balance of each entry, and the balances of accounts. */
import { type ChainCheck, type ChainDifference, type ChainHead, createChainCheck } from "@rota/proofs";
import type { Account } from "../core/account.ts";
import { addTotals, type Balances, NO_TOTALS, type Totals, totalsOfLine } from "../core/balance.ts";
import { entryText, genesisHash, linkHash } from "../core/chain.ts";
import { baseSumOf } from "../core/check-entry.ts";
import type { JournalEntry } from "../core/entry.ts";

export type JournalDifference =
  | ChainDifference
  /** Entry of another tenant or ledger. */
  | { readonly kind: "FOREIGN"; readonly number: number; readonly found: string }
  | { readonly kind: "UNBALANCED"; readonly number: number; readonly debit: string; readonly credit: string }
  /** Number that does not follow the previous one of its fiscal year. */
  | { readonly kind: "MISNUMBERED"; readonly number: number; readonly expected: number; readonly found: number };

export type JournalToVerify = {
  readonly tenant: string;
  readonly ledger: string;
  /** Heads that were saved elsewhere. Without one, a truncated or rewritten chain cannot be detected. */
  readonly heads?: readonly ChainHead[] | undefined;
};

/** Checks entries one by one in the order of `chainSeq` and keeps only its position. */
export type JournalCheck = {
  add(entry: JournalEntry): JournalDifference | undefined;
  /** Returns the difference at the end of the chain. Call it after the last entry. */
  end(): JournalDifference | undefined;
};

/** Returns the first difference, or undefined if the journal is correct. */
export function verifyJournal(
  entries: Iterable<JournalEntry>,
  journal: JournalToVerify,
): JournalDifference | undefined {
  const check = createJournalCheck(journal);
  for (const entry of entries) {
    const difference = check.add(entry);
    if (difference !== undefined) return difference;
  }
  return check.end();
}

export function createJournalCheck({ tenant, ledger, heads }: JournalToVerify): JournalCheck {
  const chain: ChainCheck = createChainCheck({
    after: { number: 0, hash: genesisHash(tenant, ledger) },
    heads,
    hashOf: (previousHash, { text }) => linkHash(previousHash ?? "", String(text)),
  });
  const lastNumbers = new Map<number, number>();
  return {
    add(entry) {
      const found = { number: entry.chainSeq, text: entryText(entry) };
      const difference =
        chain.add({ entry: found, previousHash: entry.previousHash, hash: entry.hash }) ??
        compareOwner(entry, `${tenant} ${ledger}`) ??
        compareSides(entry) ??
        compareNumber(entry, (lastNumbers.get(entry.fiscalYear) ?? 0) + 1);
      lastNumbers.set(entry.fiscalYear, entry.number);
      return difference;
    },
    end: () => chain.end(),
  };
}

function compareOwner({ chainSeq, tenant, ledger }: JournalEntry, expected: string): JournalDifference | undefined {
  const found = `${tenant} ${ledger}`;
  return found === expected ? undefined : { kind: "FOREIGN", number: chainSeq, found };
}

function compareSides({ chainSeq, lines }: JournalEntry): JournalDifference | undefined {
  const [debit, credit] = [baseSumOf(lines, "D"), baseSumOf(lines, "C")];
  if (debit === credit) return undefined;
  return { kind: "UNBALANCED", number: chainSeq, debit: String(debit), credit: String(credit) };
}

function compareNumber(entry: JournalEntry, expected: number): JournalDifference | undefined {
  if (entry.number === expected) return undefined;
  return { kind: "MISNUMBERED", number: entry.chainSeq, expected, found: entry.number };
}

export type BalanceDifference = { readonly account: string; readonly expected: Totals; readonly found: Totals };

export type BalancesReport = {
  readonly differences: readonly BalanceDifference[];
  /** Debits minus credits over all accounts in the base currency: 0 in correct books. */
  readonly equationDelta: bigint;
};

/** Compares stored balances with the sums of the lines of all entries. */
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

export type RunningSums = {
  add(entry: JournalEntry): void;
  totals(): RunningTotals;
  balances(): Balances;
  /** Returns the place of the last entry with a line on the account. 0 if there is none. */
  lastSeqOf(account: string): number;
  /** Returns the highest number of each fiscal year. */
  lastNumbers(): ReadonlyMap<number, number>;
};

type RunningTotals = {
  readonly entries: number;
  readonly lines: number;
  readonly equationDelta: bigint;
  readonly last: Pick<JournalEntry, "chainSeq" | "hash"> | undefined;
};

/** Adds up the lines of entries one entry at a time and keeps only the sums. */
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
