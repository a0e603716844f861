// Builds the dashboard and the pages of workloads when they are missing or older than their sources.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { root } from "./ensure-installed.js";

const LEFT_OUT = new Set(["node_modules", "dist", "test"]);

/** Prints a failure and does not stop: the server also runs without pages, and explains how to build them. */
export function ensureDashboard() {
  const workloads = readdirSync(`${root}workloads`).filter((name) => existsSync(`${root}workloads/${name}/pages`));
  const sources = [
    "packages/dashboard",
    "packages/client/src",
    "packages/proofs/src",
    "tools/build-pages.ts",
    ...workloads.flatMap((name) => [`workloads/${name}/pages`, `workloads/${name}/src`]),
  ];
  const built = ["packages/dashboard/dist", ...workloads.map((name) => `workloads/${name}/dist/pages`)];
  const builtMs = Math.min(...built.map((folder) => newestMs(`${root}${folder}`)));
  if (builtMs >= Math.max(...sources.map((path) => newestMs(`${root}${path}`)))) return;
  console.log("rota: building the dashboard (npm run build:pages) …");
  const build = spawnSync("npm", ["run", "build:pages", "--silent"], {
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
 * Returns when a file, or the newest file below a folder, was written; 0 if there is none.
 *
 * @param {string} path
 * @returns {number}
 */
function newestMs(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const times = readdirSync(path).map((name) => (LEFT_OUT.has(name) ? 0 : newestMs(`${path}/${name}`)));
  return Math.max(0, ...times);
}
