/** Gives each test a database of its own: a random schema on the test server, or PGlite in memory. */
import { randomBytes } from "node:crypto";
import { sqlState } from "../database/database-error.ts";
import type { Database } from "../database/database.ts";
import { createSchema } from "../database/migrations/migrations.sql.ts";
import { openPglite } from "../database/pglite-database.ts";
import { openPostgres, type PostgresOptions } from "../database/postgres-database.ts";
import { silentLogger } from "../runtime/logger.ts";
import { takePglite } from "./pglite/spare-pglites.ts";
import { dropSchema } from "./test-database.sql.ts";

export type TestDatabase = {
  readonly database: Database;
  /** Drops the schema and closes the database. */
  readonly dispose: () => Promise<void>;
};

export type TestDatabaseOptions = { readonly on: "pglite" | "postgres" } & Partial<PostgresOptions>;

export async function openTestDatabase({ on, ...options }: TestDatabaseOptions): Promise<TestDatabase> {
  const schema = options.schema ?? randomSchema();
  const database = on === "pglite" ? await openInMemory(schema) : await openTestPostgres({ ...options, schema });
  await database.query(createSchema(schema));
  const dispose = async () => {
    // PGlite is cleared when it is closed; a test may have closed the database already.
    if (on === "postgres") await dropTestSchema(schema);
    await database.close();
  };
  return { database, dispose };
}

/** The server that the test run started, see tools/services. */
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

export function randomSchema(): string {
  return `test_${randomBytes(8).toString("hex")}`;
}

async function openInMemory(schema: string): Promise<Database> {
  return openPglite({ schema, logger: silentLogger, started: await takePglite() });
}

const DROPS_MAX = 10;

/** Statements of processes that the test killed may still run: a drop that meets them in a deadlock is tried again. */
async function dropTestSchema(schema: string): Promise<void> {
  const database = await openTestPostgres({ schema, poolSize: 1 });
  for (let drop = 1; ; drop++) {
    try {
      await database.query(dropSchema(schema));
      return await database.close();
    } catch (error) {
      if (sqlState(error) !== "40P01" || drop === DROPS_MAX) throw error;
    }
  }
}
