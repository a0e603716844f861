/** Lets one process at a time start, stop or change what is in a data folder; a killed holder blocks nobody. */
import { link, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { RotaError } from "../../../errors.ts";
import { hasCode } from "../file-error.ts";
import type { ServerAccount } from "../server-account.ts";
import { isClaimAlive, keepFresh, newClaim, readClaim, removeClaim, writeClaim } from "./claim-file.ts";
import type { Claim } from "./claim-file.ts";
import { folderHeld } from "./folder-held.ts";
import { livenessOf } from "./process-identity.ts";

const DRAFT_ENDING = ".draft";
const LOOK_AGAIN_MS = 20;

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
    else await sleep(LOOK_AGAIN_MS);
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
async function clearLeftOver(options: LockOptions, dead: Claim): Promise<void> {
  const { path } = options;
  await withFolderLock({ ...options, path: `${path}.${dead.token}.clearing` }, async () => {
    const now = await readClaim(path);
    if (now?.token === dead.token) await removeClaim(path);
  });
}

function holding(path: string, claim: Claim): () => Promise<void> {
  const stopBeating = keepFresh(path);
  return async () => {
    stopBeating();
    if ((await readClaim(path))?.token === claim.token) await removeClaim(path);
  };
}

function refusal(path: string, holder: Claim | undefined): RotaError {
  if (holder !== undefined) return folderHeld(dirname(path), holder);
  const message = `the lock ${path} cannot be read; when no rota process uses the folder, delete that file`;
  return new RotaError("DATA_FOLDER_DAMAGED", message, { path });
}
