/** Opens the database that the configuration names, brings its schema up to date and ends what nobody can be working on. */
import type { Config } from "../config/options.ts";
import type { Database } from "../database/database.ts";
import { engineMigrations, migrate, type MigrationSet } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { expireAllLeases } from "../leases/leases.sql.ts";
import type { Logger } from "../runtime/logger.ts";

export type OpenConfiguredOptions = {
  readonly logger: Logger;
  /** Of workloads. */
  readonly migrations: readonly MigrationSet[];
};

export async function openConfigured(config: Config, { logger, migrations }: OpenConfiguredOptions): Promise<Database> {
  const database = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    migrations: [await engineMigrations(), ...migrations],
    logger,
  });
  try {
    await migrate(database);
    for (const set of migrations) await migrate(database, { migrations: set });
    if (isOursAlone(database)) await database.query(expireAllLeases());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** PGlite on a folder, which is locked for this process: a lease in it was left by one that died. */
function isOursAlone(database: Database): boolean {
  return database.sessionAddress?.() === undefined;
}
