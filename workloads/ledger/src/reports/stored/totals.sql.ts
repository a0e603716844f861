/** The statements that add up lines of the journal. Sums are text: they may be larger than any column. */
import { sql } from "@rota/engine";

/** Lines of one account, side and currency, added up. */
export type SumRow = { code: string; is_credit: boolean; currency_code: string; amount: string; base_amount: string };

export type SumWish = {
  ledgerId: bigint;
  /** Effective dates, both included; null: from the first, or to the last. */
  from: string | null;
  to: string | null;
  /** Whether entries that close a year are left out. */
  isWithoutClosing: boolean;
};

/** Returns the sums of all accounts with lines. */
export const sumLines = ({ ledgerId, from, to, isWithoutClosing }: SumWish) => sql<SumRow>`
  select code, sums.is_credit, sums.currency_code, sums.amount::text, sums.base_amount::text
    from (select account_id, is_credit, currency_code, sum(amount) as amount, sum(base_amount) as base_amount
            from rota.fis_journal_line
           where ledger_id = ${ledgerId}
             and effective_date between coalesce(${from}, '-infinity'::date) and coalesce(${to}, 'infinity'::date)
             and (not ${isWithoutClosing} or chain_seq <> all (array(
                   select chain_seq from rota.fis_journal_entry where ledger_id = ${ledgerId} and status = 'CLOSING')))
           group by account_id, is_credit, currency_code) as sums
    join rota.fis_account as account using (account_id)`;

export type BalanceRow = {
  code: string;
  debit_minor: string;
  credit_minor: string;
  base_debit_minor: string;
  base_credit_minor: string;
};

/** Returns the totals of all accounts with lines, if no line is of a later day; else no row. */
export const selectBalancesIfLast = (ledgerId: bigint, asOf: string) => sql<BalanceRow>`
  select code, debit_minor, credit_minor, base_debit_minor, base_credit_minor
    from rota.fis_account_balance as balance join rota.fis_account using (account_id)
   where balance.ledger_id = ${ledgerId} and updated_seq > 0
     and not exists (select from rota.fis_journal_entry where ledger_id = ${ledgerId} and effective_date > ${asOf})`;

/** Returns what was earned on each day, credits minus debits of revenue and expenses; closing entries count. */
export const sumEarnings = (ledgerId: bigint, asOf: string) => sql<{ day: string; earned: string }>`
  select effective_date as day, sum(case when is_credit then base_amount else -base_amount end)::text as earned
    from rota.fis_journal_line as line join rota.fis_account as account using (account_id)
   where line.ledger_id = ${ledgerId} and effective_date <= ${asOf} and account_type in ('REVENUE', 'EXPENSE')
   group by effective_date`;

/** Returns the sums of other accounts over the entries of some days that have a line on one of the accounts. */
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

export type HeadRow = { next_chain_seq: bigint; last_hash: Uint8Array | null };

/** Returns where the chain of a ledger stands. */
export const selectHead = (ledgerId: bigint) => sql<HeadRow>`
  select next_chain_seq, last_hash from rota.fis_chain_head where ledger_id = ${ledgerId}`;

export type DimensionRow = { value: string | null; code: string; debit: string; credit: string };

/** Returns the sums of lines by their value of a dimension and by account; null: lines without it. */
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
