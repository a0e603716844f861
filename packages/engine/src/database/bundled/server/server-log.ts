/** The log file of the private server: appended to by the server, kept small by us. */
import { copyFile, open, stat, truncate } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import { giveTo } from "../server-account.ts";
import type { ServerAccount } from "../server-account.ts";

/** Beyond this the log is moved to a second file, which it replaces; so twice this is the most it takes. */
const LOG_BYTES_MAX = 5 * 1024 * 1024;

const TAIL_BYTES_MAX = 2_000;

export async function openServerLog(path: string, account: ServerAccount): Promise<FileHandle> {
  await boundServerLog(path);
  const handle = await open(path, "a", 0o600);
  await giveTo(account, path);
  return handle;
}

/** The server goes on writing into the same file, since it appends: emptying it is all that is needed. */
export async function boundServerLog(path: string): Promise<void> {
  if ((await sizeOf(path)) <= LOG_BYTES_MAX) return;
  await copyFile(path, `${path}.old`);
  await truncate(path);
}

/** What the server wrote since the log had a certain size; its end if that is much. */
export async function readLogTail(path: string, fromBytes: number): Promise<string> {
  const size = await sizeOf(path);
  const start = Math.max(Math.min(fromBytes, size), size - TAIL_BYTES_MAX);
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES_MAX), 0, size - start, start);
    return buffer.toString("utf8", 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
