/**
 * Installs packed packages as a user does: npm gets the dependencies from the registry, in the newest allowed versions.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import type { PackedPackage } from "./pack.ts";

export type NpmInstall = {
  readonly project: string;
  readonly packages: readonly PackedPackage[];
  readonly others: readonly string[];
};

/** Fails if a package does not support this version of Node. */
export function installByNpm({ project, packages, others }: NpmInstall): void {
  fs.writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  const flags = ["--engine-strict", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const words = ["install", ...flags, ...packages.map(({ tarball }) => tarball), ...others];
  const npm = spawnSync("npm", words, { cwd: project, encoding: "utf8" });
  if (npm.status !== 0) throw new Error(`npm install failed: ${npm.stderr}`);
}
