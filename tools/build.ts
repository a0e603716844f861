/** Builds every package that is published to npm, in the order of their dependencies. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { PUBLIC_PACKAGES } from "./packages/public-packages.ts";

for (const name of PUBLIC_PACKAGES.filter((path) => path !== "packages/dashboard")) {
  rmSync(`${name}/dist`, { recursive: true, force: true });
  const build = spawnSync("node_modules/.bin/tsc", ["-p", `${name}/tsconfig.build.json`], { stdio: "inherit" });
  if (build.status !== 0) process.exit(1);
}

const dashboard = spawnSync("npm", ["run", "build", "--workspace", "packages/dashboard"], { stdio: "inherit" });
if (dashboard.status !== 0) process.exit(1);
