/** Finds a folder for the server's socket whose path is short enough for the system. */
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { RotaError } from "../../../errors.ts";
import type { ServerAccount } from "../server-account.ts";
import { giveTo } from "../server-account.ts";
import { SOCKET_NUMBER } from "./server-settings.ts";

/** Linux takes 107 bytes, macOS 103. */
const SOCKET_PATH_BYTES_MAX = 103;

/** The folder of everybody's short-lived files, where a path is short whatever TMPDIR says. */
const SHORT_PARENT = "/tmp";

/** The wanted folder, or one under /tmp named after it; only the server's user and we get into it. */
export async function prepareSocketFolder(wanted: string, account: ServerAccount): Promise<string> {
  const path = shortPath(wanted);
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await giveTo(account, path);
  await refuseForeignFolder(path, account);
  await chmod(path, 0o700);
  return path;
}

/** Leaves nothing under /tmp. Call it when no server runs. */
export async function removeSocketFolder(wanted: string): Promise<void> {
  await rm(shortPath(wanted), { recursive: true, force: true });
}

function shortPath(wanted: string): string {
  return isShortEnough(wanted) ? wanted : join(SHORT_PARENT, `rota-${shortHash(wanted)}`);
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${String(SOCKET_NUMBER)}`)) <= SOCKET_PATH_BYTES_MAX;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Anybody may make folders under /tmp: one of somebody else could lead our passwords to another server. */
async function refuseForeignFolder(path: string, account: ServerAccount): Promise<void> {
  const found = await lstat(path);
  const uid = account.ids?.uid ?? process.getuid?.() ?? found.uid;
  if (found.isDirectory() && found.uid === uid) return;
  const message = `the folder for the server's socket, ${path}, belongs to another user; delete it, or choose a data folder with a shorter path by --data-dir`;
  throw new RotaError("DATA_FOLDER_UNREACHABLE", message, { path });
}
