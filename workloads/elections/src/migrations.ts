/** The tables of the elections, step by step; apart from the rest, so that commands which only look at a database load no more. */
import { fileURLToPath } from "node:url";
import { readMigrations, type MigrationSet } from "@rota/engine";

/** The folder lies at the same place seen from src and from dist. */
const FOLDER = fileURLToPath(new URL("../sql/migrations", import.meta.url));

export function electionsMigrations(): Promise<MigrationSet> {
  return readMigrations("elections", FOLDER);
}
