/**
 * Reads the tables and SQL functions of the elections. It is a separate module, so that commands that only read a
 * database load nothing else.
 */
import { fileURLToPath } from "node:url";
import type { MigrationSet } from "@rota/engine";
import { readMigrations } from "@rota/engine/workload";

/** Folder with the same relative path from src and from dist. */
const FOLDER = fileURLToPath(new URL("../sql", import.meta.url));

export function electionsMigrations(): Promise<MigrationSet> {
  return readMigrations("elections", FOLDER);
}
