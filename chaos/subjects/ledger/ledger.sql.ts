/** The statements about entries of the ledger. */
import { sql } from "@rota/engine";

/** Returns every entry: the event that it came from, and when it was posted. */
export const selectEntries = () => sql<{ name: string; created_at: Date }>`
  select tenant_id || '/' || event_id as name, created_at from rota.fis_journal_entry`;

/** Returns how many events have become entries. */
export const countEntries = () => sql<{ count: bigint }>`
  select count(distinct (tenant_id, event_id)) as count from rota.fis_journal_entry`;
