/** Finds the cluster of a data folder, makes one in an empty folder, and brings an older one up to this version. */
import { RotaError } from "../../../errors.ts";
import type { Logger } from "../../../runtime/logger.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import { clusterPath, listClusters } from "../data-folder.ts";
import type { DataFolder } from "../data-folder.ts";
import { initialiseCluster } from "./initialise-cluster.ts";
import { ensurePassword, readPassword } from "./server-password.ts";
import { setAsideUpgraded, upgradeCluster } from "./upgrade-cluster.ts";
import type { CopyCluster } from "./upgrade-cluster.ts";

export type EnsureClusterOptions = {
  readonly folder: DataFolder;
  readonly binaries: PostgresBinaries;
  readonly logger: Logger;
  readonly copyCluster?: CopyCluster;
};

export type Cluster = { readonly clusterDir: string; readonly password: string };

/** Call it under the lock of the folder. */
export async function ensureCluster(options: EnsureClusterOptions): Promise<Cluster> {
  const { folder, binaries, logger } = options;
  const { account } = folder;
  const majors = await listClusters(folder.path);
  const clusterDir = clusterPath(folder, binaries.major);
  refuseNewer(folder, majors, binaries);
  const password = await passwordFor(folder, majors);

  if (majors.length === 0) {
    await initialiseCluster({ clusterDir, binaries, account, passwordFile: folder.password });
    logger.info({ cluster: clusterDir, version: binaries.version }, "a new PostgreSQL cluster was made");
  } else if (!majors.includes(binaries.major)) {
    await upgradeCluster({ ...options, password, fromMajor: Math.max(...majors) });
  }
  await setAsideUpgraded(folder, binaries.major);
  return { clusterDir, password };
}

function refuseNewer(folder: DataFolder, majors: readonly number[], binaries: PostgresBinaries): void {
  const newest = majors.at(-1);
  if (newest === undefined || newest <= binaries.major) return;
  const message = `the data folder ${folder.path} was written by PostgreSQL ${String(newest)}, and this version of Rota brings ${String(binaries.major)}; use the newer Rota, or another folder with --data-dir`;
  throw new RotaError("DATA_FOLDER_TOO_NEW", message, { folder: folder.path, found: newest, ours: binaries.major });
}

/** A cluster keeps the password that it was made with: a new one in the file would not open it. */
async function passwordFor(folder: DataFolder, majors: readonly number[]): Promise<string> {
  if (majors.length === 0) return ensurePassword(folder.password, folder.account);
  const password = await readPassword(folder.password);
  if (password !== undefined) return password;
  const message = `${folder.password} is missing or cannot be read; put it back from a copy of the folder, or run Rota as the owner of the folder`;
  throw new RotaError("DATA_FOLDER_DAMAGED", message, { path: folder.password });
}
