/** Where everything lies inside a data folder, and how that folder comes to be. */
import { mkdir, mkdtemp, readdir, realpath, rename, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { hasCode } from "./file-error.ts";
import { refuseUnreachable } from "./reachable-folder.ts";
import { chooseServerAccount, giveTo } from "./server-account.ts";
import type { ServerAccount } from "./server-account.ts";

export type DataFolder = {
  readonly path: string;
  readonly account: ServerAccount;
  readonly lock: string;
  readonly users: string;
  /** Who started the server, and where. */
  readonly server: string;
  readonly password: string;
  readonly log: string;
  readonly socket: string;
};

/** Makes the folder if it is not there; refuses one that the server's user cannot get into. */
export async function prepareDataFolder(dataDir: string): Promise<DataFolder> {
  const wanted = resolve(dataDir);
  const account = await chooseServerAccount(wanted);
  await refuseUnreachable(wanted, account);
  await makeFolder(wanted, account);
  const path = await realpath(wanted);
  await refuseUnreachable(path, account); // Once more, since a link may have led elsewhere.
  return { path, account, ...layOut(path) };
}

/** The folder of a cluster; its major version is part of the name, since no other major can read it. */
export function clusterPath(folder: DataFolder, major: number): string {
  return join(folder.path, `postgres-${String(major)}`);
}

/** The major versions of the clusters in a folder, ascending. A folder that is not there has none. */
export async function listClusters(dataDir: string): Promise<readonly number[]> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  const majors = names.flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? []);
  return majors.map(Number).sort((a, b) => a - b);
}

function layOut(path: string): Omit<DataFolder, "path" | "account"> {
  return {
    lock: join(path, "lock"),
    users: join(path, "users"),
    server: join(path, "server.json"),
    password: join(path, "password"),
    log: join(path, "postgres.log"),
    socket: join(path, "socket"),
  };
}

/** Folders made on the way must be passable for the server's user, so they become its own. */
async function makeFolder(path: string, account: ServerAccount): Promise<void> {
  if (account.ids === undefined) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  if (await isFolder(path)) return;
  await makeFolder(dirname(path), account);
  try {
    await placeFolder(path, account);
  } catch (error) {
    // Another process put its own, still empty folder in the place of the one above at this moment.
    if (!isMissing(error)) throw error;
    await makeFolder(path, account);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Given away before it gets its name: a process that starts at the same time must not find it closed to the server. */
async function placeFolder(path: string, account: ServerAccount): Promise<void> {
  const draft = await mkdtemp(`${path}.new-`);
  try {
    await giveTo(account, draft);
    await rename(draft, path);
  } catch (error) {
    await rmdir(draft);
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
