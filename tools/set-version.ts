/** Sets one version for all packages and for their dependencies on each other: `npx tsx tools/set-version.ts 0.2.0`. */
import fs from "node:fs";
import { readManifest } from "./packages/manifest.ts";
import { PUBLIC_PACKAGES } from "./packages/public-packages.ts";
import { withVersion } from "./packages/with-version.ts";

const [to = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(to)) {
  console.error(`"${to}" is no version: give one such as 0.2.0`);
  process.exit(2);
}
for (const folder of [".", "benchmarks", ...PUBLIC_PACKAGES]) {
  const path = `${folder}/package.json`;
  const text = fs.readFileSync(path, "utf8");
  fs.writeFileSync(path, withVersion(text, readManifest(text).version, to));
}
