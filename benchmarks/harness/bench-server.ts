/** A PostgreSQL server for one measurement: the bundled one with full durability, on a new folder that is deleted after it. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openPostgres, silentLogger, type Database, type MigrationSet } from "@rota/engine";
import { createStandaloneServer, findBinaries } from "@rota/engine/bundled-postgres";

const STATEMENT_MAX_MS = 120_000;
const CONNECT_MAX_MS = 10_000;

export type BenchServer = {
  readonly url: string;
  /** Of the process whose children do the work. */
  readonly pid: number;
  /** A database in a new schema of this name, migrated. */
  open(schema: string, options?: OpenOptions): Promise<Database>;
  stop(): Promise<void>;
};

type OpenOptions = { readonly poolSize?: number; readonly migrations?: MigrationSet };

export async function startBenchServer(): Promise<BenchServer> {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(`no bundled PostgreSQL can run here: ${binaries.missing}`);
  const folder = mkdtempSync(join(tmpdir(), "rota-bench-"));
  chmodSync(folder, 0o711); // As root the server runs as another user, who must get through to its data.
  const server = await createStandaloneServer({ folder: join(folder, "data"), binaries, copyBinaries: true });
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

async function openMigrated(url: string, schema: string, { poolSize = 2, migrations }: OpenOptions): Promise<Database> {
  const limits = { statementTimeoutMs: STATEMENT_MAX_MS, connectTimeoutMs: CONNECT_MAX_MS };
  const database = await openPostgres({ url, schema, poolSize, logger: silentLogger, ...limits });
  await migrate(database, migrations === undefined ? {} : { migrations });
  return database;
}
