/** The statement of the journal register. */
import { sql } from "@rota/engine";
import type { EntryRow } from "../../entries/entries.sql.ts";

export type RegisterPage = {
  ledgerId: bigint;
  from: string;
  to: string;
  /** After which day and place in the chain. */
  afterDate: string | null;
  afterSeq: bigint | null;
  limit: number;
};

/** Returns entries in the order of their days and of the chain. */
export const selectRegister = ({ ledgerId, from, to, afterDate, afterSeq, limit }: RegisterPage) => sql<EntryRow>`
  select * from rota.fis_journal_entry
   where ledger_id = ${ledgerId} and effective_date between ${from} and ${to}
     and (${afterDate}::date is null or (effective_date, chain_seq) > (${afterDate}::date, ${afterSeq}::bigint))
   order by effective_date, chain_seq
   limit ${limit}`;
