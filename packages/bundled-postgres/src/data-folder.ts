/** Lays out a data folder, chooses the system account that owns it, and explains why it cannot be used. */
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { RotaError } from "@rota/engine";

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

/** Only needed when the server runs as another user than we do: our own way is tried by going it. */
export async function refuseUnreachable(path: string, account: ServerAccount): Promise<void> {
  if (account.ids === undefined) return;
  for (const folder of parentsOf(path)) {
    if (await isSearchable(folder, account.ids)) continue;
    const message = `the server runs as user ${account.name}, for whom ${folder} is not searchable, so it cannot get to the data folder ${path}; run "chmod o+x ${folder}", or choose a folder elsewhere, such as --data-dir /var/lib/rota`;
    throw new RotaError("DATA_FOLDER_UNREACHABLE", message, { path, folder, user: account.name });
  }
}

/** From the root down, so that the first obstacle is named. */
function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...parentsOf(parent), path];
}

async function isSearchable(folder: string, ids: { uid: number; gid: number }): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  // What is still to be made will be the user's own; making it refuses what is no folder.
  if (found === undefined || !found.isDirectory()) return true;
  const { uid, gid, mode } = found;
  if (uid === ids.uid) return (mode & 0o100) !== 0;
  if (gid === ids.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Undefined ids: the server runs as the user that started it. */
export type ServerAccount = {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
};

export const OWN_ACCOUNT: ServerAccount = { name: "this user", ids: undefined };

/** As root: the owner of the data folder if that is not root, else the user `nobody`. Otherwise the user itself. */
export async function chooseServerAccount(dataDir: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return OWN_ACCOUNT;
  const owner = await stat(dataDir).catch(() => undefined);
  const users = await readUsers();
  if (owner !== undefined && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `uid ${String(owner.uid)}`;
    return { name, ids: { uid: owner.uid, gid: owner.gid } };
  }
  const unprivileged = users.find((user) => user.name === "nobody") ?? { uid: 65_534, gid: 65_534 };
  return { name: "nobody", ids: { uid: unprivileged.uid, gid: unprivileged.gid } };
}

/** Makes the account own a file that we made, so that the server can read it and that user can continue without root. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if (account.ids !== undefined) await chown(path, account.ids.uid, account.ids.gid);
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name === undefined || uid === undefined || gid === undefined
      ? []
      : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/** True for an error of the system with this code, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

/** Runs work that writes into the data folder; a full disk or a missing permission becomes a clear refusal. */
export async function explainingFileErrors<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(dataDir, error);
  }
}

function explainFileError(dataDir: string, error: unknown): unknown {
  if (hasCode(error, "EACCES", "EPERM", "EROFS", "ENOTDIR")) {
    const message = `the data folder ${dataDir} cannot be written: ${reasonOf(error)}; give this user the right to write it, or choose another folder with --data-dir`;
    return new RotaError("DATA_FOLDER_NOT_WRITABLE", message, { dataDir }, { cause: error });
  }
  if (hasCode(error, "ENOSPC", "EDQUOT")) {
    const message = `no space is left for the data folder ${dataDir}: ${reasonOf(error)}; free some space, or choose another folder with --data-dir`;
    return new RotaError("DATA_FOLDER_FULL", message, { dataDir }, { cause: error });
  }
  return error;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
