/** The statement that counts the transactions of a database. */
import { sql } from "@rota/engine";

/** Counts the transactions of this database. Sessions report theirs about once a second. */
export const countTransactions = () => sql<{ count: bigint }>`
  select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`;
