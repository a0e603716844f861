/** The bundled PostgreSQL, opened as a user without a database opens it, keeps the contract. */
import { afterAll, beforeAll } from "vitest";
import { databaseConformance } from "../src/database/database.conformance.ts";
import { createSchema } from "../src/database/migrations/migrations.sql.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { dropSchema } from "../src/testing/migrated/spare-schemas.sql.ts";
import { randomSchema } from "../src/testing/test-database.ts";
import { newDataDir, openForTest } from "./bundled-support.ts";

let dataDir: string;
const endings: (() => Promise<void>)[] = [];
const atEnd = (work: () => Promise<void>) => void endings.unshift(work);
// Keeps the server up between the tests, as another process on the folder would.
beforeAll(async () => {
  dataDir = await newDataDir(atEnd);
  await openForTest(dataDir, {}, atEnd);
});
afterAll(async () => {
  for (const end of endings) await end();
});

databaseConformance({
  name: "the bundled PostgreSQL",
  open: async ({ statementTimeoutMs = 30_000 } = {}) => {
    const schema = randomSchema();
    const database = await openDatabase({
      dataDir,
      schema,
      poolSize: 10,
      statementTimeoutMs,
      connectTimeoutMs: 10_000,
      logger: silentLogger,
    });
    await database.query(createSchema(schema));
    const dispose = async () => {
      await database.query(dropSchema(schema)).catch(() => undefined); // A test may have closed it already.
      await database.close();
    };
    return { database, dispose };
  },
  skip: [],
});
