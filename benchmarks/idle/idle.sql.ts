/** The statement that tells how much a database was asked. */
import { sql } from "@rota/engine";

/** Transactions of this database so far, as far as its sessions have told: they do so about once a second. */
export const countTransactions = () => sql<{ count: bigint }>`
  select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`;
