/** Opens what an engine runs on: its configuration, its database with current tables, locks, and a process for computations. */
import { type ComputePool, createComputePool } from "../compute/compute-pool.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { readConfigFile, readSources } from "../config/read-sources.ts";
import type { SettingsOwner } from "../config/workload-settings.ts";
import type { Database } from "../database/database.ts";
import { describeLeft, listLeftSets, migrateSets } from "../database/migrate.ts";
import { engineMigrations, type MigrationSet } from "../database/migration-set.ts";
import { RotaError } from "../errors.ts";
import { expireAllLeases } from "../leases/leases.sql.ts";
import { createLogger, type Logger } from "../runtime/logger.ts";
import { readSecretsKey } from "../webhooks/endpoint-keys.ts";
import { openDatabase } from "./open-database.ts";
import { openCoordinator, type OpenedCoordinator } from "./open-lock-store.ts";

export type OpenPartsOptions = {
  /** Workloads whose names and defaults are added to the options. */
  readonly workloads: readonly SettingsOwner[];
  /** The migrations of workloads. */
  readonly migrations: readonly MigrationSet[];
  /** Whether the engine delivers webhooks. Default false. */
  readonly webhooks?: boolean;
  /** A database that the caller migrates and closes. Default: the configured one. */
  readonly database?: Database;
  readonly config?: Readonly<Partial<Config>>;
  /** Default: one as configured. */
  readonly logger?: Logger;
};

export type EngineParts = {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly coordinator: OpenedCoordinator;
  readonly computing: Pick<ComputePool, "run" | "close">;
  /** Closes what was opened: not the database of a caller. */
  close(): Promise<void>;
};

export async function openParts({ workloads, migrations, ...options }: OpenPartsOptions): Promise<EngineParts> {
  const place = { env: process.env, flags: options.config ?? {}, cwd: process.cwd(), workloads, isInCode: true };
  const { config } = readConfig(await readSources(place, await readConfigFile(place)));
  refuseWithoutKey(options.webhooks ?? false, config);
  const logger = options.logger ?? createLogger({ level: config.logLevel, json: config.logJson });
  const database = options.database ?? (await openConfigured(config, { logger, migrations }));
  const closeDatabase = async () => {
    if (options.database === undefined) await database.close();
  };
  try {
    const coordinator = await openCoordinator({ config, database, logger });
    const computing = createEngineCompute(logger);
    const close = async () => {
      await Promise.all([computing.close(), coordinator.close()]);
      await closeDatabase();
    };
    return { config, logger, database, coordinator, computing, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** Opens the configured database, migrates its schema and ends leases that no process can hold any more. */
async function openConfigured(
  config: Config,
  { logger, migrations }: { readonly logger: Logger; readonly migrations: readonly MigrationSet[] },
): Promise<Database> {
  const sets = [await engineMigrations(), ...migrations];
  const database = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    migrations: sets,
    logger,
  });
  try {
    await migrateSets(database, sets);
    for (const left of await listLeftSets(database, sets)) logger.info(describeLeft(left));
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

export function engineStopped(): RotaError {
  return new RotaError("ENGINE_STOPPED", "the engine was stopped: make another one with createEngine");
}

/** Runs computations for callers of the engine in one process, which is started when it is first needed. */
export function createEngineCompute(logger: Logger): Pick<ComputePool, "run" | "close"> {
  let pool: ComputePool | undefined;
  let isClosed = false;
  return {
    async run(target, data, options) {
      if (isClosed) throw engineStopped();
      pool ??= createComputePool({ logger, processes: 1 });
      return pool.run(target, data, options);
    },
    async close() {
      isClosed = true;
      await pool?.close();
    },
  };
}

/** An engine that delivers but cannot sign would only find out with its first event. Throws SECRETS_NOT_CONFIGURED. */
function refuseWithoutKey(isDelivering: boolean, { secretsKey }: Config): void {
  if (isDelivering) readSecretsKey(secretsKey);
}
