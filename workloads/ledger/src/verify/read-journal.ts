/** Reads the journal of a ledger page by page in the order of its chain, as it is stored. */
import type { Queryable } from "@rota/engine";
import type { JournalEntry, JournalLine } from "../journal/entry.ts";
import { parseStoredRate } from "./stored-rate.ts";
import { selectEntries, selectLines, type EntryRow, type LineRow } from "./verify.sql.ts";

export type JournalName = {
  readonly tenant: string;
  /** The code of the ledger. */
  readonly ledger: string;
  readonly ledgerId: bigint;
  /** The code of an account by its id. */
  readonly accountCode: (accountId: bigint) => string | undefined;
};

/** An entry as it is stored, and what is wrong with rows that are not hashed. */
export type StoredEntry = {
  readonly entry: JournalEntry;
  /** Whether its event id is used up by it. */
  readonly hasKey: boolean;
  /** Whether a line stands under another day than its entry. */
  readonly hasStrayLine: boolean;
};

/** Entries and lines of a few megabytes at most. */
const PAGE_ENTRIES = 2_000;

/** While one page is worked on, the next is read. */
export async function* readJournal(on: Queryable, journal: JournalName, after = 0): AsyncGenerator<StoredEntry[]> {
  let next = readPage(on, journal, after);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    if (page.length === PAGE_ENTRIES) {
      next = readPage(on, journal, last.entry.chainSeq);
      next.catch(() => undefined); // it is awaited in the next round
    }
    yield page;
    if (page.length < PAGE_ENTRIES) return;
  }
}

async function readPage(on: Queryable, journal: JournalName, after: number): Promise<StoredEntry[]> {
  const { ledgerId } = journal;
  const rows = await on.query(selectEntries({ ledgerId, after, limit: PAGE_ENTRIES }));
  const last = rows.at(-1);
  if (last === undefined) return [];
  const lines = await on.query(selectLines({ ledgerId, first: after + 1, last: Number(last.chain_seq) }));
  let place = 0;
  return rows.map((row) => {
    const own: LineRow[] = [];
    for (let line = lines[place]; line !== undefined && line.chain_seq <= row.chain_seq; line = lines[++place])
      if (line.chain_seq === row.chain_seq) own.push(line);
    const hasStrayLine = own.some(({ effective_date: date }) => date !== row.effective_date);
    return { entry: readEntry(row, own, journal), hasKey: row.has_key, hasStrayLine };
  });
}

function readEntry(row: EntryRow, lines: readonly LineRow[], journal: JournalName): JournalEntry {
  return {
    id: row.journal_entry_id,
    tenant: row.tenant_id,
    ledger: journal.ledger,
    chainSeq: Number(row.chain_seq),
    fiscalYear: row.fiscal_year,
    number: Number(row.sequence_number),
    kind: row.status,
    eventId: row.event_id,
    source: row.source,
    payloadHash: row.payload_hash,
    ruleId: row.rule_id,
    ruleVersion: row.rule_version,
    reversalOf: row.reversal_of_id,
    correctionOf: row.correction_of_id,
    postedDate: row.posted_date,
    effectiveDate: row.effective_date,
    transactionDate: row.transaction_date,
    currency: row.transaction_currency,
    baseCurrency: row.base_currency,
    rate: parseStoredRate(row.exchange_rate),
    description: row.description,
    reference: row.reference_id,
    autoReverse: row.auto_reverse,
    createdBy: row.created_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at.toISOString(),
    previousHash: row.previous_hash,
    hash: row.hash,
    lines: lines.map((line) => readLine(line, journal)),
  };
}

function readLine(row: LineRow, { accountCode }: JournalName): JournalLine {
  return {
    n: row.line_no,
    account: accountCode(row.account_id) ?? `#${String(row.account_id)}`, // which is no code, so that its hash differs
    side: row.is_credit ? "C" : "D",
    currency: row.currency_code,
    amount: row.amount,
    baseAmount: row.base_amount,
    dimensions: row.dimensions ?? {},
  };
}
