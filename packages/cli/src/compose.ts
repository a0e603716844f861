/** Assembles the parts according to the configuration: the only place that knows which driver is used. */
import { type Database, type MigrateResult, type MigrationSet, RotaError } from "@rota/engine";
import { engineMigrations, listLeftSets, migrateSets, openDatabase, type StoredSet } from "@rota/engine/internal";
import type { CommandContext } from "./command-spec.ts";

/** Returns the tables and functions of the engine, then those of the workloads, which build on them. */
export async function allMigrations({ reading: { workloads } }: Pick<CommandContext, "reading">) {
  const ofWorkloads = workloads.flatMap((workload) => workload.migrations?.() ?? []);
  return Promise.all<MigrationSet>([engineMigrations(), ...ofWorkloads]);
}

/** Brings the tables of the engine and of every workload up to date. */
export async function migrateAll(
  context: Pick<CommandContext, "reading">,
  database: Database,
  options: { readonly isDryRun?: boolean } = {},
): Promise<MigrateResult> {
  return migrateSets(database, await allMigrations(context), options);
}

/** Lists the sets of tables in the database that belong to no workload of the configuration. */
export async function listLeftTables(
  context: Pick<CommandContext, "reading">,
  database: Database,
): Promise<readonly StoredSet[]> {
  return listLeftSets(database, await allMigrations(context));
}

export async function openConfiguredDatabase(context: Pick<CommandContext, "reading" | "logger">): Promise<Database> {
  const { config } = context.reading;
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    schema: config.schema,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    migrations: await allMigrations(context),
    logger: context.logger,
  });
}

/** Opens the database, passes it to `use` and closes it in every case. */
export async function withDatabase<Result>(
  context: Pick<CommandContext, "reading" | "logger">,
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
  context: Pick<CommandContext, "reading" | "logger">,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, async (database) => {
    const { applied: missing } = await migrateAll(context, database, { isDryRun: true });
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
