/** The statements that post entries and read them. */
import { sql, type Sql } from "@rota/engine";
import type { EntryKind } from "../core/entry.ts";

export type EntryRow = {
  ledger_id: bigint;
  chain_seq: bigint;
  journal_entry_id: string;
  tenant_id: string;
  event_id: string;
  status: EntryKind;
  posted_date: string;
  effective_date: string;
  transaction_date: string;
  fiscal_year: number;
  sequence_number: bigint;
  transaction_currency: string;
  base_currency: string;
  exchange_rate: string;
  description: string | null;
  reference_id: string | null;
  source: string | null;
  payload_hash: Uint8Array | null;
  rule_id: string | null;
  rule_version: number | null;
  reversal_of_id: string | null;
  correction_of_id: string | null;
  auto_reverse: boolean;
  created_by: string;
  approved_by: string | null;
  created_at: Date;
  previous_hash: Uint8Array;
  hash: Uint8Array;
};

/** Returns the entries of a ledger with those ids. */
export const selectEntriesById = (ledgerId: bigint, ids: readonly string[]): Sql<EntryRow> => sql<EntryRow>`
  select * from rota.fis_journal_entry where ledger_id = ${ledgerId} and journal_entry_id = any (${ids}::uuid[])`;

type EntryFilter = {
  ledgerId: bigint;
  postedFrom: string | null;
  postedTo: string | null;
  account: string | null;
  status: EntryKind | null;
  reference: string | null;
  eventId: string | null;
  before: bigint | null;
  limit: number;
};

/** Returns entries of a ledger, the newest first. */
export const selectEntries = (filter: EntryFilter) => sql<EntryRow>`
  select entry.* from rota.fis_journal_entry as entry
   where ledger_id = ${filter.ledgerId}
     and (${filter.before}::bigint is null or chain_seq < ${filter.before})
     and (${filter.postedFrom}::date is null or posted_date >= ${filter.postedFrom})
     and (${filter.postedTo}::date is null or posted_date <= ${filter.postedTo})
     and (${filter.status}::text is null or status = ${filter.status})
     and (${filter.reference}::text is null or reference_id = ${filter.reference})
     and (${filter.eventId}::text is null or event_id = ${filter.eventId})
     and (${filter.account}::text is null or exists (
           select from rota.fis_journal_line as line join rota.fis_account as account using (account_id)
            where line.ledger_id = entry.ledger_id and line.chain_seq = entry.chain_seq and account.code = ${filter.account}))
   order by chain_seq desc
   limit ${filter.limit}`;

export type LineRow = {
  chain_seq: bigint;
  line_no: number;
  account_code: string;
  is_credit: boolean;
  currency_code: string;
  amount: bigint;
  base_amount: bigint;
  dimensions: Record<string, string> | null;
};

/** Returns the lines of entries of a ledger, in their order. */
export const selectLines = (ledgerId: bigint, chainSeqs: readonly bigint[]) => sql<LineRow>`
  select chain_seq, line_no, account.code as account_code, is_credit, line.currency_code, amount, base_amount, dimensions
    from rota.fis_journal_line as line join rota.fis_account as account using (account_id)
   where line.ledger_id = ${ledgerId} and chain_seq = any (${chainSeqs}::bigint[])
   order by chain_seq, line_no`;

/** Returns the reversed entries among those given, each with the entry that reversed it. */
export const selectReversals = (ids: readonly string[]) => sql<{ reversal_of_id: string; journal_entry_id: string }>`
  select reversal_of_id, journal_entry_id from rota.fis_journal_entry where reversal_of_id = any (${ids}::uuid[])`;

/**
 * Returns accruals that are due: their period is not OPEN, a later one takes postings, and they are not reversed.
 */
export const selectDueAccruals = (ledgerId: bigint, limit: number) => sql<EntryRow>`
  select entry.*
    from rota.fis_journal_entry as entry
    join rota.fis_accounting_period as period
      on period.tenant_id = entry.tenant_id and entry.effective_date between period.start_date and period.end_date
   where entry.ledger_id = ${ledgerId} and entry.auto_reverse and period.status <> 'OPEN'
     and not exists (select from rota.fis_journal_entry as mirror where mirror.reversal_of_id = entry.journal_entry_id)
     and exists (select from rota.fis_accounting_period as later
                  where later.tenant_id = entry.tenant_id and later.start_date > period.end_date and later.status <> 'HARD_CLOSED')
   order by entry.chain_seq
   limit ${limit}`;

export type PostingRow = {
  ledger_id: bigint;
  ledger_code: string;
  books_version: string;
  next_chain_seq: bigint;
  last_hash: Uint8Array | null;
  fiscal_years: readonly number[] | null;
  next_values: readonly bigint[] | null;
  taken: readonly TakenKey[] | null;
  at: Date;
};

