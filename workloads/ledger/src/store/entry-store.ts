/** Reads journal entries with their lines. */
import type { Queryable } from "@rota/engine";
import type { JournalEntry, JournalLine } from "../core/entry.ts";
import { parseRate } from "../core/rate.ts";
import { LedgerError } from "../errors.ts";
import { type EntryRow, type LineRow, selectEntriesById, selectLines, selectReversals } from "./entry.sql.ts";

/** Id and code of a ledger. */
type LedgerName = { readonly ledgerId: bigint; readonly ledgerCode: string };

/** Returns an entry. Throws JOURNAL_ENTRY_NOT_FOUND. */
export async function readEntry(on: Queryable, ledger: LedgerName, id: string): Promise<JournalEntry> {
  const rows = await on.query(selectEntriesById(ledger.ledgerId, [id]));
  const [entry] = await withLines(on, ledger, rows);
  if (entry !== undefined) return entry;
  const message = `there is no journal entry ${id}: list those that there are`;
  throw new LedgerError("JOURNAL_ENTRY_NOT_FOUND", message, { journalEntryId: id });
}

/** Returns the entries of rows, in their order. */
export async function withLines(
  on: Queryable,
  { ledgerId, ledgerCode }: LedgerName,
  rows: readonly EntryRow[],
): Promise<JournalEntry[]> {
  if (rows.length === 0) return [];
  const lines = await on.query(
    selectLines(
      ledgerId,
      rows.map(({ chain_seq: seq }) => seq),
    ),
  );
  const bySeq = new Map<bigint, JournalLine[]>();
  for (const line of lines) {
    const list = bySeq.get(line.chain_seq) ?? [];
    list.push(toLine(line));
    bySeq.set(line.chain_seq, list);
  }
  return rows.map((row) => toEntry(row, ledgerCode, bySeq.get(row.chain_seq) ?? []));
}

/** Returns the id of the entry that reversed this one. Undefined if it is not reversed. */
export async function reversalOf(on: Queryable, id: string): Promise<string | undefined> {
  const [row] = await on.query(selectReversals([id]));
  return row?.journal_entry_id;
}

function toEntry(row: EntryRow, ledger: string, lines: readonly JournalLine[]): JournalEntry {
  return {
    id: row.journal_entry_id,
    tenant: row.tenant_id,
    ledger,
    chainSeq: Number(row.chain_seq),
    number: Number(row.sequence_number),
    kind: row.status,
    eventId: row.event_id,
    source: row.source,
    payloadHash: row.payload_hash && hex(row.payload_hash),
    ruleId: row.rule_id,
    ruleVersion: row.rule_version,
    reversalOf: row.reversal_of_id,
    correctionOf: row.correction_of_id,
    postedDate: row.posted_date,
    effectiveDate: row.effective_date,
    transactionDate: row.transaction_date,
    fiscalYear: row.fiscal_year,
    currency: row.transaction_currency,
    baseCurrency: row.base_currency,
    rate: parseRate(row.exchange_rate),
    description: row.description,
    reference: row.reference_id,
    autoReverse: row.auto_reverse,
    createdBy: row.created_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at.toISOString(),
    previousHash: hex(row.previous_hash),
    hash: hex(row.hash),
    lines,
  };
}

function toLine(row: LineRow): JournalLine {
  return {
    n: row.line_no,
    account: row.account_code,
    side: row.is_credit ? "C" : "D",
    currency: row.currency_code,
    amount: row.amount,
    baseAmount: row.base_amount,
    dimensions: row.dimensions ?? {},
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
