/** Creates the cluster of a data folder, or upgrades one of an older major version by copying its schemas. */
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Database, type Logger, openPostgres, RotaError } from "@rota/engine";
import { copyDatabase, type RestoreOptions } from "@rota/engine/internal";
import { findKeptBinaries, type PostgresBinaries } from "./binaries.ts";
import { listSchemas } from "./cluster.sql.ts";
import { clusterPath, type DataFolder, giveTo, listClusters, type ServerAccount } from "./data-folder.ts";
import { refuseLivingUsers } from "./folder-sharing.ts";
import { runBinary, startServer, stopServer } from "./postgres-server.ts";
import type { ServerAddress } from "./postmaster-pid.ts";
import {
  choosePlaceToListen,
  findFreePort,
  type ListenOn,
  prepareSocketFolder,
  removeSocketFolder,
  SERVER_DATABASE,
  SERVER_USER,
} from "./server-settings.ts";

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

const INIT_MAX_MS = 120_000;
const OUTPUT_CHARACTERS_MAX = 4_000;
const UNFINISHED = ".new-";

export type InitialiseOptions = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly passwordFile: string;
};

/** Call it under the lock of the folder. */
export async function initialiseCluster(options: InitialiseOptions): Promise<void> {
  const draft = await makeUnfinishedCluster(options);
  await finishCluster(draft, options.clusterDir);
}

/** Runs initdb in a folder beside the final one and returns that folder. */
export async function makeUnfinishedCluster(options: InitialiseOptions): Promise<string> {
  const { clusterDir } = options;
  await removeUnfinished(clusterDir);
  const draft = `${clusterDir}${UNFINISHED}${randomUUID()}`;
  // Its parent may belong to us and not to the server's user, who could make no folder there.
  await mkdir(draft, { mode: 0o700 });
  await giveTo(options.account, draft);
  await runInitdb(draft, options).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    throw error;
  });
  return draft;
}

/** From here on the cluster counts as made, also after a power cut. */
export async function finishCluster(draft: string, clusterDir: string): Promise<void> {
  await rename(draft, clusterDir);
  await syncFolder(dirname(clusterDir));
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const folder = dirname(clusterDir);
  const leftOver = (await readdir(folder)).filter((name) => name.startsWith(`${basename(clusterDir)}${UNFINISHED}`));
  for (const name of leftOver) {
    // An initdb whose parent was killed may still be writing there; then the next start removes it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function runInitdb(draft: string, options: InitialiseOptions): Promise<void> {
  const { binaries, account, passwordFile } = options;
  const child = runBinary({
    binaries,
    account,
    program: "initdb",
    arguments: [
      ...["-D", draft, "-U", SERVER_USER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`],
      ...["--encoding=UTF8", "--locale=C", "--data-checksums", "--no-instructions"],
    ],
    cwd: dirname(draft),
    output: "pipe",
    detached: false,
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), INIT_MAX_MS);
  let output = "";
  child.stdout?.resume();
  child.stderr?.on("data", (data) => (output = `${output}${String(data)}`.slice(-OUTPUT_CHARACTERS_MAX)));
  const outcome = await once(child, "close").catch((error: unknown) => error);
  clearTimeout(timer);
  if (!(Array.isArray(outcome) && outcome[0] === 0)) throw initFailed(draft, output, outcome);
}

function initFailed(draft: string, output: string, cause: unknown): RotaError {
  const said = output.trim() === "" ? String(cause) : output.trim();
  const message = `PostgreSQL could not initialise a cluster in ${dirname(draft)}: ${said}\nCheck that the folder has free space and can be written, then start again; nothing half-made was left behind`;
  return new RotaError("POSTGRES_INIT_FAILED", message, { folder: dirname(draft) }, { cause });
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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
  // A process of an older Rota would keep writing into the cluster that is being copied.
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

/** One table may be large: this bounds a statement, not the copy. */
const STATEMENT_MAX_MS = 60 * 60 * 1_000;
const CONNECT_MAX_MS = 10_000;

/** `migrations` names the sets that the data may hold; default: the engine's own. */
export function copySchemas(logger: Logger, { migrations }: Pick<RestoreOptions, "migrations"> = {}): CopyCluster {
  const options = migrations === undefined ? {} : { migrations };
  return async (from, to) => {
    const schemas = await withDatabase({ connection: from, schema: "rota", logger }, (db) => db.query(listSchemas()));
    for (const { schema } of schemas.filter((row) => row.is_ours)) {
      await withDatabase({ connection: from, schema, logger }, (source) =>
        withDatabase({ connection: to, schema, logger }, async (target) => {
          const { rows } = await copyDatabase(source, target, options);
          logger.info({ schema, rows }, `schema ${schema} was copied to the newer PostgreSQL`);
        }),
      );
    }
    const left = schemas.filter((row) => !row.is_ours).map((row) => row.schema);
    if (left.length > 0) logger.warn({ schemas: left }, `not of Rota, left in the old cluster: ${left.join(", ")}`);
  };
}

type Target = { readonly connection: UpgradeConnection; readonly schema: string; readonly logger: Logger };

async function withDatabase<Result>(target: Target, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openPostgres({
    ...target,
    poolSize: 2,
    statementTimeoutMs: STATEMENT_MAX_MS,
    connectTimeoutMs: CONNECT_MAX_MS,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const PASSWORD_BYTES = 32;

/** The password in the file; makes the file if it is not there. Call it under the lock of the folder. */
export async function ensurePassword(path: string, account: ServerAccount): Promise<string> {
  const known = await readPassword(path);
  if (known !== undefined) return known;
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const draft = `${path}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  await giveTo(account, draft);
  await rename(draft, path);
  return password;
}

/** Undefined when there is no such file or nothing in it. */
export async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.trim() === "" ? undefined : text.trim();
}
