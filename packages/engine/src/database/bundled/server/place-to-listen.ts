/** Chooses where a private server listens: a socket in its folder, or a loopback port where there are no sockets. */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import type { DataFolder } from "../data-folder.ts";
import { giveTo } from "../server-account.ts";
import type { ListenOn } from "./server-settings.ts";
import { prepareSocketFolder } from "./socket-folder.ts";

/** The same place at every start of a folder, so that connections can be made again. Call it under the lock. */
export async function choosePlaceToListen(folder: DataFolder): Promise<ListenOn> {
  if (process.platform !== "win32") return { socketDir: await prepareSocketFolder(folder.socket, folder.account) };
  const path = join(folder.path, "port");
  const known = Number(await readFile(path, "utf8").catch(() => ""));
  if (known > 0) return { loopbackPort: known };
  const port = await findFreePort();
  await writeFile(path, `${String(port)}\n`);
  await giveTo(folder.account, path);
  return { loopbackPort: port };
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("the probe listens on no port");
  return address.port;
}
