/** Creates a PostgreSQL server on its own folder that one process controls, for tests and tools. */
import { setTimeout as sleep } from "node:timers/promises";
import { keepBinaries, type PostgresBinaries } from "./binaries.ts";
import { ensurePassword, initialiseCluster } from "./cluster.ts";
import { clusterPath, type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { startServer, stopServer } from "./postgres-server.ts";
import { isServerOf } from "./postmaster-pid.ts";
import {
  findFreePort,
  type ListenOn,
  prepareSocketFolder,
  removeSocketFolder,
  SERVER_DATABASE,
  SERVER_USER,
  SOCKET_NUMBER,
} from "./server-settings.ts";

const EXIT_MAX_MS = 60_000;
const POLL_MS = 10;

/** Folder, binaries and address of a standalone server. */
export type StandaloneOptions = {
  /** Folder of the server, made if it is missing. No other process may use it. */
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  /** Installed binaries find their libraries only where they are; those of the npm packages run from a copy. */
  readonly copyBinaries: boolean;
  /** Whether it listens on a socket in its folder, as the server of the product does, and on no port. Default false. */
  readonly isOnSocket?: boolean;
};

/** PostgreSQL server that no other process shares. */
export type StandaloneServer = {
  readonly url: string;
  pid(): number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a signal that ends it and returns when it has exited. */
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
  const listenOn = await placeToListen(folder, options);
  const starting = { clusterDir, binaries, account, password, logPath: folder.log, listenOn };

  let pid: number | undefined;
  return {
    url: urlOf(listenOn, password),
    pid: () => (pid !== undefined && isServerOf(pid, clusterDir) ? pid : undefined),
    async start() {
      if ("socketDir" in listenOn) await prepareSocketFolder(folder.socket, account);
      pid = (await startServer(starting)).pid;
    },
    async stop() {
      await stopServer({ clusterDir, binaries, account });
      if ("socketDir" in listenOn) await removeSocketFolder(folder.socket);
    },
    async kill(signal) {
      if (pid === undefined || !isServerOf(pid, clusterDir)) return;
      process.kill(pid, signal);
      await untilExited(pid, clusterDir);
    },
  };
}

async function placeToListen(folder: DataFolder, { isOnSocket = false }: StandaloneOptions): Promise<ListenOn> {
  if (isOnSocket) return { socketDir: await prepareSocketFolder(folder.socket, folder.account) };
  return { loopbackPort: await findFreePort() };
}

function urlOf(listenOn: ListenOn, password: string): string {
  const isPort = "loopbackPort" in listenOn;
  const port = isPort ? listenOn.loopbackPort : SOCKET_NUMBER;
  const url = `postgres://${SERVER_USER}:${password}@127.0.0.1:${String(port)}/${SERVER_DATABASE}`;
  return isPort ? url : `${url}?host=${encodeURIComponent(listenOn.socketDir)}`;
}

async function untilExited(pid: number, clusterDir: string): Promise<void> {
  const deadline = Date.now() + EXIT_MAX_MS;
  while (isServerOf(pid, clusterDir)) {
    if (Date.now() > deadline) throw new Error(`the server (process ${String(pid)}) does not end`);
    await sleep(POLL_MS);
  }
}
