/** Gives a schema the state that the migrations of version 0.1.0 left, as a copy of them in `test/version-0.1.0` makes it. */
import { fileURLToPath } from "node:url";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type MigrationSet, readMigrations } from "../../src/database/migration-set.ts";
import { sqlScript } from "../../src/database/sql.ts";

/** The engine's set as version 0.1.0 had it. */
export function olderMigrations(): Promise<MigrationSet> {
  return readMigrations("engine", fileURLToPath(new URL("../version-0.1.0", import.meta.url)));
}

/** Applies the first so many migrations of version 0.1.0, which has no table of function sets. Default: all. */
export async function migrateToOlder(database: Database, count?: number): Promise<void> {
  const set = await olderMigrations();
  await migrate(database, { migrations: { ...set, migrations: set.migrations.slice(0, count) } });
  await database.query(sqlScript("drop table rota.function_sets"));
}
