/** Keeps track of the processes that use a data folder: one file each, so that a killed one is noticed. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

import type { ServerAccount } from "../server-account.ts";
import { giveTo } from "../server-account.ts";
import { isClaimAlive, keepFresh, newClaim, readClaim, removeClaim, writeClaim } from "./claim-file.ts";
import type { Claim } from "./claim-file.ts";
import { folderHeld } from "./folder-held.ts";
import { livenessOf } from "./process-identity.ts";

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
export async function refuseForeignUsers(folder: string, usersDir: string): Promise<readonly Claim[]> {
  const found = await readUsers(usersDir);
  const foreign = found.filter(({ claim }) => livenessOf(claim) === "unknown");
  await Promise.all(
    foreign.map(async ({ path, claim }) => {
      if (await isClaimAlive(path, claim)) throw folderHeld(folder, claim);
    }),
  );
  return foreign.map(({ claim }) => claim);
}

/** Removes the files of users that are gone. Call it under the lock, after refuseForeignUsers. */
export async function forgetGoneUsers(usersDir: string): Promise<void> {
  for (const { path, claim } of await readUsers(usersDir)) {
    if (livenessOf(claim) !== "alive") await removeClaim(path);
  }
}

export async function prepareUsersFolder(usersDir: string, account: ServerAccount): Promise<void> {
  const made = await mkdir(usersDir, { recursive: true, mode: 0o700 });
  if (made !== undefined) await giveTo(account, usersDir);
}

async function readUsers(usersDir: string): Promise<{ path: string; claim: Claim }[]> {
  const paths = (await readdir(usersDir)).map((name) => join(usersDir, name));
  const users = await Promise.all(paths.map(async (path) => ({ path, claim: await readClaim(path) })));
  return users.flatMap(({ path, claim }) => (claim === undefined ? [] : [{ path, claim }]));
}
