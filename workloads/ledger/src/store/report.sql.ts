/** The statements that add up lines of the journal for reports. Sums are text, because they may exceed any column. */
import { sql } from "@rota/engine";
import type { EntryRow } from "./entry.sql.ts";

/** Sum of the lines of one account, side and currency. */
export type SumRow = { code: string; is_credit: boolean; currency_code: string; amount: string; base_amount: string };

type SumQuery = {
  ledgerId: bigint;
  /** First effective date, inclusive, as is `to`. Null for no limit. */
  from: string | null;
  to: string | null;
  /** Whether to leave out closing entries. */
  isWithoutClosing: boolean;
};

/** Returns the sums of all accounts with lines. */
export const sumLines = ({ ledgerId, from, to, isWithoutClosing }: SumQuery) => sql<SumRow>`
  select code, sums.is_credit, sums.currency_code, sums.amount::text, sums.base_amount::text
    from (select account_id, is_credit, currency_code, sum(amount) as amount, sum(base_amount) as base_amount
            from rota.fis_journal_line
           where ledger_id = ${ledgerId}
             and effective_date between coalesce(${from}, '-infinity'::date) and coalesce(${to}, 'infinity'::date)
             and (not ${isWithoutClosing} or chain_seq <> all (array(
                   select chain_seq from rota.fis_journal_entry where ledger_id = ${ledgerId} and status = 'CLOSING')))
           group by account_id, is_credit, currency_code) as sums
    join rota.fis_account as account using (account_id)`;

type BalanceRow = {
  code: string;
  debit_minor: string;
  credit_minor: string;
  base_debit_minor: string;
  base_credit_minor: string;
};

/** Returns the totals of all accounts with lines. No row: there is a line of a later day. */
export const selectBalancesIfLast = (ledgerId: bigint, asOf: string) => sql<BalanceRow>`
  select code, debit_minor, credit_minor, base_debit_minor, base_credit_minor
    from rota.fis_account_balance as balance join rota.fis_account using (account_id)
   where balance.ledger_id = ${ledgerId} and updated_seq > 0
     and not exists (select from rota.fis_journal_entry where ledger_id = ${ledgerId} and effective_date > ${asOf})`;

/** Returns the earnings of each day: credits minus debits of revenue and expenses, closing entries included. */
export const sumEarnings = (ledgerId: bigint, asOf: string) => sql<{ day: string; earned: string }>`
  select effective_date as day, sum(case when is_credit then base_amount else -base_amount end)::text as earned
    from rota.fis_journal_line as line join rota.fis_account as account using (account_id)
   where line.ledger_id = ${ledgerId} and effective_date <= ${asOf} and account_type in ('REVENUE', 'EXPENSE')
   group by effective_date`;

/** Returns the sums of other accounts over the entries in a range that have a line on one of the accounts. */
export const sumBeside = (
  ledgerId: bigint,
  codes: readonly string[],
  range: { from: string; to: string },
) => sql<SumRow>`
  with own as (
    select account_id from rota.fis_account where ledger_id = ${ledgerId} and code = any (${codes}::text[])
  ), touched as (
    select distinct chain_seq from rota.fis_journal_line
     where account_id in (select account_id from own) and effective_date between ${range.from} and ${range.to}
  )
  select code, is_credit, line.currency_code, sum(amount)::text as amount, sum(base_amount)::text as base_amount
    from rota.fis_journal_line as line join touched using (chain_seq) join rota.fis_account as account using (account_id)
   where line.ledger_id = ${ledgerId} and account_id not in (select account_id from own)
   group by code, is_credit, line.currency_code`;

type HeadRow = { next_chain_seq: bigint; last_hash: Uint8Array | null };

/** Returns the end of the chain of a ledger. */
export const selectHead = (ledgerId: bigint) => sql<HeadRow>`
  select next_chain_seq, last_hash from rota.fis_chain_head where ledger_id = ${ledgerId}`;

type DimensionRow = { value: string | null; code: string; debit: string; credit: string };

/** Returns the sums of lines by value of a dimension and by account. A null value is that of lines without it. */
export const sumByDimension = (
  ledgerId: bigint,
  name: string,
  range: { from: string; to: string },
) => sql<DimensionRow>`
  select value, code, debit::text, credit::text
    from (select dimensions ->> ${name} as value, account_id,
                 coalesce(sum(base_amount) filter (where not is_credit), 0) as debit,
                 coalesce(sum(base_amount) filter (where is_credit), 0) as credit
            from rota.fis_journal_line
           where ledger_id = ${ledgerId} and effective_date between ${range.from} and ${range.to}
           group by 1, 2) as sums
    join rota.fis_account using (account_id)
   order by value collate "C" nulls last, code collate "C"
   limit 100000`;

/** Place of a line in the order of statements. */
export type LinePlace = { date: string; chainSeq: bigint; lineNo: number };

