/** The password of the private server: made once, kept in a file that only its user can read. */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";

import { giveTo } from "../server-account.ts";
import type { ServerAccount } from "../server-account.ts";

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
