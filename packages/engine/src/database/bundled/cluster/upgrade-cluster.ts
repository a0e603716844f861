/** Brings a cluster of an older major version over: its own binaries serve it while everything is copied. */
import { rename } from "node:fs/promises";
import { join } from "node:path";

import { RotaError } from "../../../errors.ts";
import type { Logger } from "../../../runtime/logger.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import { findKeptBinaries } from "../binaries/private-binaries.ts";
import { clusterPath, listClusters } from "../data-folder.ts";
import type { DataFolder } from "../data-folder.ts";
import { refuseLivingUsers } from "../sharing/folder-users.ts";
import { finishCluster, makeUnfinishedCluster } from "./initialise-cluster.ts";
import { choosePlaceToListen, findFreePort } from "../server/place-to-listen.ts";
import type { ServerAddress } from "../server/postmaster-pid.ts";
import { SERVER_DATABASE, SERVER_USER } from "../server/server-settings.ts";
import type { ListenOn } from "../server/server-settings.ts";
import { prepareSocketFolder, removeSocketFolder } from "../server/socket-folder.ts";
import { startServer } from "../server/start-server.ts";
import { stopServer } from "../server/stop-server.ts";

/** How to connect to one of the two servers. */
export type UpgradeConnection = ServerAddress & {
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

/** Copies everything of ours from one server to another, empty one. */
export type CopyCluster = (from: UpgradeConnection, to: UpgradeConnection) => Promise<void>;

export type UpgradeOptions = {
  readonly folder: DataFolder;
  readonly binaries: PostgresBinaries;
  readonly fromMajor: number;
  readonly password: string;
  readonly logger: Logger;
  readonly copyCluster?: CopyCluster;
};

/** A crash at any moment leaves the old cluster as it was, or both complete. Call it under the lock of the folder. */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const { folder, binaries, fromMajor, logger } = options;
  const oldBinaries = await findKeptBinaries(folder.path, fromMajor);
  const { copyCluster } = options;
  if (oldBinaries === undefined || copyCluster === undefined) throw cannotUpgrade(options);
  // A process of an older Rota would go on writing into the cluster that is being copied.
  await refuseLivingUsers(folder.path, folder.users);

  logger.warn({ from: fromMajor, to: binaries.major, dataDir: folder.path }, "copying the data to a newer PostgreSQL");
  const finalDir = clusterPath(folder, binaries.major);
  const draft = await makeUnfinishedCluster({
    ...options,
    ...folder,
    clusterDir: finalDir,
    passwordFile: folder.password,
  });
  const oldServer = { clusterDir: clusterPath(folder, fromMajor), binaries: oldBinaries };
  await withServer(options, oldServer, await choosePlaceToListen(folder), (from) =>
    withSecondPlace(folder, (place) =>
      withServer(options, { clusterDir: draft, binaries }, place, (to) => copyCluster(from, to)),
    ),
  );
  await finishCluster(draft, finalDir);
  logger.info({ from: fromMajor, to: binaries.major }, "the data was copied; the old cluster is kept");
}

/** Once the newer cluster is complete, older ones get another name; they are never deleted here. */
export async function setAsideUpgraded(folder: DataFolder, major: number): Promise<void> {
  for (const older of (await listClusters(folder.path)).filter((found) => found < major)) {
    await rename(clusterPath(folder, older), `${clusterPath(folder, older)}.upgraded`);
  }
}

type Serving = { readonly clusterDir: string; readonly binaries: PostgresBinaries };

async function withServer(
  { folder, password }: UpgradeOptions,
  serving: Serving,
  listenOn: ListenOn,
  work: (connection: UpgradeConnection) => Promise<void>,
): Promise<void> {
  const { account, log: logPath } = folder;
  const { address } = await startServer({ ...serving, account, logPath, listenOn, password });
  try {
    await work({ ...address, user: SERVER_USER, password, database: SERVER_DATABASE });
  } finally {
    await stopServer({ ...serving, account });
  }
}

/** Two servers run at once: the second one needs a socket or port of its own. */
async function withSecondPlace(folder: DataFolder, work: (place: ListenOn) => Promise<void>): Promise<void> {
  if (process.platform === "win32") return work({ loopbackPort: await findFreePort() });
  const wanted = join(folder.path, "socket-upgrade");
  try {
    await work({ socketDir: await prepareSocketFolder(wanted, folder.account) });
  } finally {
    await removeSocketFolder(wanted);
  }
}

function cannotUpgrade({ folder, binaries, fromMajor }: UpgradeOptions): RotaError {
  const old = String(fromMajor);
  const message = `the data folder ${folder.path} was written by PostgreSQL ${old}, this version of Rota brings ${String(binaries.major)}, and the binaries of ${old} are not in the folder any more (binaries-${old}.*); run "rota backup" with the older Rota and "rota restore" with this one`;
  return new RotaError("DATA_FOLDER_TOO_OLD", message, { folder: folder.path, found: fromMajor, ours: binaries.major });
}
