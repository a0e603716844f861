/** Tests that the bundled PostgreSQL, opened like that of a user without a database, passes the conformance tests. */
import { afterAll, beforeAll } from "vitest";
import { createSchema } from "../../src/database/database.sql.ts";
import { openDatabase } from "../../src/engine/open-database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { newServerFolder } from "../support/server-folder.ts";
import { dropSchema } from "../support/test-database.sql.ts";
import { randomSchema } from "../support/test-database.ts";
import { databaseConformance } from "./database.conformance.ts";

let dataDir: string;
const endings: (() => Promise<void>)[] = [];
const atEnd = (work: () => Promise<void>) => void endings.unshift(work);
// Keeps the server running between the tests, as another process on the folder would.
beforeAll(async () => {
  dataDir = await newServerFolder(atEnd);
  const database = await open("public", 30_000);
  atEnd(() => database.close());
});
afterAll(async () => {
  for (const end of endings) await end();
});

databaseConformance({
  name: "the bundled PostgreSQL",
  open: async ({ statementTimeoutMs = 30_000 } = {}) => {
    const schema = randomSchema();
    const database = await open(schema, statementTimeoutMs);
    await database.query(createSchema(schema));
    const dispose = async () => {
      await database.query(dropSchema(schema)).catch(() => undefined); // A test may have closed it already.
      await database.close();
    };
    return { database, dispose };
  },
  skip: [],
});

function open(schema: string, statementTimeoutMs: number) {
  return openDatabase({
    dataDir,
    schema,
    poolSize: 10,
    statementTimeoutMs,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
  });
}
