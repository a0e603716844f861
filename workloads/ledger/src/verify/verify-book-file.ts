/** Verifies a book file without the database it came from: the chain, the numbers, every sum, the stored balances and the head. */
import type { ChainHead } from "@rota/proofs";
import type { Totals } from "../core/balance.ts";
import {
  type BookRecord,
  type EntryRecord,
  type HeadRecord,
  invalidLine,
  type LedgerRecord,
  type NumberedRecord,
  postedEntryOf,
  totalsOf,
} from "../core/book-file.ts";
import { genesisHash } from "../core/chain.ts";
import type { LedgerDifference, LedgerReport } from "./ledger-difference.ts";
import {
  createJournalCheck,
  createRunningSums,
  type JournalCheck,
  type RunningSums,
  verifyBalances,
} from "./verify-journal.ts";

export type VerifyOptions = {
  /** Heads that were saved elsewhere. Without one, a chain that was truncated or rewritten with its head is not detected. */
  readonly heads?: readonly ChainHead[];
  /** Called every thousand entries. */
  readonly onEntries?: (entries: number) => void;
};

/** Verifies the records in one pass, in their order. Keeps accounts and totals, and no entries. */
export async function verifyRecords(
  records: AsyncIterable<NumberedRecord>,
  { heads, onEntries }: VerifyOptions = {},
): Promise<LedgerReport> {
  const book = createBookCheck(heads);
  for await (const { record, line } of records) {
    book.add(record, line);
    if (record.record === "entry" && book.entries() % PROGRESS_INTERVAL === 0) onEntries?.(book.entries());
  }
  return book.end();
}

const PROGRESS_INTERVAL = 1_000;

function createBookCheck(heads: readonly ChainHead[] | undefined) {
  const accounts = new Map<string, { readonly currency: string }>();
  const sums = createRunningSums(accounts);
  const stored = new Map<string, Totals>();
  let ledger: LedgerRecord | undefined;
  let check: JournalCheck | undefined;
  let broken: LedgerDifference | undefined;
  let storedHead: HeadRecord | undefined;

  const addEntry = (record: EntryRecord, line: number) => {
    const entry = postedEntryOf(record, line);
    sums.add(entry);
    check ??= createJournalCheck({ ...required(ledger, line), heads });
    broken ??= check.add(entry);
  };
  return {
    entries: () => sums.totals().entries,
    add(record: BookRecord, line: number): void {
      if (record.record === "ledger") ledger = record;
      if (record.record === "account") accounts.set(record.code, record);
      if (record.record === "entry") addEntry(record, line);
      if (record.record === "balance") stored.set(record.account, totalsOf(record));
      if (record.record === "head") storedHead = record;
    },
    end(): LedgerReport {
      const name = required(ledger, 1);
      check ??= createJournalCheck({ ...name, heads });
      broken ??= check.end();
      const differences = [...(broken === undefined ? compareHead(storedHead, sums, name) : [broken])];
      return reportOf(name, sums, [...differences, ...compareBalances(stored, sums)]);
    },
  };
}

function reportOf(
  { tenant, ledger }: LedgerRecord,
  sums: RunningSums,
  differences: readonly LedgerDifference[],
): LedgerReport {
  const { entries, lines, equationDelta, last } = sums.totals();
  const head = last && { number: last.chainSeq, hash: last.hash };
  return { tenant, ledger, entries, lines, equationDelta, head, differences };
}

function compareHead(storedHead: HeadRecord | undefined, sums: RunningSums, name: LedgerRecord): LedgerDifference[] {
  const { last } = sums.totals();
  const expected = `${String(last?.chainSeq ?? 0)}:${last?.hash ?? genesisHash(name.tenant, name.ledger)}`;
  const found = storedHead === undefined ? "missing" : `${String(storedHead.chainSeq)}:${storedHead.hash}`;
  return expected === found ? [] : [{ kind: "HEAD_DIFFERS", expected, found }];
}

function compareBalances(stored: ReadonlyMap<string, Totals>, sums: RunningSums): LedgerDifference[] {
  const { differences, equationDelta } = verifyBalances(stored, sums.balances());
  return [
    ...differences.map((difference): LedgerDifference => ({ kind: "BALANCE_DIFFERS", ...difference })),
    ...(equationDelta === 0n ? [] : [{ kind: "EQUATION_BROKEN", delta: equationDelta } as const]),
  ];
}

function required(ledger: LedgerRecord | undefined, line: number): LedgerRecord {
  if (ledger !== undefined) return ledger;
  throw invalidLine(line, 'no record "ledger" stands before it: give a file that rota ledger export wrote');
}
