/** Verifies the books of a tenant from the database in one snapshot: chain, numbers, balances, keys and the equation. */
import type { Database, Queryable, Transaction } from "@rota/engine";
import type { ChainHead } from "@rota/proofs";
import type { Totals } from "../core/balance.ts";
import { genesisHash } from "../core/chain.ts";
import type { JournalEntry, JournalLine } from "../core/entry.ts";
import { RATE_DECIMALS, RATE_ONE } from "../core/rate.ts";
import type { LedgerDifference, LedgerReport } from "../verify/ledger-difference.ts";
import { createJournalCheck, createRunningSums, type RunningSums, verifyBalances } from "../verify/verify-journal.ts";
import { noBooks } from "./books-store.ts";
import { type BooksAccountRow, selectBooksAccounts } from "./entity.sql.ts";
import {
  type ChainEntryRow,
  type ChainLineRow,
  countLooseKeys,
  type LedgerStateRow,
  selectBalances,
  selectChainEntries,
  selectChainLines,
  selectLedgerState,
  selectSequences,
  type StoredBalanceRow,
} from "./verify.sql.ts";

export type LedgerToVerify = {
  readonly tenant: string;
  /** Code of a ledger. Defaults to the default ledger of the tenant. */
  readonly ledger?: string | undefined;
  /** Heads that were saved elsewhere. Without one, a chain that was truncated or rewritten with its head is not detected. */
  readonly heads?: readonly ChainHead[] | undefined;
  readonly onProgress?: ((progress: LedgerVerificationProgress) => void) | undefined;
  /** Aborts the verification between two pages, with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** Number of checked entries, and the total number according to the stored head. */
export type LedgerVerificationProgress = { readonly entries: number; readonly entriesMax: number };

export async function verifyLedger(database: Database, request: LedgerToVerify): Promise<LedgerReport> {
  return database.transaction((tx) => verifyLedgerInside(tx, request), { readOnlySnapshot: true });
}

/** Verifies in a transaction of the caller, including its own writes. The transaction should read one snapshot. */
export async function verifyLedgerInside(tx: Transaction, request: LedgerToVerify): Promise<LedgerReport> {
  const { tenant, ledger } = request;
  const [state] = await tx.query(selectLedgerState({ tenant, ledger }));
  if (state === undefined) throw noBooks({ tenant, ledger });
  const accounts = await tx.query(selectBooksAccounts(state.ledger_id));
  const sums = createRunningSums(new Map(accounts.map(({ code, currency_code: currency }) => [code, { currency }])));
  const ofChain = await walkChain(tx, { request, state, accounts, sums });
  const ofRows = await compareStored(tx, { tenant, state, sums });
  const { entries, lines, equationDelta, last } = sums.totals();
  return {
    tenant,
    ledger: state.ledger_code,
    entries,
    lines,
    equationDelta,
    head: last && { number: last.chainSeq, hash: last.hash },
    differences: [...ofChain, ...ofRows],
  };
}

type Walk = {
  readonly request: LedgerToVerify;
  readonly state: LedgerStateRow;
  readonly accounts: readonly BooksAccountRow[];
  readonly sums: RunningSums;
};

async function walkChain(tx: Transaction, { request, state, accounts, sums }: Walk): Promise<LedgerDifference[]> {
  const { tenant, heads, signal, onProgress } = request;
  const { ledger_id: ledgerId, ledger_code: ledger } = state;
  const codes = new Map(accounts.map(({ account_id: id, code }) => [id, code]));
  const journal = { tenant, ledger, ledgerId, accountCode: (id: bigint) => codes.get(id) };
  const check = createJournalCheck({ tenant, ledger, heads });
  const entriesMax = Number(state.next_chain_seq ?? 1) - 1;
  const differences: LedgerDifference[] = [];
  let broken: LedgerDifference | undefined;
  for await (const page of readJournal(tx, journal)) {
    signal?.throwIfAborted();
    for (const { entry, hasKey, hasStrayLine } of page) {
      sums.add(entry);
      broken ??= check.add(entry);
      if (!hasKey) differences.push({ kind: "KEY_DIFFERS", number: entry.chainSeq });
      if (hasStrayLine) differences.push({ kind: "LINE_MOVED", number: entry.chainSeq });
    }
    onProgress?.({ entries: sums.totals().entries, entriesMax });
  }
  broken ??= check.end();
  const ofHead = broken === undefined ? compareHead(state, sums, genesisHash(tenant, ledger)) : [];
  return [...(broken === undefined ? [] : [broken]), ...ofHead, ...differences];
}

function compareHead(state: LedgerStateRow, sums: RunningSums, genesis: string): LedgerDifference[] {
  const { last } = sums.totals();
  const expected = `${String(last?.chainSeq ?? 0)}:${last?.hash ?? genesis}`;
  const found = `${String(Number(state.next_chain_seq ?? 1) - 1)}:${state.last_hash ?? genesis}`;
  return expected === found ? [] : [{ kind: "HEAD_DIFFERS", expected, found }];
}

type StoredBooks = {
  readonly tenant: string;
  readonly state: LedgerStateRow;
  readonly sums: RunningSums;
};

/** Compares the stored balances, numbers, lines and keys with the sums of the entries. */
async function compareStored(
  on: Queryable,
  { tenant, state, sums }: StoredBooks,
): Promise<readonly LedgerDifference[]> {
  const balances = await on.query(selectBalances(state.ledger_id));
  const sequences = await on.query(selectSequences(state.ledger_id));
  const [keys] = await on.query(countLooseKeys(tenant));
  const numbers = new Map(sequences.map(({ fiscal_year: year, next_value: next }) => [year, Number(next)]));
  return [
    ...compareBalances(balances, sums),
    ...compareNumbers(numbers, sums),
    ...looseRows("lines", Number(state.lines) - sums.totals().lines),
    ...looseRows("keys", Number(keys?.loose ?? 0)),
  ];
}

function compareBalances(stored: readonly StoredBalanceRow[], sums: RunningSums): LedgerDifference[] {
  const byCode = new Map(stored.map((row) => [row.code, totalsOf(row)]));
  const { differences, equationDelta } = verifyBalances(byCode, sums.balances());
  const stale = stored.flatMap(({ code, updated_seq: seq }): LedgerDifference[] => {
    const [expected, found] = [sums.lastSeqOf(code), Number(seq ?? 0)];
    return expected === found ? [] : [{ kind: "BALANCE_STALE", account: code, expected, found }];
  });
  return [
    ...differences.map((difference): LedgerDifference => ({ kind: "BALANCE_DIFFERS", ...difference })),
    ...stale,
    ...(equationDelta === 0n ? [] : [{ kind: "EQUATION_BROKEN", delta: equationDelta } as const]),
  ];
}

function totalsOf(row: StoredBalanceRow): Totals {
  return {
    debit: BigInt(row.debit_minor ?? 0),
    credit: BigInt(row.credit_minor ?? 0),
    baseDebit: BigInt(row.base_debit_minor ?? 0),
    baseCredit: BigInt(row.base_credit_minor ?? 0),
  };
}

function compareNumbers(stored: ReadonlyMap<number, number>, sums: RunningSums): LedgerDifference[] {
  const last = sums.lastNumbers();
  return [...new Set([...stored.keys(), ...last.keys()])].flatMap((fiscalYear): LedgerDifference[] => {
    const expected = (last.get(fiscalYear) ?? 0) + 1;
    const found = stored.get(fiscalYear) ?? 1;
    return expected === found ? [] : [{ kind: "NUMBERING_DIFFERS", fiscalYear, expected, found }];
  });
}

function looseRows(rows: "lines" | "keys", count: number): LedgerDifference[] {
  return count === 0 ? [] : [{ kind: "LOOSE_ROWS", rows, count }];
}

type JournalName = {
  readonly tenant: string;
  /** Code of the ledger. */
  readonly ledger: string;
  readonly ledgerId: bigint;
  /** Returns the code of an account by its id. */
  readonly accountCode: (accountId: bigint) => string | undefined;
};

/** Stored entry, with the problems of its rows that are not hashed. */
type StoredEntry = {
  readonly entry: JournalEntry;
  /** Whether its event id is recorded as used by it. */
  readonly hasKey: boolean;
  /** Whether a line has another effective date than its entry. */
  readonly hasStrayLine: boolean;
};

/** Page size that keeps entries and lines below a few megabytes. */
const PAGE_ENTRIES = 2_000;

/** Yields the journal in pages. Reads the next page while the caller works on the current one. */
export async function* readJournal(on: Queryable, journal: JournalName, after = 0): AsyncGenerator<StoredEntry[]> {
  let next = readPage(on, journal, after);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    if (page.length === PAGE_ENTRIES) {
      next = readPage(on, journal, last.entry.chainSeq);
      next.catch(() => undefined); // awaited in the next iteration
    }
    yield page;
    if (page.length < PAGE_ENTRIES) return;
  }
}

