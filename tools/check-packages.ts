/** Checks that the built packages work for who installs them: every export resolves, for types and at run time. */
import { spawnSync } from "node:child_process";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const PACKAGES = [
  "packages/proofs",
  "packages/engine",
  "packages/server",
  "packages/client",
  "packages/dashboard",
  "packages/cli",
  "workloads/elections",
  "workloads/passports",
  "workloads/ledger",
];

let hasFailed = false;
for (const pkgDir of PACKAGES) {
  const { messages, pkg } = await publint({ pkgDir, strict: true });
  for (const message of messages) {
    hasFailed = true;
    console.error(`${pkgDir}: ${formatMessage(message, pkg) ?? message.code}`);
  }
}

// These export no module, only a program and files for browsers.
const WITHOUT_MODULES = ["packages/cli", "packages/dashboard"];
for (const pkgDir of PACKAGES.filter((name) => !WITHOUT_MODULES.includes(name))) {
  const types = spawnSync("node_modules/.bin/attw", ["--pack", pkgDir, "--profile", "esm-only"], { encoding: "utf8" });
  if (types.status === 0) continue;
  hasFailed = true;
  console.error(types.stdout + types.stderr);
}
process.exit(hasFailed ? 1 : 0);
