/** Opens the database that the configuration names and brings its schema up to date. */
import type { Config } from "../config/options.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Logger } from "../runtime/logger.ts";

export async function openConfigured(config: Config, logger: Logger): Promise<Database> {
  const database = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    logger,
  });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
