// npm run screenshots: takes pictures of every page of the dashboard in light, dark and phone width, in
// .cache/screenshots, and those of the docs, which need the demo of npm start, in docs/pictures.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { ensureInstalled, root } from "./ensure-installed.js";

const folder = `${root}.cache/screenshots`;

ensureInstalled();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [`${root}node_modules/vitest/vitest.mjs`, "run", "packages/dashboard/test/", "/test/pages/"],
  { cwd: root, stdio: "inherit", env: { ...process.env, DASHBOARD_SCREENSHOTS: folder } },
);
console.log(`the pictures are in ${folder}, those of the docs in ${root}docs/pictures`);
process.exit(status ?? 1);
