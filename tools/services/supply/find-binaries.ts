/** Finds the programs of the test services on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

type RedisBinaries = { readonly server: string };
export type RabbitmqBinaries = { readonly server: string; readonly epmd: string };

export function findRedis(): RedisBinaries | undefined {
  const server = findProgram("redis-server");
  return server === undefined ? undefined : { server };
}

/** A node also needs `erl` on the PATH; it is not checked, because only the server's script calls it. */
export function findRabbitmq(): RabbitmqBinaries | undefined {
  const [server, epmd, erl] = [findProgram("rabbitmq-server"), findProgram("epmd"), findProgram("erl")];
  return server === undefined || epmd === undefined || erl === undefined ? undefined : { server, epmd };
}

/** Finds any Chromium-based browser, under the names that systems give it. The one without windows starts sooner. */
export function findChromium(): string | undefined {
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const found = names.map(findProgram).find((path) => path !== undefined);
  return found ?? [MAC_CHROME].find(isExecutable);
}

const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Finds promtool, which is part of Prometheus. */
export function findPromtool(): string | undefined {
  return findProgram("promtool");
}

/** Finds a bookkeeping program that the tests name. */
export function findBookProgram(name: string): string | undefined {
  return findProgram(name);
}

/** Returns a PATH with the folders of the found programs, for the scripts among them. */
export function programPath(): string {
  return [...searchedFolders(), ...pathFolders()].join(delimiter);
}

/**
 * The folder of the plain script comes first, because Debian's `rabbitmq-server` on the PATH insists on its own system
 * user. `sbin` folders come last, because a normal user has none on the PATH.
 */
const FOLDERS_BEFORE_PATH = ["/usr/lib/rabbitmq/bin"];
const FOLDERS_AFTER_PATH = [
  "/usr/local/sbin",
  "/usr/sbin",
  "/opt/homebrew/sbin",
  "/opt/homebrew/bin",
  "/usr/local/bin",
];

function findProgram(name: string): string | undefined {
  return searchedFolders()
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** `ROTA_SERVICE_BINARIES`, a list of folders, replaces the default folders. */
function searchedFolders(): string[] {
  const chosen = process.env["ROTA_SERVICE_BINARIES"];
  if (chosen !== undefined && chosen !== "") return chosen.split(delimiter);
  return [...FOLDERS_BEFORE_PATH, ...pathFolders(), ...FOLDERS_AFTER_PATH];
}

function pathFolders(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
