/** Chooses the socket or port of a private server and the settings that it starts with. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { RotaError } from "@rota/engine";
import { type DataFolder, giveTo, type ServerAccount } from "./data-folder.ts";

export type ListenOn = { readonly socketDir: string } | { readonly loopbackPort: number };

/** The number in the name of the socket; nothing listens on a port of that number. */
export const SOCKET_NUMBER = 5432;

export const SERVER_USER = "rota";
export const SERVER_DATABASE = "postgres";

export const CONNECTIONS_MAX = 100;

/** Settings that never change: every commit reaches the disk, nothing is sent to other servers, no secret in the log. */
const FIXED = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_connections: String(CONNECTIONS_MAX),
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "on",
  ssl: "off",
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_line_prefix: "%m [%p] ",
} as const;

export function serverArguments(clusterDir: string, listenOn: ListenOn): string[] {
  const settings = Object.entries({ ...FIXED, ...listenSettings(listenOn) });
  return ["-D", clusterDir, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function listenSettings(listenOn: ListenOn): Record<string, string> {
  if ("loopbackPort" in listenOn) {
    return { listen_addresses: "127.0.0.1", port: String(listenOn.loopbackPort), unix_socket_directories: "" };
  }
  return {
    listen_addresses: "",
    port: String(SOCKET_NUMBER),
    unix_socket_directories: quote(listenOn.socketDir),
    unix_socket_permissions: "0700",
  };
}

/** The setting is a list: a comma in a path would divide it. */
function quote(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

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

/** A port of 127.0.0.1 that no process listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("the probe listens on no port");
  return address.port;
}

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

/** Every user may make folders under /tmp: the folder of another user could lead our passwords to another server. */
async function refuseForeignFolder(path: string, account: ServerAccount): Promise<void> {
  const found = await lstat(path);
  const uid = account.ids?.uid ?? process.getuid?.() ?? found.uid;
  if (found.isDirectory() && found.uid === uid) return;
  const message = `the folder for the server's socket, ${path}, belongs to another user; delete it, or choose a data folder with a shorter path by --data-dir`;
  throw new RotaError("DATA_FOLDER_UNREACHABLE", message, { path });
}
