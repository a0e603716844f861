/** Opens the database that the options name: a server by URL, else the bundled one, else PGlite where none can run. */
import { access } from "node:fs/promises";
import { join } from "node:path";

import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { findBinaries } from "./bundled/binaries/find-binaries.ts";
import type { NoBinaries, PostgresBinaries } from "./bundled/binaries/find-binaries.ts";
import { copySchemas } from "./bundled/cluster/copy-schemas.ts";
import { listClusters } from "./bundled/data-folder.ts";
import { openBundledPostgres } from "./bundled/open-bundled-postgres.ts";
import type { BundledServer } from "./bundled/open-bundled-postgres.ts";
import type { Database } from "./database.ts";
import type { MigrationSet } from "./migrate.ts";
import { openPglite } from "./pglite-database.ts";
import { openPostgres } from "./postgres-database.ts";

export type OpenDatabaseOptions = {
  /** A PostgreSQL server of one's own. Without it the data lives in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly schema: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly logger: Logger;
  /** What the data may hold when it is copied from an older PostgreSQL. Default: the engine's own migrations. */
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
