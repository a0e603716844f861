/** Reads the tables and SQL functions of the ledger. A file of its own, so that commands that only read a database load nothing else. */
import { fileURLToPath } from "node:url";
import type { MigrationSet } from "@rota/engine";
import { readMigrations } from "@rota/engine/workload";

/** Folder at the same place relative to src and to dist. */
const FOLDER = fileURLToPath(new URL("../sql", import.meta.url));

export function ledgerMigrations(): Promise<MigrationSet> {
  return readMigrations("ledger", FOLDER);
}
