/** Assembles the parts according to the configuration: the only place that knows which driver is used. */
import { RotaError, type Database } from "@rota/engine";
import { openDatabase } from "@rota/engine/internal";
import type { CommandContext } from "./command-spec.ts";
import { allMigrations, migrateAll } from "./workloads.ts";

export async function openConfiguredDatabase({ reading: { config }, logger }: CommandContext): Promise<Database> {
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    schema: config.schema,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    migrations: await allMigrations(),
    logger,
  });
}

/** Opens the database, passes it to `use` and closes it in every case. */
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

/**
 * Opens the database for commands that only read. A database of another schema version is refused and left unchanged.
 */
export function withMigratedDatabase<Result>(
  context: CommandContext,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, async (database) => {
    const { applied: missing } = await migrateAll(database, { isDryRun: true });
    if (missing.length > 0) throw notMigrated(database.schema, missing);
    return use(database);
  });
}

function notMigrated(schema: string, missing: readonly string[]): RotaError {
  const message =
    `schema "${schema}" of the database lacks ${String(missing.length)} SQL files, from ${missing[0] ?? ""} on: ` +
    "run `rota migrate`, or see that the URL and the schema are those of your tasks";
  return new RotaError("MIGRATION_MISSING", message, { schema, missing: missing.length });
}
