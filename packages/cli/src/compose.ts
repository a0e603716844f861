/** Puts the parts together as the configuration says: the only place that knows which driver is used. */
import { openDatabase, type Database } from "@rota/engine";
import type { CommandContext } from "./with-config.ts";

export function openConfiguredDatabase({ reading: { config }, logger }: CommandContext): Promise<Database> {
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    schema: config.schema,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    logger,
  });
}

/** Opens the database, lets `use` work with it, and closes it whatever happens. */
export async function withDatabase<Result>(
  context: CommandContext,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openConfiguredDatabase(context);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
