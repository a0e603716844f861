/** Reads rows of a journal for tests. */
import { sql, type Database } from "@rota/engine";

/** Counts the rows that postings write, and the rejected events. */
export async function countRows(database: Database) {
  const [row] = await database.query(sql<{
    entries: number;
    lines: number;
    keys: number;
    announced: number;
    rejected: number;
  }>`
    select (select count(*) from rota.fis_journal_entry)::integer as entries, (select count(*) from rota.fis_journal_line)::integer as lines,
           (select count(*) from rota.fis_event_key)::integer as keys,
           ((select count(*) from rota.outbox_arrivals where type like 'fis.journal.%') + (select count(*) from rota.outbox_events where type like 'fis.journal.%'))::integer as announced,
           (select count(*) from rota.rejected_events where state = 'OPEN')::integer as rejected`);
  if (row === undefined) throw new Error("counts are one row");
  return row;
}

/** Returns signed balances in the base currency by code, without accounts that have no postings. */
export async function readBalances(database: Database, tenant: string): Promise<Record<string, string>> {
  const rows = await database.query(sql<{ code: string; balance: string }>`
    select code, (base_debit_minor - base_credit_minor)::text as balance
      from rota.fis_account join rota.fis_account_balance using (account_id)
     where tenant_id = ${tenant} and updated_seq > 0 order by code`);
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
}

export type RejectedRow = { event_id: string; code: string; reason: string };

export function readRejected(database: Database): Promise<readonly RejectedRow[]> {
  return database.query(sql<RejectedRow>`
    select event_id, code, reason from rota.rejected_events where state = 'OPEN' order by rejected_id`);
}
