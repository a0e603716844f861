/** Keeps a computing process within its memory and its lifetime, from a thread that no computation can block. */
import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { functionSource, MEMORY_WORDS } from "./compute-messages.ts";

/** For V8's young objects, compiled code and gaps, which come on top of what a computation holds. */
const ALLOWANCE_MB = 96;
const CHECK_MS = 50;

export function guardProcess({ memoryMbMax, startRss }: { memoryMbMax: number; startRss: number }): void {
  const bytesMax = startRss + (memoryMbMax + ALLOWANCE_MB) * 2 ** 20;
  const watched = { bytesMax, checkMs: CHECK_MS, parentPid: process.ppid, words: MEMORY_WORDS };
  new Worker(`${functionSource(watch)}(${JSON.stringify(watched)})`, { eval: true }).unref();

  process.on("disconnect", () => process.exit());
  // Sent to every process of a service that stops; this one is stopped by the pool, in order.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  offerToKernel();
}

type Watched = {
  readonly bytesMax: number;
  readonly checkMs: number;
  readonly parentPid: number;
  readonly words: string;
};

/** Runs in a thread of its own from its source, so it uses nothing from outside. */
function watch({ bytesMax, checkMs, parentPid, words }: Watched): void {
  const isWindows = process.platform === "win32";
  const end = () => process.kill(isWindows ? process.pid : -process.pid, "SIGKILL"); // with what it started itself
  const hasParentExited = () => {
    if (process.ppid !== parentPid) return true;
    if (!isWindows) return false;
    try {
      return !process.kill(parentPid, 0); // Windows keeps the number of a parent that exited
    } catch {
      return true;
    }
  };
  setInterval(() => {
    if (hasParentExited()) end();
    const rss = process.memoryUsage.rss();
    if (rss <= bytesMax) return;
    try {
      process.getBuiltinModule("node:fs").writeSync(2, `${words}: ${String(rss)} bytes\n`);
    } finally {
      end();
    }
  }, checkMs);
}

/** When a machine has no memory left, Linux is to end this process rather than the one that holds the leases. */
function offerToKernel(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // not Linux, or not allowed: the kernel then chooses by size
  }
}

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Twice: buffers whose owners the first one finalized are free after the second. */
export function collectGarbage(): void {
  if (!isCall(collect)) return;
  collect();
  collect();
}

function isCall(value: unknown): value is () => void {
  return typeof value === "function";
}
