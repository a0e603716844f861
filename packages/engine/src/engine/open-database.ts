/** Opens the database that the options name (a server by URL, else the bundled one, else PGlite) and describes it. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { findBinaries, type NoBinaries, type PostgresBinaries } from "../bundled-postgres/binaries.ts";
import { copySchemas } from "../bundled-postgres/cluster.ts";
import { listClusters } from "../bundled-postgres/data-folder.ts";
import { type BundledServer, openBundledPostgres } from "../bundled-postgres/open-bundled-postgres.ts";
import { selectInstance } from "../database/database.sql.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { MigrationSet } from "../database/migrate.ts";
import { openPglite } from "../database/pglite-database.ts";
import { openPostgres } from "../database/postgres-database.ts";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";

export type OpenDatabaseOptions = {
  /** A PostgreSQL server of one's own. Without it the data lives in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly schema: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly logger: Logger;
  /** The migrations of data that is copied from an older PostgreSQL. Default: the engine's own migrations. */
  readonly migrations?: readonly MigrationSet[];
  /** Default: those that came along for this platform, if any. */
  readonly binaries?: PostgresBinaries | NoBinaries;
};

export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl !== undefined) return openPostgres({ ...options, url: databaseUrl });

  const { binaries = findBinaries() } = options;
  if ("missing" in binaries) return openWithoutServer(options, binaries.missing);
  if (await holdsOnlyPglite(dataDir)) return openExistingPglite(options);
  return openBundled(options, binaries);
}

async function openBundled(options: OpenDatabaseOptions, binaries: PostgresBinaries): Promise<Database> {
  const { dataDir, logger, migrations } = options;
  const copyCluster = copySchemas(logger, migrations === undefined ? {} : { migrations });
  const server = await openBundledPostgres({ dataDir, logger, binaries, copyCluster });
  try {
    const { connection } = server;
    const database = await openPostgres({ ...options, connection, beforeConnect: () => server.ensureRunning() });
    return closingServer(database, server);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The server goes after the connections to it. */
function closingServer(database: Database, server: BundledServer): Database {
  return {
    schema: database.schema,
    query: (statement, options) => database.query(statement, options),
    transaction: (work, options) => database.transaction(work, options),
    listen: (channel, listener) => database.listen(channel, listener),
    sessionAddress: () => database.sessionAddress?.(),
    poolUsage: () => database.poolUsage?.(),
    async close() {
      await database.close();
      await server.close();
    },
  };
}

async function openWithoutServer(options: OpenDatabaseOptions, missing: string): Promise<Database> {
  const { dataDir, logger } = options;
  const [major] = await listClusters(dataDir);
  if (major !== undefined) throw hasCluster(dataDir, major, missing);
  logger.warn({ dataDir }, `no bundled PostgreSQL can run here, since ${missing}: ${PGLITE_DIFFERS}`);
  return openPglite({ ...options, folder: dataDir });
}

/** Data that was begun on PGlite stays there until it is moved: an empty server beside it would look like a loss. */
async function openExistingPglite(options: OpenDatabaseOptions): Promise<Database> {
  const { dataDir, logger } = options;
  const move = 'to move to the bundled PostgreSQL run "rota backup", and "rota restore" into a new folder';
  logger.warn({ dataDir }, `${dataDir} was begun with PGlite: ${PGLITE_DIFFERS}; ${move}`);
  return openPglite({ ...options, folder: dataDir });
}

const PGLITE_DIFFERS =
  "PGlite is used, which serves one process only and does not sync to disk, so that a power cut may lose the last " +
  "commits; name a PostgreSQL server with --database-url to avoid that";

async function holdsOnlyPglite(dataDir: string): Promise<boolean> {
  if ((await listClusters(dataDir)).length > 0) return false;
  return access(join(dataDir, "pglite")).then(
    () => true,
    () => false,
  );
}

function hasCluster(dataDir: string, major: number, missing: string): RotaError {
  const message = `${dataDir} holds a cluster of PostgreSQL ${String(major)}, which cannot run here, since ${missing}; run Rota where it was made, choose another folder with --data-dir, or name a server with --database-url`;
  return new RotaError("DATA_FOLDER_HAS_CLUSTER", message, { dataDir, major });
}

export type DatabaseDescription = {
  /** The version of PostgreSQL, such as 18.4. */
  readonly serverVersion: string;
  /** Distinguishes installations of the same version. */
  readonly instanceId: string;
  readonly createdAt: Date;
};

/** The schema has been migrated. */
export async function describeDatabase(database: Queryable): Promise<DatabaseDescription> {
  const [instance] = await database.query(selectInstance());
  if (instance === undefined) throw new Error("the table instance has lost its row");
  const { server_version: serverVersion, instance_id: instanceId, created_at: createdAt } = instance;
  return { serverVersion, instanceId, createdAt };
}
