// Installs the dependencies when they are missing or older than the lock file. Plain JavaScript: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Ends the process with one clear line if Node is too old or npm fails. */
export function ensureInstalled() {
  refuseOldNode();
  if (isInstalled()) return;
  console.log("rota: installing dependencies (npm install) …");
  // Not npm ci: it refuses a lock file without the optional binaries of other platforms. The installed versions are
  // still those of the lock file, and it is not written.
  const install = spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (install.status === 0) return;
  console.error("rota: npm install failed (above). Check that the npm registry can be reached, then try again.");
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`rota: needs Node 20.19 or newer, this is ${process.versions.node}. Get one from https://nodejs.org`);
  process.exit(1);
}

// npm writes node_modules/.package-lock.json last, so it shows both that an install has ended and when.
function isInstalled() {
  const installed = `${root}node_modules/.package-lock.json`;
  const lock = `${root}package-lock.json`;
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs || isSameTree(installed, lock);
}

/**
 * Compares the locked versions and not the times: a fresh checkout touches the lock file without changing it.
 *
 * @param {string} installed
 * @param {string} lock
 */
function isSameTree(installed, lock) {
  const versions = (/** @type {string} */ path) => {
    /** @type {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean }> }} */
    const tree = JSON.parse(readFileSync(path, "utf8"));
    return new Map(Object.entries(tree.packages).map(([name, entry]) => [name, entry]));
  };
  const here = versions(installed);
  return [...versions(lock)].every(([name, wanted]) => {
    if (!name.includes("node_modules/") || wanted.link === true) return true;
    const found = here.get(name);
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
}
