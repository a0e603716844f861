/** Opens the PostgreSQL server that comes along with Rota: initialised once, shared by all processes on one folder. */
import { RotaError } from "../../errors.ts";
import type { Logger } from "../../runtime/logger.ts";
import { findBinaries } from "./binaries/find-binaries.ts";
import type { PostgresBinaries } from "./binaries/find-binaries.ts";
import { keepBinaries } from "./binaries/private-binaries.ts";
import { ensureCluster } from "./cluster/ensure-cluster.ts";
import type { CopyCluster } from "./cluster/upgrade-cluster.ts";
import { SERVER_DATABASE, SERVER_USER } from "./server/server-settings.ts";
import { clusterPath, listClusters, prepareDataFolder } from "./data-folder.ts";
import type { DataFolder } from "./data-folder.ts";
import { explainingFileErrors } from "./file-error.ts";
import { removeDeadDrafts, withFolderLock } from "./sharing/folder-lock.ts";
import { forgetGoneUsers, joinFolder, prepareUsersFolder, refuseForeignUsers } from "./sharing/folder-users.ts";
import { outliveForeignServer } from "./sharing/foreign-server.ts";
import { SharedServer } from "./shared-server.ts";

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
  /** Of the binaries, such as 18.4.0-beta.17. */
  readonly version: string;
  /** The process of the server now; undefined while it is down. */
  pid(): Promise<number | undefined>;
  /** Starts the server again if it died; returns when it answers. A pool calls it when it cannot connect. */
  ensureRunning(): Promise<void>;
  /** Stops the server if no other process uses it, and returns when it is gone. Further calls do nothing. */
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
  await forgetGoneUsers(folder.users);
}
