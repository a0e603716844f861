/**
 * A PostgreSQL server for one measurement: the bundled one with full durability, on a new folder that is deleted
 * afterwards.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openPostgres, silentLogger, type Database, type MigrationSet } from "@rota/engine";
import { createStandaloneServer, findBinaries } from "@rota/bundled-postgres";
import { URL_VARIABLES } from "../../tools/services/supply/decide-supply.ts";
import { createDatabase, dropDatabase } from "./bench-server.sql.ts";

const LIMITS = { statementTimeoutMs: 120_000, connectTimeoutMs: 10_000 };

export type BenchServer = {
  readonly url: string;
  /** Process whose children do the work. */
  readonly pid: number;
  /** Opens a migrated database in a new schema of this name. */
  open(schema: string, options?: OpenOptions): Promise<Database>;
  stop(): Promise<void>;
};

type OpenOptions = { readonly poolSize?: number; readonly migrations?: MigrationSet };

/** Listens on a socket, as the product does, or on a port, which its peers can reach too. */
export async function startBenchServer({ isOnSocket = false } = {}): Promise<BenchServer> {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(`no bundled PostgreSQL can run here: ${binaries.missing}`);
  const folder = mkdtempSync(join(tmpdir(), "rota-bench-"));
  chmodSync(folder, 0o711); // As root the server runs as another user, who needs access to its data.
  const place = { folder: join(folder, "data"), isOnSocket };
  const server = await createStandaloneServer({ ...place, binaries, copyBinaries: true });
  await server.start();
  return {
    url: server.url,
    pid: server.pid() ?? 0,
    open: (schema, options = {}) => openMigrated(server.url, schema, options),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** Returns the server of the test run if there is one, else a new one. */
export function runningOrOwnServer(): Promise<BenchServer> {
  const running = process.env[URL_VARIABLES.postgres];
  return running === undefined ? startBenchServer() : borrowServer(running);
}

/** Creates a database on a running server, which is faster than a new server. For runs that measure nothing. */
async function borrowServer(url: string): Promise<BenchServer> {
  const admin = await openPostgres({ url, schema: "rota", poolSize: 1, logger: silentLogger, ...LIMITS });
  const name = `rota_bench_${randomBytes(4).toString("hex")}`;
  await admin.query(createDatabase(name));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    pid: process.pid,
    open: (schema, options = {}) => openMigrated(own.href, schema, options),
    async stop() {
      await admin.query(dropDatabase(name)).catch(() => undefined); // a peer that is still connected would crash
      await admin.close();
    },
  };
}

async function openMigrated(url: string, schema: string, { poolSize = 2, migrations }: OpenOptions): Promise<Database> {
  const database = await openPostgres({ url, schema, poolSize, logger: silentLogger, ...LIMITS });
  await migrate(database, migrations === undefined ? {} : { migrations });
  return database;
}
