/** The statements that read the lines of one account. */
import { sql } from "@rota/engine";
import type { SumRow } from "./totals.sql.ts";

/** A line of an account in the order of statements. */
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

/** Returns lines of an account from a place on, up to a day, in the order of their days and of the chain. */
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
