/** Reads the tables and SQL functions of the battery passports. A file of its own, so that commands which only read a database load nothing else. */
import { fileURLToPath } from "node:url";
import type { MigrationSet } from "@rota/engine";
import { readMigrations } from "@rota/engine/workload";

/** The folder has the same place seen from src and from dist. */
const FOLDER = fileURLToPath(new URL("../sql", import.meta.url));

export function passportsMigrations(): Promise<MigrationSet> {
  return readMigrations("passports", FOLDER);
}
