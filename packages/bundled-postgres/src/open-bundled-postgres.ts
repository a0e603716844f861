/** Opens the bundled PostgreSQL server of a data folder, shares it between processes, keeps it running and stops it with its last user. */
import { type Logger, RotaError } from "@rota/engine";
import { createLoop, type Loop } from "@rota/engine/internal";
import { findBinaries, keepBinaries, type PostgresBinaries, removeOtherBinaries } from "./binaries.ts";
import { type CopyCluster, ensureCluster } from "./cluster.ts";
import { clusterPath, type DataFolder, explainingFileErrors, listClusters, prepareDataFolder } from "./data-folder.ts";
import {
  countLivingUsers,
  type FolderUser,
  forgetExitedUsers,
  joinFolder,
  outliveForeignServer,
  prepareUsersFolder,
  refuseForeignUsers,
  removeDeadDrafts,
  withFolderLock,
} from "./folder-sharing.ts";
import { boundServerLog, findAnsweringServer, startServer, stopServer } from "./postgres-server.ts";
import { findRunningServer, isServerOf, type ServerAddress } from "./postmaster-pid.ts";
import { identityOf, newClaim, readClaim, removeClaim, writeClaim } from "./process-claim.ts";
import { choosePlaceToListen, removeSocketFolder, SERVER_DATABASE, SERVER_USER } from "./server-settings.ts";

export type BundledOptions = {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Default: those of the npm package for this platform. */
  readonly binaries?: PostgresBinaries;
  /** Copies everything from the server of an older major version. Without it an older cluster is refused. */
  readonly copyCluster?: CopyCluster;
};

/** How to connect; stays the same while the server is restarted. */
export type BundledConnection = {
  /** The folder of the server's socket, or an address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

export type BundledServer = {
  readonly connection: BundledConnection;
  /** Version of the binaries, such as 18.4.0-beta.17. */
  readonly version: string;
  /** The process of the server now; undefined while it is down. */
  pid(): Promise<number | undefined>;
  /** Starts the server again if it died; returns when it answers. A pool calls it when it cannot connect. */
  ensureRunning(): Promise<void>;
  /** Stops the server if no other process uses it, and returns when it has exited. Further calls do nothing. */
  close(): Promise<void>;
};

/** The folder is made if it is not there. Several processes of one machine may open it at once. */
export async function openBundledPostgres(options: BundledOptions): Promise<BundledServer> {
  const source = options.binaries ?? requireBinaries();
  return explainingFileErrors(options.dataDir, async () => {
    const folder = await prepareDataFolder(options.dataDir);
    await prepareUsersFolder(folder.users, folder.account);
    const lock = { path: folder.lock, account: folder.account };
    return withFolderLock(lock, () => openLocked({ ...options, folder, source }));
  });
}

function requireBinaries(): PostgresBinaries {
  const found = findBinaries();
  if (!("missing" in found)) return found;
  const message = `no bundled PostgreSQL can run here: ${found.missing}; install with optional dependencies ("npm install --include=optional"), or name a database with --database-url`;
  throw new RotaError("POSTGRES_BINARIES_MISSING", message, { platform: process.platform, arch: process.arch });
}

type LockedOptions = BundledOptions & { readonly folder: DataFolder; readonly source: PostgresBinaries };

async function openLocked(options: LockedOptions): Promise<BundledServer> {
  const { folder, source, logger } = options;
  const { account } = folder;
  await removeDeadDrafts(folder.lock);
  await refuseUseElsewhere(options);

  const binaries = await keepBinaries({ dataDir: folder.path, source, account });
  const { clusterDir, password } = await ensureCluster({ ...options, binaries });
  const user = await joinFolder(folder.users, account);
  const server = new SharedServer({ folder, binaries, clusterDir, password, user, logger });
  const address = await server.open();
  return {
    connection: { ...address, user: SERVER_USER, password, database: SERVER_DATABASE },
    version: binaries.version,
    pid: () => server.pid(),
    ensureRunning: () => server.ensureRunning(),
    close: () => server.close(),
  };
}

