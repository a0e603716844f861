/** The statements that read a journal as it is stored, in the order of its chain. */
import { sql } from "@rota/engine";
import type { Dimensions, EntryKind } from "../core/entry.ts";

export type ChainEntryRow = {
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
  payload_hash: string;
  rule_id: string | null;
  rule_version: number | null;
  reversal_of_id: string | null;
  correction_of_id: string | null;
  auto_reverse: boolean;
  created_by: string;
  approved_by: string | null;
  created_at: Date;
  previous_hash: string;
  hash: string;
  /** Whether its event id is recorded as used by it. */
  has_key: boolean;
};

type JournalPage = { readonly ledgerId: bigint; readonly after: number; readonly limit: number };

/** Returns the next entries of a chain. */
export const selectChainEntries = ({ ledgerId, after, limit }: JournalPage) => sql<ChainEntryRow>`
  select entry.chain_seq, entry.journal_entry_id, entry.tenant_id, entry.event_id, entry.status, entry.posted_date, entry.effective_date,
         entry.transaction_date, entry.fiscal_year, entry.sequence_number, entry.transaction_currency, entry.base_currency, entry.exchange_rate,
         entry.description, entry.reference_id, entry.source, encode(entry.payload_hash, 'hex') as payload_hash, entry.rule_id, entry.rule_version,
         entry.reversal_of_id, entry.correction_of_id, entry.auto_reverse, entry.created_by, entry.approved_by, entry.created_at,
         encode(entry.previous_hash, 'hex') as previous_hash, encode(entry.hash, 'hex') as hash, key.event_id is not null as has_key
    from rota.fis_journal_entry as entry
    left join rota.fis_event_key as key
      on key.tenant_id = entry.tenant_id and key.event_id = entry.event_id and key.journal_entry_id = entry.journal_entry_id and key.outcome = 'POSTED'
         and key.payload_hash = entry.payload_hash
   where entry.ledger_id = ${ledgerId} and entry.chain_seq > ${after}
   order by entry.chain_seq
   limit ${limit}`;

export type ChainLineRow = {
  chain_seq: bigint;
  line_no: number;
  account_id: bigint;
  is_credit: boolean;
  currency_code: string;
  amount: bigint;
  base_amount: bigint;
  effective_date: string;
  dimensions: Dimensions | null;
};

/** Returns the lines of entries from one place in the chain to another. */
export const selectChainLines = (range: { ledgerId: bigint; first: number; last: number }) => sql<ChainLineRow>`
  select chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date, dimensions
    from rota.fis_journal_line
   where ledger_id = ${range.ledgerId} and chain_seq between ${range.first} and ${range.last}
   order by chain_seq, line_no`;

export type LedgerStateRow = {
  ledger_id: bigint;
  ledger_code: string;
  next_chain_seq: bigint | null;
  last_hash: string | null;
  lines: bigint;
};

/** Returns the stored end of a ledger's chain and its number of lines. No row: there is no such ledger. */
export const selectLedgerState = (name: { tenant: string; ledger: string | undefined }) => sql<LedgerStateRow>`
  select ledger.ledger_id, ledger.code as ledger_code, head.next_chain_seq, encode(head.last_hash, 'hex') as last_hash,
         (select count(*) from rota.fis_journal_line as line where line.ledger_id = ledger.ledger_id) as lines
    from rota.fis_ledger as ledger
    left join rota.fis_chain_head as head using (ledger_id)
   where ledger.tenant_id = ${name.tenant}
     and case when ${name.ledger ?? null}::text is null then ledger.is_default else ledger.code = ${name.ledger ?? null} end`;

/** Returns the next number of each fiscal year of a ledger. */
export const selectSequences = (ledgerId: bigint) => sql<{ fiscal_year: number; next_value: bigint }>`
  select fiscal_year, next_value from rota.fis_journal_sequence where ledger_id = ${ledgerId}`;

export type StoredBalanceRow = {
  code: string;
  debit_minor: string | null;
  credit_minor: string | null;
  base_debit_minor: string | null;
  base_credit_minor: string | null;
  updated_seq: bigint | null;
};

/** Returns the stored balance of every account of a ledger. Nulls where it is missing. */
export const selectBalances = (ledgerId: bigint) => sql<StoredBalanceRow>`
  select account.code, balance.debit_minor, balance.credit_minor, balance.base_debit_minor, balance.base_credit_minor, balance.updated_seq
    from rota.fis_account as account
    left join rota.fis_account_balance as balance on balance.account_id = account.account_id and balance.ledger_id = account.ledger_id
   where account.ledger_id = ${ledgerId}`;

/** Returns one row: the number of event ids that are recorded as used by a missing entry or one of another event. */
export const countLooseKeys = (tenant: string) => sql<{ loose: bigint }>`
  select count(*) as loose
    from rota.fis_event_key as key
   where key.tenant_id = ${tenant} and key.outcome = 'POSTED'
     and not exists (select from rota.fis_journal_entry as entry
                      where entry.journal_entry_id = key.journal_entry_id and entry.tenant_id = key.tenant_id and entry.event_id = key.event_id)`;
