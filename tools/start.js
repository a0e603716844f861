// npm start: sets up what is missing, then runs the product from its sources, with a scene and a demonstration unless told otherwise.
import { spawn } from "node:child_process";
import { ensureDashboard } from "./ensure-dashboard.js";
import { ensureInstalled, root } from "./ensure-installed.js";

/** One Ctrl-C comes several times: from the terminal, and from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;

ensureInstalled();
ensureDashboard();
const words = ["serve", "--demo", "--scene", ...process.argv.slice(2)]; // --empty, or a later --no-demo, wins
const rota = spawn(
  process.execPath,
  ["--conditions=rota-source", "--import", "tsx", `${root}packages/cli/src/bin.ts`, ...words],
  // In a group of its own it hears of a signal from here only: a second one would end it before it has stopped in order.
  // By the channel it hears when this process was killed.
  { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"], detached: process.platform !== "win32" },
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
process.on("SIGHUP", () => passOn("SIGTERM")); // the terminal has gone
rota.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