/** Returns the sums of all lines of an account before a place, by side and currency. */
export const sumBefore = (accountId: bigint, { date, chainSeq, lineNo }: LinePlace) => sql<Omit<SumRow, "code">>`
  select is_credit, currency_code, sum(amount)::text as amount, sum(base_amount)::text as base_amount
    from rota.fis_journal_line
   where account_id = ${accountId} and (effective_date, chain_seq, line_no) < (${date}::date, ${chainSeq}::bigint, ${lineNo}::integer)
   group by is_credit, currency_code`;

export type StatementLineRow = {
  journal_entry_id: string;
  event_id: string;
  fiscal_year: number;
  sequence_number: bigint;
  chain_seq: bigint;
  effective_date: string;
  description: string | null;
  line_no: number;
  is_credit: boolean;
  currency_code: string;
  amount: bigint;
  base_amount: bigint;
  dimensions: Record<string, string> | null;
};

/** Returns the lines of an account from a place up to a day, ordered by day and place in the chain. */
export const selectStatementLines = (
  accountId: bigint,
  from: LinePlace,
  to: string,
  limit: number,
) => sql<StatementLineRow>`
  select entry.journal_entry_id, entry.event_id, entry.fiscal_year, entry.sequence_number, line.chain_seq, line.effective_date,
         entry.description, line.line_no, line.is_credit, line.currency_code, line.amount, line.base_amount, line.dimensions
    from rota.fis_journal_line as line
    join rota.fis_journal_entry as entry using (ledger_id, chain_seq)
   where line.account_id = ${accountId}
     and (line.effective_date, line.chain_seq, line.line_no) >= (${from.date}::date, ${from.chainSeq}::bigint, ${from.lineNo}::integer)
     and line.effective_date <= ${to}
   order by line.effective_date, line.chain_seq, line.line_no
   limit ${limit}`;

export type AgingRow = {
  value: string | null;
  /** Null for the sum of all items of that value and age. */
  since: string | null;
  reference: string | null;
  journal_entry_id: string | null;
  /** Age of an item in days. For a sum the upper limit of its age: 30, 60, 90 or more. */
  days: number;
  items: number;
  own: string;
  base: string;
};

type AgingRowsQuery = {
  accountId: bigint;
  currency: string;
  baseCurrency: string;
  asOf: string;
  dimension: string | null;
  itemsMax: number;
};

/** Returns the sums of open items by value and age, and the oldest items. Amounts are debits minus credits. */
export const selectAging = (query: AgingRowsQuery) => sql<AgingRow>`
  with moved as (
    select line.chain_seq, line.effective_date, line.is_credit, entry.journal_entry_id, entry.reference_id,
           coalesce(entry.reference_id, coalesce(entry.reversal_of_id, entry.journal_entry_id)::text) as item,
           line.dimensions ->> ${query.dimension}::text as value,
           case when line.is_credit then -1 else 1 end
             * case when line.currency_code = ${query.currency} then line.amount
                    when ${query.currency} = ${query.baseCurrency} then line.base_amount else 0 end as own,
           case when line.is_credit then -line.base_amount else line.base_amount end as base
      from rota.fis_journal_line as line join rota.fis_journal_entry as entry using (ledger_id, chain_seq)
     where line.account_id = ${query.accountId} and line.effective_date <= ${query.asOf}
  ), open as (
    select value, reference_id, sum(own) as own, sum(base) as base,
           (array_agg(journal_entry_id order by chain_seq))[1] as journal_entry_id,
           case when sum(own) > 0 then min(effective_date) filter (where not is_credit)
                else min(effective_date) filter (where is_credit) end as since
      from moved
     group by value, reference_id, item
    having sum(own) <> 0
  ), aged as (
    select *, (${query.asOf}::date - since)::integer as days from open
  )
  (select value, null::date as since, null as reference, null::uuid as journal_entry_id,
          case when days <= 30 then 30 when days <= 60 then 60 when days <= 90 then 90 else 91 end as days,
          count(*)::float8 as items, sum(own)::text as own, sum(base)::text as base
     from aged
    group by value, 5
    order by value collate "C" nulls last, 5)
  union all
  (select value, since, reference_id, journal_entry_id, days, 1, own::text, base::text
     from aged
    order by since, journal_entry_id, value collate "C" nulls first
    limit ${query.itemsMax})`;

type RegisterPage = {
  ledgerId: bigint;
  from: string;
  to: string;
  /** Day after which the page starts, with `afterSeq`, the place in the chain. */
  afterDate: string | null;
  afterSeq: bigint | null;
  limit: number;
};

/** Returns entries ordered by day and place in the chain. */
export const selectRegister = ({ ledgerId, from, to, afterDate, afterSeq, limit }: RegisterPage) => sql<EntryRow>`
  select * from rota.fis_journal_entry
   where ledger_id = ${ledgerId} and effective_date between ${from} and ${to}
     and (${afterDate}::date is null or (effective_date, chain_seq) > (${afterDate}::date, ${afterSeq}::bigint))
   order by effective_date, chain_seq
   limit ${limit}`;
