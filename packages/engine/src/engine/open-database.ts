/** Opens the database that the options name (a server by URL, else the bundled one) and describes it. */
import { selectInstance } from "../database/database.sql.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { MigrationSet } from "../database/migration-set.ts";
import { openPostgres } from "../database/postgres-database.ts";
import { loadPackage } from "../runtime/load-package.ts";
import type { Logger } from "../runtime/logger.ts";

/** Address of a server, or the folder of the bundled one, with the limits of its connections. */
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
};

/** Opens a database that the options name. */
export type OpenDatabase = (options: OpenDatabaseOptions) => Promise<Database>;

/** Opens a server by its URL; without one the package of the bundled PostgreSQL opens the data folder. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl !== undefined) return openPostgres({ ...options, url: databaseUrl });
  const { openBundledDatabase }: { openBundledDatabase: OpenDatabase } = await loadPackage(
    { name: "@rota/bundled-postgres", neededBy: "an engine without databaseUrl" },
    () => import("@rota/bundled-postgres"),
  );
  return openBundledDatabase(options);
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
