/** Opens the database of a data folder: the bundled PostgreSQL, or PGlite where no binary runs. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openPostgres, RotaError } from "@rota/engine";
import { type OpenDatabaseOptions, openPglite } from "@rota/engine/internal";
import { findBinaries, type NoBinaries, type PostgresBinaries } from "./binaries.ts";
import { copySchemas } from "./cluster.ts";
import { listClusters } from "./data-folder.ts";
import { type BundledServer, openBundledPostgres } from "./open-bundled-postgres.ts";

/** Data folder, schema and limits of the database. */
export type BundledDatabaseOptions = Omit<OpenDatabaseOptions, "databaseUrl"> & {
  /** Binaries to start. Default: those that npm installed for this platform, if any. */
  readonly binaries?: PostgresBinaries | NoBinaries;
};

/** Opens the database of a data folder; closing it stops the server when no other process uses the folder. */
export async function openBundledDatabase(options: BundledDatabaseOptions): Promise<Database> {
  const { dataDir, binaries = findBinaries() } = options;
  if ("missing" in binaries) return openWithoutServer(options, binaries.missing);
  if (await holdsOnlyPglite(dataDir)) return openExistingPglite(options);
  return openBundled(options, binaries);
}

async function openBundled(options: BundledDatabaseOptions, binaries: PostgresBinaries): Promise<Database> {
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

/** Closes the server after the connections to it. */
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

async function openWithoutServer(options: BundledDatabaseOptions, missing: string): Promise<Database> {
  const { dataDir, logger } = options;
  const [major] = await listClusters(dataDir);
  if (major !== undefined) throw hasCluster(dataDir, major, missing);
  logger.warn({ dataDir }, `no bundled PostgreSQL can run here, since ${missing}: ${PGLITE_DIFFERS}`);
  return openPglite({ ...options, folder: dataDir });
}

/** Data that was begun on PGlite stays there until it is moved: an empty server beside it would look like a loss. */
async function openExistingPglite(options: BundledDatabaseOptions): Promise<Database> {
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
