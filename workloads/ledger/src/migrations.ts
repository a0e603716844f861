/** Reads the tables and SQL functions of the ledger. A file of its own, so that commands which only read a database load nothing else. */
import { fileURLToPath } from "node:url";
import { readMigrations, type MigrationSet } from "@rota/engine";

/** The folder has the same place seen from src and from dist. */
const FOLDER = fileURLToPath(new URL("../sql", import.meta.url));

export function ledgerMigrations(): Promise<MigrationSet> {
  return readMigrations("ledger", FOLDER);
}
