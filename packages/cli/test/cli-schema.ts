/** Opens a schema of its own on the PostgreSQL of the tests, with the words that pass it to a rota command. */
import { randomBytes } from "node:crypto";
import { openPostgres, silentLogger, type Database } from "@rota/engine";
import { engineMigrations, migrateSets, sqlScript } from "@rota/engine/internal";
import type { Workload } from "@rota/engine/workload";

export type CliSchema = {
  readonly name: string;
  readonly database: Database;
  /** Words for a command that runs in the test. */
  readonly words: readonly string[];
  readonly urlWords: readonly string[];
  /** Environment for a command in its own process. */
  readonly env: Readonly<Record<string, string>>;
  dispose(): Promise<void>;
};

const URL_OF_TESTS = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";

/** Opens a schema with the tables of the engine and of the given workloads. */
export async function openCliSchema(workloads: readonly Workload[] = []): Promise<CliSchema> {
  const schema = await openEmptyCliSchema();
  const ofWorkloads = await Promise.all(workloads.flatMap((workload) => workload.migrations?.() ?? []));
  await migrateSets(schema.database, [await engineMigrations(), ...ofWorkloads]);
  return schema;
}

/** Opens a database without the schema, as a new one is. */
export async function openEmptyCliSchema(): Promise<CliSchema> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const limits = { poolSize: 4, statementTimeoutMs: 120_000, connectTimeoutMs: 120_000 };
  const database = await openPostgres({ url: URL_OF_TESTS, schema: name, ...limits, logger: silentLogger });
  const urlWords = ["--database-url", URL_OF_TESTS];
  return {
    name,
    database,
    words: [...urlWords, "--schema", name],
    urlWords,
    env: { ROTA_DATABASE_URL: URL_OF_TESTS, ROTA_SCHEMA: name },
    dispose: async () => {
      await database.query(sqlScript(`drop schema if exists ${name} cascade`));
      await database.close();
    },
  };
}
