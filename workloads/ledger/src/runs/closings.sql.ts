/** The statement that finds the entries which closed a year. */
import { sql } from "@rota/engine";

/** Returns the entries that closed a fiscal year, in their order. */
export const selectClosings = (ledgerId: bigint, fiscalYear: number) => sql<{ journal_entry_id: string }>`
  select journal_entry_id from rota.fis_journal_entry
   where ledger_id = ${ledgerId} and status = 'CLOSING' and fiscal_year = ${fiscalYear}
   order by chain_seq limit 1000`;
