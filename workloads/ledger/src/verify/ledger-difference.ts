/** Lists the differences that a verification may find, describes each in one sentence, and defines the report of them. */
import type { ChainHead } from "@rota/proofs";
import type { BalanceDifference, JournalDifference } from "./verify-journal.ts";

export type LedgerDifference =
  | JournalDifference
  /** Stored head that is not the end of the chain: entries were removed from the end, or added in another way. */
  | { readonly kind: "HEAD_DIFFERS"; readonly expected: string; readonly found: string }
  /** Event id of an entry that is not recorded as used by it. */
  | { readonly kind: "KEY_DIFFERS"; readonly number: number }
  /** Line with another effective date than its entry. */
  | { readonly kind: "LINE_MOVED"; readonly number: number }
  /** Lines or keys without their entry. */
  | { readonly kind: "LOOSE_ROWS"; readonly rows: "lines" | "keys"; readonly count: number }
  /** Next number of a fiscal year that does not follow the last one used. */
  | {
      readonly kind: "NUMBERING_DIFFERS";
      readonly fiscalYear: number;
      readonly expected: number;
      readonly found: number;
    }
  | ({ readonly kind: "BALANCE_DIFFERS" } & BalanceDifference)
  /** Balance that names the wrong entry as its last one. */
  | { readonly kind: "BALANCE_STALE"; readonly account: string; readonly expected: number; readonly found: number }
  | { readonly kind: "EQUATION_BROKEN"; readonly delta: bigint };

/** Result of a verification, from the database or from a book file. */
export type LedgerReport = {
  readonly tenant: string;
  readonly ledger: string;
  /** Number of checked entries. */
  readonly entries: number;
  readonly lines: number;
  /** Debits minus credits in the base currency over all lines: 0 in correct books. */
  readonly equationDelta: bigint;
  /** End of the chain, worth saving elsewhere. Undefined if the chain is empty. */
  readonly head: ChainHead | undefined;
  /** Empty for correct books. Contains only the first difference of the chain, since the links after it prove nothing. */
  readonly differences: readonly LedgerDifference[];
};

/** Describes a difference in one sentence for people. */
export function describeLedgerDifference(difference: LedgerDifference): string {
  return "number" in difference ? describeEntry(difference) : describeRows(difference);
}

type EntryDifference = Extract<LedgerDifference, { readonly number: number }>;

function describeEntry(difference: EntryDifference): string {
  const entry = `entry ${String(difference.number)}`;
  switch (difference.kind) {
    case "CHANGED":
      return `${entry} is not what was hashed: one of its columns or lines was changed`;
    case "UNLINKED":
      return `${entry} does not follow the entry before it`;
    case "MISSING":
      return `${entry} is missing`;
    case "OUT_OF_ORDER":
      return `${entry} stands where entry ${String(difference.expected)} should`;
    case "CUT_OFF":
      return `the chain ends after entry ${String(difference.last)}, and a head of ${entry} was kept`;
    case "REWRITTEN":
      return `${entry} is another one than that of a head that was kept: the chain was written anew`;
    case "FOREIGN":
      return `${entry} is of another tenant or ledger (${difference.found})`;
    case "UNBALANCED":
      return `${entry} has debits of ${difference.debit} and credits of ${difference.credit}`;
    case "MISNUMBERED":
      return `${entry} has number ${String(difference.found)} where ${String(difference.expected)} follows`;
    case "KEY_DIFFERS":
      return `the event id of ${entry} is not used up by it`;
    case "LINE_MOVED":
      return `a line of ${entry} stands under another day than the entry`;
  }
}

function describeRows(difference: Exclude<LedgerDifference, EntryDifference>): string {
  switch (difference.kind) {
    case "HEAD_DIFFERS":
      return `the stored head is ${difference.found}, the chain ends with ${difference.expected}`;
    case "LOOSE_ROWS":
      return `${String(difference.count)} ${difference.rows} belong to no entry`;
    case "NUMBERING_DIFFERS":
      return `numbers of ${String(difference.fiscalYear)} go on with ${String(difference.found)} where ${String(difference.expected)} follows`;
    case "BALANCE_DIFFERS":
      return `the balance of ${difference.account} is not the sum of its lines`;
    case "BALANCE_STALE":
      return `the balance of ${difference.account} ends with entry ${String(difference.found)}, its last line is of entry ${String(difference.expected)}`;
    case "EQUATION_BROKEN":
      return `debits and credits of all lines differ by ${String(difference.delta)} in the base currency`;
  }
}