async function readPage(on: Queryable, journal: JournalName, after: number): Promise<StoredEntry[]> {
  const { ledgerId } = journal;
  const rows = await on.query(selectChainEntries({ ledgerId, after, limit: PAGE_ENTRIES }));
  const last = rows.at(-1);
  if (last === undefined) return [];
  const lines = await on.query(selectChainLines({ ledgerId, first: after + 1, last: Number(last.chain_seq) }));
  let place = 0;
  return rows.map((row) => {
    const own: ChainLineRow[] = [];
    for (let line = lines[place]; line !== undefined && line.chain_seq <= row.chain_seq; line = lines[++place])
      if (line.chain_seq === row.chain_seq) own.push(line);
    const hasStrayLine = own.some(({ effective_date: date }) => date !== row.effective_date);
    return { entry: readEntry(row, own, journal), hasKey: row.has_key, hasStrayLine };
  });
}

function readEntry(row: ChainEntryRow, lines: readonly ChainLineRow[], journal: JournalName): JournalEntry {
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

function readLine(row: ChainLineRow, { accountCode }: JournalName): JournalLine {
  return {
    n: row.line_no,
    account: accountCode(row.account_id) ?? `#${String(row.account_id)}`, // not a valid code, so the hash differs
    side: row.is_credit ? "C" : "D",
    currency: row.currency_code,
    amount: row.amount,
    baseAmount: row.base_amount,
    dimensions: row.dimensions ?? {},
  };
}

const ONE = "1.00000000";

/** Parses a stored rate, even one that parseRate refuses, because a verifier checks what is stored. */
function parseStoredRate(text: string): bigint {
  if (text === ONE) return RATE_ONE;
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(RATE_DECIMALS, "0"));
}
