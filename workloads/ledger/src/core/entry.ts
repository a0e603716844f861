/** Defines journal entries, as requested and as posted, and numbers them without gaps in each fiscal year. */
import type { Side } from "./account.ts";

/**
 * Reason for an entry. Every kind counts in every report, except that an income statement leaves out CLOSING, which
 * moves the income of a year into retained earnings.
 */
export type EntryKind = "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";

export type Dimensions = Readonly<Record<string, string>>;

export type DraftLine = {
  readonly account: string;
  readonly side: Side;
  /** Whole minor units, above 0. */
  readonly amount: bigint;
  /** Currency of the entry or the base currency. Defaults to that of the entry. */
  readonly currency?: string | undefined;
  readonly dimensions?: Dimensions | undefined;
};

/** Entry to post. */
export type EntryDraft = {
  /** Unique per tenant: the same id is never posted twice. */
  readonly eventId: string;
  readonly postedDate: string;
  /** Decides the period and where reports count the entry. Defaults to the posted date. */
  readonly effectiveDate?: string | undefined;
  /** Decides the exchange rate. Defaults to the posted date. */
  readonly transactionDate?: string | undefined;
  readonly currency: string;
  readonly lines: readonly DraftLine[];
  readonly createdBy: string;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  readonly source?: string | undefined;
  /** SHA-256 of the canonical form of the business event. */
  readonly payloadHash?: string | undefined;
  readonly ruleId?: string | undefined;
  readonly ruleVersion?: number | undefined;
  /** Whether the entry is mirrored on the first day of the next period. */
  readonly autoReverse?: boolean | undefined;
  readonly approvedBy?: string | undefined;
};

export type JournalLine = {
  /** Number of the line, from 1. */
  readonly n: number;
  readonly account: string;
  readonly side: Side;
  readonly currency: string;
  readonly amount: bigint;
  readonly baseAmount: bigint;
  readonly dimensions: Dimensions;
};

/** Entry that passed every check and has neither a number nor a place in the chain yet. */
export type CheckedEntry = {
  readonly kind: EntryKind;
  readonly eventId: string;
  readonly source: string | null;
  readonly payloadHash: string | null;
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  /** Id of the entry that this one reverses. */
  readonly reversalOf: string | null;
  /** Id of the entry that this one corrects. */
  readonly correctionOf: string | null;
  readonly postedDate: string;
  readonly effectiveDate: string;
  readonly transactionDate: string;
  readonly fiscalYear: number;
  readonly currency: string;
  readonly baseCurrency: string;
  /** From `currency` to `baseCurrency`, with eight decimals. */
  readonly rate: bigint;
  readonly description: string | null;
  readonly reference: string | null;
  readonly autoReverse: boolean;
  readonly createdBy: string;
  readonly approvedBy: string | null;
  readonly lines: readonly JournalLine[];
};

/** Posted entry, which never changes. */
export type JournalEntry = CheckedEntry & {
  readonly id: string;
  readonly tenant: string;
  readonly ledger: string;
  /** Place in the chain of the ledger, from 1 without gaps. */
  readonly chainSeq: number;
  /** Number in the fiscal year, from 1 without gaps. */
  readonly number: number;
  /** UTC with exactly three decimals: 2026-03-31T23:59:59.000Z. */
  readonly createdAt: string;
  readonly previousHash: string;
  readonly hash: string;
};

/** Next number of each fiscal year. A year without one starts with 1. */
export type NextNumbers = ReadonlyMap<number, number>;

/** @example formatNumber(2026, 1) === "JE-2026-00001" */
export function formatNumber(fiscalYear: number, number: number): string {
  return `JE-${String(fiscalYear)}-${String(number).padStart(5, "0")}`;
}

/** Continues the numbers of a ledger. No number is used up until the caller stores `next` with the entries. */
export type Numbering = {
  readonly next: NextNumbers;
  take(fiscalYear: number): number;
};

export function createNumbering(start: NextNumbers): Numbering {
  const next = new Map(start);
  return {
    next,
    take(fiscalYear) {
      const number = next.get(fiscalYear) ?? 1;
      next.set(fiscalYear, number + 1);
      return number;
    },
  };
}
