/** The bundled PostgreSQL, opened as a user without a database opens it, keeps the contract. */
import { afterAll, beforeAll } from "vitest";
import { createSchema } from "../../src/database/database.sql.ts";
import { openDatabase } from "../../src/engine/open-database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { newDataDir, openForTest } from "../bundled-support.ts";
import { dropSchema } from "../support/test-database.sql.ts";
import { randomSchema } from "../support/test-database.ts";
import { databaseConformance } from "./database.conformance.ts";

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
