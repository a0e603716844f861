/** Builds every package that is published to npm, in the order of their dependencies. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { PUBLIC_PACKAGES } from "./packages/public-packages.ts";

const others = PUBLIC_PACKAGES.filter((path) => path !== "packages/dashboard");
for (const name of others) {
  rmSync(`${name}/dist`, { recursive: true, force: true });
  run("node_modules/.bin/tsc", ["-p", `${name}/tsconfig.build.json`]);
}
run("npm", ["run", "build:pages"]);
run("node_modules/.bin/tsc", ["-p", "packages/dashboard/tsconfig.build.json"]); // types, for authors of pages

function run(command: string, words: readonly string[]): void {
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
