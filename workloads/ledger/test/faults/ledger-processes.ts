/** Starts, holds, kills and restarts the process of the story of faults. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { Order, ProcessSettings, Report } from "./ledger-process.ts";

const SCRIPT = compiledPath(new URL("ledger-process.ts", import.meta.url));
const WAIT = { timeout: 120_000, interval: 5 };
/** Environment without the ROTA_ variables, which configure the test and must not configure the engine. */
const WITHOUT_OPTIONS = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));

export type LedgerProcess = {
  /** Holds the next work that reaches the point. */
  hold(point: number): void;
  /** Returns when the process is held at the point. */
  untilHeld(): Promise<void>;
  letGo(): void;
  /** Sends SIGKILL and returns when the process has exited. */
  kill(): Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
};

export async function startLedgerProcess(settings: ProcessSettings): Promise<LedgerProcess> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: WITHOUT_OPTIONS,
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  let said = "";
  let heldTimes = 0;
  let isReady = false;
  child.stderr?.on("data", (data) => (said = `${said}${String(data)}`.slice(-4_000)));
  child.on("message", (report: Report) => {
    if (report === "ready") isReady = true;
    else heldTimes++;
  });
  await vi.waitUntil(() => isReady || child.exitCode !== null, WAIT);
  if (!isReady) throw new Error(`the process of the ledger did not start: ${said}`);
  return {
    hold: (point) => order(child, { hold: point }),
    async untilHeld() {
      await vi.waitUntil(() => heldTimes > 0, WAIT);
      heldTimes = 0;
    },
    letGo: () => order(child, "go"),
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    async stop() {
      order(child, "stop");
      await closed;
      if (child.exitCode !== 0) throw new Error(`the process of the ledger failed: ${said}`);
    },
  };
}

function order(child: ChildProcess, given: Order): void {
  child.send(given);
}
