/** The statement that finds the open items of an account. */
import { sql } from "@rota/engine";

export type AgingRow = {
  value: string | null;
  /** Null: a sum of all items of that value and age. */
  since: string | null;
  reference: string | null;
  journal_entry_id: string | null;
  /** Days of an item; of a sum the last days of its age: 30, 60, 90 or more. */
  days: number;
  items: number;
  own: string;
  base: string;
};

export type AgingWish = {
  accountId: bigint;
  currency: string;
  baseCurrency: string;
  asOf: string;
  dimension: string | null;
  itemsMax: number;
};

/** Returns the sums of open items by value and age, and the oldest items. Amounts are debits minus credits. */
export const selectAging = (wish: AgingWish) => sql<AgingRow>`
  with moved as (
    select line.chain_seq, line.effective_date, line.is_credit, entry.journal_entry_id, entry.reference_id,
           coalesce(entry.reference_id, coalesce(entry.reversal_of_id, entry.journal_entry_id)::text) as item,
           line.dimensions ->> ${wish.dimension}::text as value,
           case when line.is_credit then -1 else 1 end
             * case when line.currency_code = ${wish.currency} then line.amount
                    when ${wish.currency} = ${wish.baseCurrency} then line.base_amount else 0 end as own,
           case when line.is_credit then -line.base_amount else line.base_amount end as base
      from rota.fis_journal_line as line join rota.fis_journal_entry as entry using (ledger_id, chain_seq)
     where line.account_id = ${wish.accountId} and line.effective_date <= ${wish.asOf}
  ), open as (
    select value, reference_id, sum(own) as own, sum(base) as base,
           (array_agg(journal_entry_id order by chain_seq))[1] as journal_entry_id,
           case when sum(own) > 0 then min(effective_date) filter (where not is_credit)
                else min(effective_date) filter (where is_credit) end as since
      from moved
     group by value, reference_id, item
    having sum(own) <> 0
  ), aged as (
    select *, (${wish.asOf}::date - since)::integer as days from open
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
    limit ${wish.itemsMax})`;
