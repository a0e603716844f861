/** Migrates a schema to the state of version 0.1.0, with a copy of its migrations in `test/version-0.1.0`. */
import { fileURLToPath } from "node:url";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type MigrationSet, readMigrations } from "../../src/database/migration-set.ts";
import { sqlScript } from "../../src/database/sql.ts";

/** Returns the engine's migrations of version 0.1.0. */
export function olderMigrations(): Promise<MigrationSet> {
  return readMigrations("engine", fileURLToPath(new URL("../version-0.1.0", import.meta.url)));
}

/** Applies the first `count` migrations of version 0.1.0, which has no table of function sets. Default: all. */
export async function migrateToOlder(database: Database, count?: number): Promise<void> {
  const set = await olderMigrations();
  await migrate(database, { migrations: { ...set, migrations: set.migrations.slice(0, count) } });
  await database.query(sqlScript("drop table rota.function_sets"));
}
