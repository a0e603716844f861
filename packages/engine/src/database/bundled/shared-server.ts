/** One process's share in the server of a folder: keeps it running, and stops it when nobody else uses it. */
import { createLoop } from "../../runtime/loop.ts";
import type { Loop } from "../../runtime/loop.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { PostgresBinaries } from "./binaries/find-binaries.ts";
import { removeOtherBinaries } from "./binaries/private-binaries.ts";
import { choosePlaceToListen } from "./server/place-to-listen.ts";
import { findRunningServer, isServerOf } from "./server/postmaster-pid.ts";
import type { ServerAddress } from "./server/postmaster-pid.ts";
import { boundServerLog } from "./server/server-log.ts";
import { removeSocketFolder } from "./server/socket-folder.ts";
import { findAnsweringServer, startServer } from "./server/start-server.ts";
import { stopServer } from "./server/stop-server.ts";
import type { DataFolder } from "./data-folder.ts";
import { newClaim, readClaim, removeClaim, writeClaim } from "./sharing/claim-file.ts";
import { withFolderLock } from "./sharing/folder-lock.ts";
import { countLivingUsers } from "./sharing/folder-users.ts";
import type { FolderUser } from "./sharing/folder-users.ts";
import { identityOf } from "./sharing/process-identity.ts";

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
