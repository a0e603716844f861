/** The statements about entries of the ledger. */
import { sql } from "@rota/engine";

/** Returns every entry: its event and the time of its posting. */
export const selectEntries = () => sql<{ name: string; created_at: Date }>`
  select tenant_id || '/' || event_id as name, created_at from rota.fis_journal_entry`;

/** Returns the number of events that have become entries. */
export const countEntries = () => sql<{ count: bigint }>`
  select count(distinct (tenant_id, event_id)) as count from rota.fis_journal_entry`;
