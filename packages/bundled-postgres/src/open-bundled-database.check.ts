/** The bundled server serves an engine without a URL, and PGlite keeps the data where no server can run. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeRows, readRows, storeRow } from "../test/bundled-rows.sql.ts";
import { collectLog, newDataDir } from "../test/bundled-support.ts";
import { findRunningServer } from "./postmaster-pid.ts";
import type { Database } from "@rota/engine";
import { type BundledDatabaseOptions, openBundledDatabase } from "./open-bundled-database.ts";

const MISSING = { missing: "this is a test" };

test("without a URL the bundled server is used, and works again after it was killed", async () => {
  const dataDir = await newDataDir();
  const database = await open({ dataDir });
  await database.query(makeRows());
  await database.query(storeRow("before"));

  const server = await findRunningServer(join(dataDir, "postgres-18"));
  process.kill(server?.pid ?? 0, "SIGKILL");
  await database.query(readRows()).catch(() => undefined); // This one may find that its connection was closed.

  await expect.poll(() => database.query(readRows()).catch(String)).toEqual([{ id: "before" }]);
  await database.close();
  expect(await findRunningServer(join(dataDir, "postgres-18"))).toBeUndefined();
});

test("where no server can run PGlite keeps the data, with one warning on what differs, also when one can run later", async () => {
  const dataDir = await newDataDir();
  await mkdir(dataDir);
  const log = collectLog();

  const first = await open({ dataDir, binaries: MISSING, logger: log.logger });
  await first.query(makeRows());
  await first.query(storeRow("kept"));
  await first.close();
  const second = await open({ dataDir });

  expect(log.lines.filter((line) => line.includes("one process only and does not sync to disk"))).toHaveLength(1);
  expect(await second.query(readRows())).toEqual([{ id: "kept" }]);
});

test("PGlite is never opened where a cluster exists", async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, "postgres-18"), { recursive: true });

  const opening = open({ dataDir, binaries: MISSING });

  await expect(opening).rejects.toMatchObject({ code: "DATA_FOLDER_HAS_CLUSTER" });
});

async function open(options: Partial<BundledDatabaseOptions> & { dataDir: string }): Promise<Database> {
  const database = await openBundledDatabase({
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
