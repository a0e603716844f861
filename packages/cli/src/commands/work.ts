/** `rota work --tasks <module>`: runs tasks in worker processes, and starts another process when one dies. */
import { createShutdown, isRotaError, RotaError } from "@rota/engine";
import { createSupervisor, startWorkerProcess } from "@rota/engine/supervision";
import type { CommandContext } from "../with-config.ts";

export const PROCESSES_MAX = 1_000;
/** What a supervisor takes to kill those that did not stop in time. */
const KILL_MS = 5_000;

export async function work({ reading, logger, flags }: CommandContext): Promise<void> {
  const { shutdownGraceMs } = reading.config;
  const supervisor = createSupervisor({ start: startProcess, count: readCount(flags["processes"]), logger });
  const shutdown = createShutdown({ logger, graceMs: shutdownGraceMs + KILL_MS });
  shutdown.onStop("worker processes", () => supervisor.stop(shutdownGraceMs));
  process.on("exit", () => supervisor.kill()); // also at the second Ctrl-C
  try {
    await supervisor.start();
  } catch (error) {
    await shutdown.stop();
    const exitCode = isRotaError(error, "WORKER_START_FAILED") ? error.details["exitCode"] : undefined;
    if (typeof exitCode !== "number") throw error;
    process.exitCode = exitCode; // the process has said itself what was wrong
    return;
  }
  if (shutdown.signal.aborted) return;
  console.log("ready; Ctrl-C stops it");
  await new Promise((resolve) => shutdown.signal.addEventListener("abort", resolve));
}

/** The same command line, with another command: the process reads the same configuration. */
function startProcess(): ReturnType<typeof startWorkerProcess> {
  const [, script = "", , ...words] = process.argv;
  return startWorkerProcess([...process.execArgv, script, "work-process", ...words]);
}

function readCount(given: unknown): number {
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= PROCESSES_MAX) return count;
  const message = `--processes ${String(given)}: give a whole number from 1 to ${String(PROCESSES_MAX)}`;
  throw new RotaError("COMMAND_INVALID", message);
}
