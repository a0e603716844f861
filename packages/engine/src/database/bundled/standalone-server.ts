/** A PostgreSQL server on a folder of its own and a loopback port, under the control of one process: for tests and tools. */
import { setTimeout as sleep } from "node:timers/promises";

import type { PostgresBinaries } from "./binaries/find-binaries.ts";
import { keepBinaries } from "./binaries/private-binaries.ts";
import { initialiseCluster } from "./cluster/initialise-cluster.ts";
import { ensurePassword } from "./cluster/server-password.ts";
import { clusterPath, prepareDataFolder } from "./data-folder.ts";
import { findFreePort } from "./server/place-to-listen.ts";
import { isServerOf } from "./server/postmaster-pid.ts";
import { SERVER_DATABASE, SERVER_USER } from "./server/server-settings.ts";
import { startServer } from "./server/start-server.ts";
import { stopServer } from "./server/stop-server.ts";

const GONE_MAX_MS = 60_000;
const LOOK_AGAIN_MS = 10;

export type StandaloneOptions = {
  /** Is made if it is not there. Nobody else may use it. */
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  /** Installed binaries find their libraries only where they are; those of the npm packages run from a copy. */
  readonly copyBinaries: boolean;
};

export type StandaloneServer = {
  readonly url: string;
  pid(): number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a signal that ends it and returns when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Makes the cluster; the server is not started yet. */
export async function createStandaloneServer(options: StandaloneOptions): Promise<StandaloneServer> {
  const folder = await prepareDataFolder(options.folder);
  const { account } = folder;
  const copy = { dataDir: folder.path, source: options.binaries, account };
  const binaries = options.copyBinaries ? await keepBinaries(copy) : options.binaries;
  const clusterDir = clusterPath(folder, binaries.major);
  const password = await ensurePassword(folder.password, account);
  await initialiseCluster({ clusterDir, binaries, account, passwordFile: folder.password });
  const loopbackPort = await findFreePort();
  const starting = { clusterDir, binaries, account, password, logPath: folder.log, listenOn: { loopbackPort } };

  let pid: number | undefined;
  return {
    url: `postgres://${SERVER_USER}:${password}@127.0.0.1:${String(loopbackPort)}/${SERVER_DATABASE}`,
    pid: () => (pid !== undefined && isServerOf(pid, clusterDir) ? pid : undefined),
    async start() {
      pid = (await startServer(starting)).pid;
    },
    stop: () => stopServer({ clusterDir, binaries, account }),
    async kill(signal) {
      if (pid === undefined || !isServerOf(pid, clusterDir)) return;
      process.kill(pid, signal);
      await untilGone(pid, clusterDir);
    },
  };
}

async function untilGone(pid: number, clusterDir: string): Promise<void> {
  const deadline = Date.now() + GONE_MAX_MS;
  while (isServerOf(pid, clusterDir)) {
    if (Date.now() > deadline) throw new Error(`the server (process ${String(pid)}) does not end`);
    await sleep(LOOK_AGAIN_MS);
  }
}
