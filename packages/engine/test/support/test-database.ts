/** Opens a database for one test, migrated or empty: a schema on the test server, or PGlite in memory. */
import { createSchema } from "../../src/database/database.sql.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openPglite } from "../../src/database/pglite-database.ts";
import { openPostgres, type PostgresOptions } from "../../src/database/postgres-database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { takeMigratedPglite, takePglite } from "./spare-pglites.ts";
import { dropWith, randomSchema, takeSchema } from "./spare-schemas.ts";

export { randomSchema } from "./spare-schemas.ts";

export type TestDatabase = {
  readonly database: Database;
  /** Closes the database and deletes its content. */
  readonly dispose: () => Promise<void>;
};

export type EmptyDatabaseOptions = { readonly on: "pglite" | "postgres" } & Partial<PostgresOptions>;
export type TestDatabaseOptions = Omit<EmptyDatabaseOptions, "schema" | "connection">;

/** Opens a database with the engine's migrations. Reuses the cleaned schema of an earlier test if there is one. */
export async function openTestDatabase({ on, ...options }: TestDatabaseOptions): Promise<TestDatabase> {
  if (on === "pglite") {
    const database = await openPglite({ logger: silentLogger, ...(await takeMigratedPglite()) });
    return { database, dispose: () => database.close() };
  }
  const isElsewhere = options.url !== undefined && options.url !== testPostgresUrl();
  if (isElsewhere) return openElsewhere(options);
  const { database, giveBack } = await takeSchema((schema) => openTestPostgres({ ...options, schema }));
  const dispose = async () => {
    await database.close();
    await giveBack(openOne);
  };
  return { database, dispose };
}

/** Opens a database with an empty schema, for tests of drivers and of migrations. */
export async function openEmptyDatabase({ on, ...options }: EmptyDatabaseOptions): Promise<TestDatabase> {
  const schema = options.schema ?? randomSchema();
  const database = on === "pglite" ? await openInMemory(schema) : await openTestPostgres({ ...options, schema });
  await database.query(createSchema(schema));
  const dispose = async () => {
    // PGlite is cleared when it is closed; a test may have closed the database already.
    if (on === "postgres") await dropWith(openOne, schema);
    await database.close();
  };
  return { database, dispose };
}

/** Returns the URL of the server that the test run started, see tools/services. */
export function testPostgresUrl(): string {
  const url = process.env["ROTA_TEST_POSTGRES_URL"];
  if (url !== undefined && url !== "") return url;
  throw new Error(
    "ROTA_TEST_POSTGRES_URL is not set: run the tests with `npm test`, which starts PostgreSQL by itself",
  );
}

export function openTestPostgres(options: Partial<PostgresOptions>): Promise<Database> {
  return openPostgres({
    ...(options.connection === undefined ? { url: testPostgresUrl() } : {}),
    schema: randomSchema(),
    poolSize: 10,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
    ...options,
  });
}

/** Opens a database on another server, which is stopped at the end of its test. */
async function openElsewhere(options: Partial<PostgresOptions>): Promise<TestDatabase> {
  const opened = await openEmptyDatabase({ on: "postgres", ...options });
  await migrate(opened.database);
  return opened;
}

/** Opens a schema with one connection. */
function openOne(schema: string): Promise<Database> {
  return openTestPostgres({ schema, poolSize: 1 });
}

async function openInMemory(schema: string): Promise<Database> {
  return openPglite({ schema, logger: silentLogger, started: await takePglite() });
}
