// npm start: sets up what is missing, then runs the product from its sources.
import { spawn } from "node:child_process";
import { ensureInstalled, root } from "./ensure-installed.js";

ensureInstalled();
const rota = spawn(
  process.execPath,
  ["--conditions=rota-source", "--import", "tsx", `${root}packages/cli/src/bin.ts`, "start", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
// The terminal sends Ctrl-C to both; the child stops in order and this process waits for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => rota.kill(/** @type {NodeJS.Signals} */ (signal)));
rota.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
