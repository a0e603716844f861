// npm start: sets up what is missing, then runs the product from its sources, with the demo unless an option disables
// it.
import { spawn } from "node:child_process";
import { CLONE_WORKLOADS } from "./clone-workloads.js";
import { ensureDashboard } from "./ensure-dashboard.js";
import { ensureInstalled, root } from "./ensure-installed.js";

/** One Ctrl-C arrives several times: from the terminal, and from npm, which forwards it. */
const SAME_SIGNAL_MS = 1_000;

ensureInstalled();
ensureDashboard();
const words = ["serve", "--demo", "--workload-demos", ...process.argv.slice(2)]; // --empty, or a later --no-demo, wins
const rota = spawn(
  process.execPath,
  ["--conditions=rota-source", "--import", "tsx", `${root}packages/cli/src/bin.ts`, ...words],
  // In its own group it receives signals only from here: a second one would kill it before its orderly stop. The
  // channel notifies it when this process is killed.
  {
    env: { ROTA_WORKLOADS: CLONE_WORKLOADS, ...process.env },
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  },
);

let passedMs = Number.NEGATIVE_INFINITY;
/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  if (performance.now() - passedMs < SAME_SIGNAL_MS) return;
  passedMs = performance.now();
  rota.kill(signal);
}
process.on("SIGINT", () => passOn("SIGINT"));
process.on("SIGTERM", () => passOn("SIGTERM"));
process.on("SIGHUP", () => passOn("SIGTERM")); // the terminal was closed
rota.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
