// npm start: sets up what is missing, then runs the product from its sources, with a demonstration unless told otherwise.
import { spawn } from "node:child_process";
import { ensureDashboard } from "./ensure-dashboard.js";
import { ensureInstalled, root } from "./ensure-installed.js";

ensureInstalled();
ensureDashboard();
const words = ["serve", "--demo", ...process.argv.slice(2)]; // a later --no-demo wins
const rota = spawn(
  process.execPath,
  ["--conditions=rota-source", "--import", "tsx", `${root}packages/cli/src/bin.ts`, ...words],
  { cwd: root, stdio: "inherit" },
);
// The terminal sends Ctrl-C to both; the child stops in order and this process waits for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => rota.kill(/** @type {NodeJS.Signals} */ (signal)));
rota.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
