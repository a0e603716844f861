/** `rota work`: runs tasks of the workloads and of yours in worker processes, and starts another process when one dies. */
import { createShutdown, isRotaError } from "@rota/engine";
import { createSupervisor, startWorkerProcess } from "@rota/engine/supervision";
import type { CommandSpec } from "../../command/command-spec.ts";
import { wholeFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { sayReady } from "./run-until-stopped.ts";

const PROCESSES_MAX = 1_000;
/** What a supervisor takes to kill those that did not stop in time. */
const KILL_MS = 5_000;

/** `rota work` and the processes that it starts take the same words. */
const FLAGS = [
  { flag: "--tasks <module>", sentence: "a module that exports tasks of yours, by name or in a default array" },
  { flag: "--processes <count>", sentence: "how many worker processes run", default: "1" },
];

export const workCommand: CommandSpec = {
  name: "work",
  sentence: "run tasks in worker processes until Ctrl-C; another process is started when one dies",
  flags: FLAGS,
  examples: ["rota work --tasks tasks.mjs --processes 2"],
  run: work,
};

export const workProcessCommand: CommandSpec = {
  name: "work-process",
  sentence: "one process of rota work, which starts it",
  flags: FLAGS,
  examples: ["rota work-process --tasks tasks.mjs"],
  isHidden: true,
  // Loaded by this process only: the other commands start sooner.
  run: async (context) => (await import("./work-process.ts")).workProcess(context),
};

async function work(context: CommandContext): Promise<void> {
  const { reading, logger } = context;
  const { shutdownGraceMs } = reading.config;
  const count = wholeFlag(context, "processes", { min: 1, max: PROCESSES_MAX }) ?? 1;
  const supervisor = createSupervisor({ start: startProcess, count, logger });
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
  sayReady(context, { processes: count }, []);
  await new Promise((resolve) => shutdown.signal.addEventListener("abort", resolve));
}

/** The same command line, with another command: the process reads the same configuration. */
function startProcess(): ReturnType<typeof startWorkerProcess> {
  const [, script = "", , ...words] = process.argv;
  return startWorkerProcess([...process.execArgv, script, "work-process", ...words]);
}
