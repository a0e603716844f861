/** Story: whatever is killed under load, every acknowledged row is there afterwards and the work continues. */
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test as vitest, vi } from "vitest";

import { findRunningServer } from "../src/postmaster-pid.ts";
import { readRows } from "./bundled-rows.sql.ts";
import {
  ask,
  isOpenToOthers,
  isRoot,
  newDataDir,
  UNPRIVILEGED_UID,
  openForTest,
  startInserter,
} from "./bundled-support.ts";
import type { Inserter } from "./bundled-support.ts";

const KILLS = process.env["ROTA_LONG"] === "1" ? 20 : 2;
const ROWS_BETWEEN_KILLS = 30;
/** Whether another user can run what lies here; a clone below /root is closed to them. */
const IS_OPEN = isOpenToOthers(import.meta.dirname);

/** Who runs the processes: this user and, where this is root, one without rights. */
const ACCOUNTS: { name: string; account: number | undefined }[] = isRoot
  ? [
      { name: "root", account: undefined },
      {
        name: `a normal user${IS_OPEN ? "" : " (skipped: this folder is closed to other users)"}`,
        account: UNPRIVILEGED_UID,
      },
    ]
  : [{ name: "a normal user", account: undefined }];

describe.each(ACCOUNTS)("as $name", ({ account }) => {
  const test = vitest.skipIf(account !== undefined && !IS_OPEN);

  test("kill -9 of the server under load loses no acknowledged row, also for a process that did not start it", async () => {
    const dataDir = await folderOf(account);
    const owner = await startInserter(dataDir, "owner", account);
    const guest = await startInserter(dataDir, "guest", account);

    for (let kill = 0; kill < KILLS; kill++) {
      process.kill(await serverPid(dataDir), "SIGKILL");
      await Promise.all([owner, guest].map((inserter) => inserter.moreRows(ROWS_BETWEEN_KILLS)));
    }
    await Promise.all([owner.finish(), guest.finish()]);

    await expectAllStored(dataDir, [owner, guest]);
  });

  test("kill -9 of those who use the server, and then of both at once, loses no acknowledged row; the next one adopts the server", async () => {
    const dataDir = await folderOf(account);
    const killed: Inserter[] = [];

    let inserter = await startInserter(dataDir, "first", account);
    const server = await serverPid(dataDir);
    for (let kill = 0; kill < KILLS; kill++) {
      await inserter.moreRows(ROWS_BETWEEN_KILLS);
      await inserter.kill();
      killed.push(inserter);
      inserter = await startInserter(dataDir, `next-${String(kill)}`, account);
    }

    expect(await serverPid(dataDir)).toBe(server);
    await inserter.moreRows(ROWS_BETWEEN_KILLS);
    process.kill(server, "SIGKILL");
    await inserter.kill();
    const last = await startInserter(dataDir, "last", account);
    await last.finish();
    expect(await findRunningServer(join(dataDir, "postgres-18"))).toBeUndefined();
    await expectAllStored(dataDir, [...killed, inserter, last]);
  });
});

async function folderOf(account: number | undefined): Promise<string> {
  const dataDir = await newDataDir();
  if (account === undefined) return dataDir;
  await mkdir(dataDir);
  await chown(dataDir, account, account);
  return dataDir;
}

/** The server after the one just killed takes a moment to come up. */
async function serverPid(dataDir: string): Promise<number> {
  return vi.waitFor(
    async () => {
      const server = await findRunningServer(join(dataDir, "postgres-18"));
      if (server?.address === undefined) throw new Error("no server is ready");
      return server.pid;
    },
    { timeout: 20_000, interval: 20 },
  );
}

async function expectAllStored(dataDir: string, inserters: readonly Inserter[]): Promise<void> {
  const server = await openForTest(dataDir);
  const stored = new Set((await ask(server.connection, readRows())).map((row) => row.id));
  const acknowledged = inserters.flatMap((inserter) => inserter.acknowledged);
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROWS_BETWEEN_KILLS);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
}
