/** Locks a data folder, counts the processes that use it, and takes it over from a machine that went silent. */
import { once } from "node:events";
import { link, mkdir, open, readdir, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, RotaError } from "@rota/engine";
import { type DataFolder, giveTo, hasCode, type ServerAccount } from "./data-folder.ts";
import { pidFile } from "./postmaster-pid.ts";
import {
  folderHeld,
  isClaimAlive,
  isSameBoot,
  keepFresh,
  livenessOf,
  newClaim,
  type ProcessClaim,
  readClaim,
  removeClaim,
  writeClaim,
} from "./process-claim.ts";
import { SOCKET_NUMBER } from "./server-settings.ts";

const DRAFT_ENDING = ".draft";
const POLL_MS = 20;

/** Longer than the longest work under the lock: the start of a server that recovers. */
const LOCK_WAIT_MAX_MS = 180_000;

export type LockOptions = {
  readonly path: string;
  readonly account: ServerAccount;
  /** How long to wait for the holder. Default LOCK_WAIT_MAX_MS. */
  readonly waitMaxMs?: number;
};

export async function withFolderLock<Result>(options: LockOptions, work: () => Promise<Result>): Promise<Result> {
  const release = await takeFolderLock(options);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Waits for the lock and returns the function that gives it back. */
export async function takeFolderLock(options: LockOptions): Promise<() => Promise<void>> {
  const { path, account } = options;
  const claim = newClaim();
  const draft = `${path}.${claim.token}${DRAFT_ENDING}`;
  await writeClaim(draft, claim, account);
  try {
    await waitForTurn(options, draft);
  } finally {
    await removeClaim(draft);
  }
  return holding(path, claim);
}

/** Removes what processes left behind that were killed while they waited for the lock. Call it under the lock. */
export async function removeDeadDrafts(lockPath: string): Promise<void> {
  const folder = dirname(lockPath);
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(DRAFT_ENDING));
  for (const name of drafts) {
    const claim = await readClaim(join(folder, name));
    if (claim !== undefined && livenessOf(claim) === "dead") await removeClaim(join(folder, name));
  }
}

async function waitForTurn(options: LockOptions, draft: string): Promise<void> {
  const { path, waitMaxMs = LOCK_WAIT_MAX_MS } = options;
  const deadline = Date.now() + waitMaxMs;
  while (!(await putInPlace(draft, path))) {
    const holder = await readClaim(path);
    if (holder !== undefined && !(await isClaimAlive(path, holder))) await clearLeftOver(options, holder);
    else if (Date.now() >= deadline) throw refusal(path, holder);
    else await sleep(POLL_MS);
  }
}

