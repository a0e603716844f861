/** Checks that the server's user can get to the data folder through all of its parents. */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";

import { RotaError } from "../../errors.ts";
import type { ServerAccount } from "./server-account.ts";

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
