/** Stops the server of a cluster and returns when it is gone. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { RotaError } from "../../../errors.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import type { ServerAccount } from "../server-account.ts";
import { findRunningServer, isServerOf } from "./postmaster-pid.ts";
import { runBinary } from "./run-binary.ts";

/** "fast" ends sessions and writes everything out; "immediate" leaves that to recovery, and loses no commit either. */
const FAST_MAX_MS = 60_000;
const IMMEDIATE_MAX_MS = 10_000;
const LOOK_AGAIN_MS = 15;

export type StopOptions = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
};

/** Call it under the lock of the folder. Does nothing when no server runs. */
export async function stopServer(options: StopOptions): Promise<void> {
  const { clusterDir } = options;
  const server = await findRunningServer(clusterDir);
  if (server === undefined) return;
  await tell(options, server.pid, "fast");
  if (await isGone(server.pid, clusterDir, FAST_MAX_MS)) return;
  await tell(options, server.pid, "immediate");
  if (await isGone(server.pid, clusterDir, IMMEDIATE_MAX_MS)) return;
  const message = `PostgreSQL (process ${String(server.pid)}) on ${clusterDir} does not stop; end it with "kill -9 ${String(server.pid)}": its next start recovers`;
  throw new RotaError("POSTGRES_STOP_FAILED", message, { pid: server.pid, cluster: clusterDir });
}

const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** Windows has no signals that PostgreSQL would hear; pg_ctl knows another way. */
async function tell(options: StopOptions, pid: number, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform !== "win32") {
    if (isServerOf(pid, options.clusterDir)) process.kill(pid, SIGNALS[mode]);
    return;
  }
  const { clusterDir, binaries, account } = options;
  const stop = ["stop", "-D", clusterDir, "-m", mode, "--no-wait"];
  const running = { binaries, account, cwd: clusterDir, output: "pipe", detached: false } as const;
  await once(runBinary({ ...running, program: "pg_ctl", arguments: stop }), "close");
}

async function isGone(pid: number, clusterDir: string, waitMaxMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMaxMs;
  while (isServerOf(pid, clusterDir)) {
    if (Date.now() >= deadline) return false;
    await sleep(LOOK_AGAIN_MS);
  }
  return true;
}