/** The lock appears with its whole content or not at all, and only if no other is there: link does both. */
async function putInPlace(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead holder. Two that see the same dead holder must not both remove: the slower one would
 * remove the lock that the faster one has taken since. So removing is itself under a lock, one for each dead holder.
 */
async function clearLeftOver(options: LockOptions, dead: ProcessClaim): Promise<void> {
  const { path } = options;
  await withFolderLock({ ...options, path: `${path}.${dead.token}.clearing` }, async () => {
    const now = await readClaim(path);
    if (now?.token === dead.token) await removeClaim(path);
  });
}

function holding(path: string, claim: ProcessClaim): () => Promise<void> {
  const stopBeating = keepFresh(path);
  return async () => {
    stopBeating();
    if ((await readClaim(path))?.token === claim.token) await removeClaim(path);
  };
}

function refusal(path: string, holder: ProcessClaim | undefined): RotaError {
  if (holder !== undefined) return folderHeld(dirname(path), holder);
  const message = `the lock ${path} cannot be read; when no rota process uses the folder, delete that file`;
  return new RotaError("DATA_FOLDER_DAMAGED", message, { path });
}

export type FolderUser = {
  /** Call it under the lock of the folder. */
  leave(): Promise<void>;
};

/** Adds this process to the users. Call it under the lock of the folder. */
export async function joinFolder(usersDir: string, account: ServerAccount): Promise<FolderUser> {
  const claim = newClaim();
  const path = join(usersDir, `${claim.token}.json`);
  await writeClaim(path, claim, account);
  const stopBeating = keepFresh(path);
  return {
    async leave() {
      stopBeating();
      await removeClaim(path);
    },
  };
}

/** How many living processes of this machine use the folder. Call it under the lock. */
export async function countLivingUsers(usersDir: string): Promise<number> {
  const claims = await readUsers(usersDir);
  return claims.filter(({ claim }) => livenessOf(claim) === "alive").length;
}

/** Refuses a folder that a living process of this machine uses. Call it under the lock. */
export async function refuseLivingUsers(folder: string, usersDir: string): Promise<void> {
  const [user] = (await readUsers(usersDir)).filter(({ claim }) => livenessOf(claim) === "alive");
  if (user !== undefined) throw folderHeld(folder, user.claim);
}

/**
 * Refuses a folder in use where pids cannot be seen: another host or container. Returns the foreign users that have
 * fallen silent, whose server may still run. Call it under the lock.
 */
export async function refuseForeignUsers(folder: string, usersDir: string): Promise<readonly ProcessClaim[]> {
  const found = await readUsers(usersDir);
  const foreign = found.filter(({ claim }) => livenessOf(claim) === "unknown");
  await Promise.all(
    foreign.map(async ({ path, claim }) => {
      if (await isClaimAlive(path, claim)) throw folderHeld(folder, claim);
    }),
  );
  return foreign.map(({ claim }) => claim);
}

/** Removes the files of processes that have exited. Call it under the lock, after refuseForeignUsers. */
export async function forgetExitedUsers(usersDir: string): Promise<void> {
  for (const { path, claim } of await readUsers(usersDir)) {
    if (livenessOf(claim) !== "alive") await removeClaim(path);
  }
}

export async function prepareUsersFolder(usersDir: string, account: ServerAccount): Promise<void> {
  const made = await mkdir(usersDir, { recursive: true, mode: 0o700 });
  if (made !== undefined) await giveTo(account, usersDir);
}

async function readUsers(usersDir: string): Promise<{ path: string; claim: ProcessClaim }[]> {
  const paths = (await readdir(usersDir)).map((name) => join(usersDir, name));
  const users = await Promise.all(paths.map(async (path) => ({ path, claim: await readClaim(path) })));
  return users.flatMap(({ path, claim }) => (claim === undefined ? [] : [{ path, claim }]));
}

/** PostgreSQL checks once a minute whether its pid file is still its own, and ends itself when it is not. */
const SELF_STOP_MS = 125_000;

export type ForeignServerOptions = {
  readonly folder: DataFolder;
  readonly clusterDir: string;
  /** Users of other machines whose heartbeat has stopped. */
  readonly silentUsers: readonly ProcessClaim[];
  readonly logger: Logger;
  readonly selfStopMs?: number;
};

/** Call it under the lock, when no foreign user is alive. Returns at once when everything was of this machine. */
export async function outliveForeignServer(options: ForeignServerOptions): Promise<void> {
  const { folder, clusterDir, silentUsers, logger, selfStopMs = SELF_STOP_MS } = options;
  const started = await readClaim(folder.server);
  const traces = [...(started === undefined ? [] : [started]), ...silentUsers];
  const foreign = traces.find((claim) => livenessOf(claim) === "unknown");
  if (foreign === undefined) return;

  const facts = { dataDir: folder.path, hostname: foreign.hostname, since: foreign.since };
  if (await mayStillRun(options, foreign)) {
    logger.warn(
      { ...facts, waitMs: selfStopMs },
      "the data folder was in use elsewhere: waiting for its server to end",
    );
    await rm(pidFile(clusterDir), { force: true });
    await sleep(selfStopMs);
  }
  logger.warn(facts, `the data folder was last used on ${foreign.hostname}, which is silent: taken over`);
}

/** Under one kernel a socket file reaches its server out of any container: there it can be known. */
async function mayStillRun({ folder, clusterDir }: ForeignServerOptions, foreign: ProcessClaim): Promise<boolean> {
  if (await isShutDown(clusterDir)) return false;
  if (!isSameBoot(foreign)) return true;
  const answer = await knock(folder.socket);
  if (answer === "listening") throw folderHeld(folder.path, foreign);
  return answer === "absent";
}

/** The state of a cluster is the fifth word of its control file: 1 means shut down in order. No cluster: nothing runs. */
async function isShutDown(clusterDir: string): Promise<boolean> {
  const handle = await open(join(clusterDir, "global", "pg_control"), "r").catch(() => undefined);
  if (handle === undefined) return true;
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 16);
    return buffer.readInt32LE(0) === 1 || buffer.readInt32BE(0) === 1;
  } finally {
    await handle.close();
  }
}

/** "refused": the file of a server that has ended. "absent": there is none, or its path leads nowhere from here. */
async function knock(socketDir: string): Promise<"listening" | "refused" | "absent"> {
  const socket = createConnection(join(socketDir, `.s.PGSQL.${String(SOCKET_NUMBER)}`));
  const failure: unknown = await once(socket, "connect").then(
    () => undefined,
    (error: unknown) => error,
  );
  socket.destroy();
  if (failure === undefined) return "listening";
  return hasCode(failure, "ECONNREFUSED") ? "refused" : "absent";
}
