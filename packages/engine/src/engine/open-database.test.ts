/** Tests what a user gets who names a database, and where another one is in the way. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collectLog, newDataDir } from "../../test/bundled-support.ts";
import type { Database } from "../database/database.ts";
import { openDatabase, type OpenDatabaseOptions } from "./open-database.ts";

const MISSING = { missing: "this is a test" };

test("a URL is taken before the folder, and a server that is not there is refused", async () => {
  const dataDir = await newDataDir();

  const opening = open({ dataDir, databaseUrl: "postgres://nobody:secret@127.0.0.1:1/none" });

  await expect(opening).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  await expect(opening).rejects.not.toThrow("secret");
});

test("PGlite is never opened where a cluster exists", async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, "postgres-18"), { recursive: true });

  const opening = open({ dataDir, binaries: MISSING });

  await expect(opening).rejects.toMatchObject({ code: "DATA_FOLDER_HAS_CLUSTER" });
});

async function open(options: Partial<OpenDatabaseOptions> & { dataDir: string }): Promise<Database> {
  const database = await openDatabase({
    schema: "rota",
    poolSize: 2,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    logger: collectLog().logger,
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}