/** The file system may be shared with other machines and containers, whose processes do not show here. */
async function refuseUseElsewhere({ folder, source, logger }: LockedOptions): Promise<void> {
  const silentUsers = await refuseForeignUsers(folder.path, folder.users);
  const newest = (await listClusters(folder.path)).at(-1) ?? source.major;
  const clusterDir = clusterPath(folder, newest);
  await outliveForeignServer({ folder, clusterDir, silentUsers, logger });
  await forgetExitedUsers(folder.users);
}

/** How soon a dead server is noticed by a process that has no statement to run. */
const WATCH_MS = 500;

export type SharedServerOptions = {
  readonly folder: DataFolder;
  readonly binaries: PostgresBinaries;
  readonly clusterDir: string;
  readonly password: string;
  readonly user: FolderUser;
  readonly logger: Logger;
};

export class SharedServer {
  readonly #options: SharedServerOptions;
  readonly #watch: Loop;
  #pid = 0;
  #restarting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SharedServerOptions) {
    this.#options = options;
    this.#watch = createLoop({
      name: "watch over the bundled PostgreSQL",
      runOnce: () => this.#look(),
      intervalMs: WATCH_MS,
      logger: options.logger,
    });
  }

  /** Starts the server or joins the one that runs. Call it under the lock of the folder. */
  async open(): Promise<ServerAddress> {
    try {
      const address = await this.#start();
      this.#watch.start();
      return address;
    } catch (error) {
      await this.#options.user.leave();
      throw error;
    }
  }

  async pid(): Promise<number | undefined> {
    return (await findRunningServer(this.#options.clusterDir))?.pid;
  }

  /** Calls at the same time share one restart. */
  async ensureRunning(): Promise<void> {
    if (this.#closing !== undefined || isServerOf(this.#pid, this.#options.clusterDir)) return;
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined));
    await this.#restarting;
  }

  close(): Promise<void> {
    this.#closing ??= this.#leave();
    return this.#closing;
  }

  async #look(): Promise<"idle"> {
    await this.ensureRunning();
    await boundServerLog(this.#options.folder.log);
    return "idle";
  }

  async #restart(): Promise<void> {
    const { folder, clusterDir, logger } = this.#options;
    await withFolderLock({ path: folder.lock, account: folder.account }, async () => {
      const before = this.#pid;
      await this.#start();
      logger.warn({ cluster: clusterDir, before, pid: this.#pid }, "the bundled PostgreSQL had ended and runs again");
    });
  }

  async #start(): Promise<ServerAddress> {
    const { folder, binaries, clusterDir, password } = this.#options;
    const { account } = folder;
    const running = await findAnsweringServer(clusterDir, password);
    if (running !== undefined) return this.#note(running);

    if ((await findRunningServer(clusterDir)) === undefined) await removeOtherBinaries(folder.path, binaries);
    const listenOn = await choosePlaceToListen(folder);
    const options = { clusterDir, binaries, account, logPath: folder.log, listenOn, password };
    return this.#note(await startServer(options));
  }

  /** Leaves word of where the server runs, for processes on other machines that share the file system. */
  async #note({ pid, address }: { pid: number; address: ServerAddress }): Promise<ServerAddress> {
    const { folder } = this.#options;
    this.#pid = pid;
    const identity = identityOf(pid);
    const known = await readClaim(folder.server);
    const isKnown = known?.pid === pid && known.startTime === identity.startTime && known.bootId === identity.bootId;
    if (!isKnown) await writeClaim(folder.server, newClaim(identity), folder.account);
    return address;
  }

  async #leave(): Promise<void> {
    const { folder, user } = this.#options;
    await this.#watch.stop();
    await this.#restarting?.catch(() => undefined);
    await withFolderLock({ path: folder.lock, account: folder.account }, async () => {
      await user.leave();
      if ((await countLivingUsers(folder.users)) > 0) return;
      await stopServer({ ...this.#options, account: folder.account });
      await removeSocketFolder(folder.socket);
      await removeClaim(folder.server);
    });
  }
}