/** Used event id with its use. */
export type TakenKey = {
  readonly eventId: string;
  readonly outcome: "POSTED" | "DRAFT" | "RUN";
  readonly payloadHash: string;
  readonly journalEntryId: string | null;
};

type PostingToBegin = {
  readonly tenant: string;
  readonly ledger: string | undefined;
  readonly eventIds: readonly string[];
};

/** Locks the tenant's row and returns the end of the ledger's chain. No row: there is no such ledger. */
export const beginPostingRow = ({ tenant, ledger, eventIds }: PostingToBegin) => sql<PostingRow>`
  select ledger_id, ledger_code, books_version, next_chain_seq, last_hash, fiscal_years, next_values, taken, at
    from rota.fis_begin_posting(${tenant}, ${ledger ?? null}, ${eventIds}::text[])`;

type Texts = readonly (string | null)[];

/** Columns of entries, lines and accounts. An empty list means nulls, and a single value applies to every row. */
export type PostedColumns = {
  readonly tenant: string;
  readonly ledgerId: bigint;
  readonly nextSeq: number;
  readonly previousHash: Uint8Array;
  readonly at: Date;
  readonly baseCurrency: string;
  readonly ids: readonly string[];
  readonly eventIds: readonly string[];
  readonly statuses: readonly string[];
  readonly posted: readonly string[];
  readonly effective: readonly string[];
  readonly transacted: Texts;
  readonly years: readonly number[];
  readonly numbers: readonly number[];
  readonly currencies: readonly string[];
  readonly rates: Texts;
  readonly descriptions: Texts;
  readonly references: Texts;
  readonly sources: Texts;
  readonly payloadHashes: Uint8Array;
  readonly ruleIds: Texts;
  readonly ruleVersions: readonly (number | null)[];
  readonly reversalOf: Texts;
  readonly correctionOf: Texts;
  readonly autoReverse: readonly (boolean | null)[];
  readonly createdBy: readonly string[];
  readonly approvedBy: Texts;
  readonly hashes: Uint8Array;
  readonly lineNths: readonly number[];
  readonly lineNos: readonly number[];
  readonly lineAccounts: readonly bigint[];
  readonly lineCredits: readonly boolean[];
  readonly lineCurrencies: readonly string[];
  readonly lineAmounts: readonly bigint[];
  readonly lineBaseAmounts: readonly (bigint | null)[];
  readonly lineDimensions: Texts;
  readonly accountIds: readonly bigint[];
  readonly debits: readonly bigint[];
  readonly credits: readonly bigint[];
  readonly baseDebits: readonly bigint[];
  readonly baseCredits: readonly bigint[];
  readonly accountSeqs: readonly number[];
  readonly numberedYears: readonly number[];
  readonly nextValues: readonly number[];
};

/** Writes entries and everything derived from them. Returns one row: false if the chain has another end than expected. */
export const postEntryRows = (given: PostedColumns) => sql<{ is_posted: boolean }>`
  select rota.fis_post_entries(
    ${given.tenant}, ${given.ledgerId}, ${given.nextSeq}, ${given.previousHash}::bytea, ${given.at}, ${given.baseCurrency},
    ${given.ids}::uuid[], ${given.eventIds}::text[], ${given.statuses}::text[], ${given.posted}::date[], ${given.effective}::date[],
    ${given.transacted}::date[], ${given.years}::integer[], ${given.numbers}::bigint[], ${given.currencies}::text[], ${given.rates}::numeric[],
    ${given.descriptions}::text[], ${given.references}::text[], ${given.sources}::text[], ${given.payloadHashes}::bytea,
    ${given.ruleIds}::uuid[], ${given.ruleVersions}::integer[], ${given.reversalOf}::uuid[], ${given.correctionOf}::uuid[],
    ${given.autoReverse}::boolean[], ${given.createdBy}::text[], ${given.approvedBy}::text[], ${given.hashes}::bytea,
    ${given.lineNths}::integer[], ${given.lineNos}::integer[], ${given.lineAccounts}::bigint[], ${given.lineCredits}::boolean[],
    ${given.lineCurrencies}::text[], ${given.lineAmounts}::bigint[], ${given.lineBaseAmounts}::bigint[], ${given.lineDimensions}::text[],
    ${given.accountIds}::bigint[], ${given.debits}::numeric[], ${given.credits}::numeric[], ${given.baseDebits}::numeric[],
    ${given.baseCredits}::numeric[], ${given.accountSeqs}::bigint[], ${given.numberedYears}::integer[], ${given.nextValues}::bigint[]) as is_posted`;

/** Returns the closing entries of a fiscal year, in their order. */
export const selectClosings = (ledgerId: bigint, fiscalYear: number) => sql<{ journal_entry_id: string }>`
  select journal_entry_id from rota.fis_journal_entry
   where ledger_id = ${ledgerId} and status = 'CLOSING' and fiscal_year = ${fiscalYear}
   order by chain_seq limit 1000`;
