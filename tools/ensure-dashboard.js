// Builds the pages of the dashboard when they are missing or older than their sources.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { root } from "./ensure-installed.js";

const BUILT = `${root}packages/dashboard/dist/index.html`;
/** Sources of the pages. */
const SOURCES = [
  "packages/dashboard",
  "packages/client/src",
  "packages/proofs/src",
  "workloads/elections/src",
  "workloads/passports/src",
];
const LEFT_OUT = new Set(["node_modules", "dist", "test"]);

/** Prints a failure and does not stop: the server also runs without pages, and explains how to build them. */
export function ensureDashboard() {
  if (
    existsSync(BUILT) &&
    statSync(BUILT).mtimeMs >= Math.max(...SOURCES.map((folder) => newestMs(`${root}${folder}`)))
  )
    return;
  console.log("rota: building the dashboard (npm run build --workspace packages/dashboard) …");
  const build = spawnSync("npm", ["run", "build", "--silent", "--workspace", "packages/dashboard"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (build.status === 0) return;
  console.error(
    `${build.stdout}${build.stderr}rota: the dashboard could not be built (above); the rest goes on without it.`,
  );
}

/**
 * @param {string} folder
 * @returns {number}
 */
function newestMs(folder) {
  if (!existsSync(folder)) return 0;
  const times = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    if (LEFT_OUT.has(entry.name)) return 0;
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs;
  });
  return Math.max(0, ...times);
}
