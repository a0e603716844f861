/** How a folder is taken over from a machine that fell silent while its server may still run. */
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { collectLog, newDataDir } from "../test/bundled-support.ts";
import { clusterPath, type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { newClaim, ownIdentity } from "./process-claim.ts";
import { outliveForeignServer } from "./folder-sharing.ts";

const elsewhere = newClaim({ ...ownIdentity(), hostname: "far-away", machineId: "m", bootId: "b" });
const RUNNING = 6;
const SHUT_DOWN = 1;

test("a server that was not shut down loses its pid file, by which it ends itself, and is given time for that", async () => {
  const { folder, clusterDir, pidFile } = await newCluster(RUNNING);
  const log = collectLog();

  await outliveForeignServer({ folder, clusterDir, silentUsers: [elsewhere], logger: log.logger, selfStopMs: 5 });

  await expect(access(pidFile)).rejects.toThrow("ENOENT");
  expect(log.lines).toEqual([
    "the data folder was in use elsewhere: waiting for its server to end",
    "the data folder was last used on far-away, which is silent: taken over",
  ]);
});

test("a server that was shut down in order is not waited for", async () => {
  const { folder, clusterDir, pidFile } = await newCluster(SHUT_DOWN);
  const log = collectLog();

  await outliveForeignServer({ folder, clusterDir, silentUsers: [elsewhere], logger: log.logger });

  await access(pidFile);
  expect(log.lines).toHaveLength(1);
});

test("a folder that only this machine used is left alone", async () => {
  const { folder, clusterDir, pidFile } = await newCluster(RUNNING);
  await writeFile(folder.server, JSON.stringify(newClaim()));
  const log = collectLog();

  await outliveForeignServer({ folder, clusterDir, silentUsers: [], logger: log.logger });

  await access(pidFile);
  expect(log.lines).toEqual([]);
});

/** The state of a cluster lies at byte 16 of its control file. */
async function newCluster(state: number): Promise<{ folder: DataFolder; clusterDir: string; pidFile: string }> {
  const folder = await prepareDataFolder(await newDataDir());
  const clusterDir = clusterPath(folder, 18);
  await mkdir(join(clusterDir, "global"), { recursive: true });
  const control = Buffer.alloc(64);
  control.writeInt32LE(state, 16);
  await writeFile(join(clusterDir, "global", "pg_control"), control);
  const pidFile = join(clusterDir, "postmaster.pid");
  await writeFile(pidFile, "4711\n");
  return { folder, clusterDir, pidFile };
}
