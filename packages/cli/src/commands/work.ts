/** Implements `rota work`, which supervises worker processes, and `rota dispatch`, which hands turns to RabbitMQ. */
import { isRotaError, RotaError, type TaskDefinition } from "@rota/engine";
import { createShutdown, loadParts, openDispatcher } from "@rota/engine/internal";
import { createSupervisor, startWorkerProcess } from "@rota/engine/supervision";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { migrateAll, openConfiguredDatabase } from "../compose.ts";
import { textFlag, wholeFlag } from "../flags.ts";
import { loadGivenTasks } from "../load-tasks.ts";
import { printReady, runUntilStopped } from "../run-until-stopped.ts";

const PROCESSES_MAX = 1_000;
/** Time that a supervisor needs to kill processes that did not stop in time. */
const KILL_MS = 5_000;

/** Flags of `rota work` and of the processes that it starts. */
const FLAGS = [
  {
    flag: "--tasks <module>",
    sentence:
      "the module that exports tasks of yours, by name or in a default array (default: tasks of rota.config.json)",
  },
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
  // Loaded by this process only, so that the other commands start faster.
  run: async (context) => (await import("./work-process.ts")).workProcess(context),
};

async function work(context: CommandContext): Promise<void> {
  const { reading, logger } = context;
  const { shutdownGraceMs } = reading.config;
  const count = wholeFlag(context, "processes", { min: 1, max: PROCESSES_MAX }) ?? 1;
  const supervisor = createSupervisor({ start: startProcess, count, logger });
  const shutdown = createShutdown({ logger, graceMs: shutdownGraceMs + KILL_MS });
  shutdown.onStop("worker processes", () => supervisor.stop(shutdownGraceMs));
  process.on("exit", () => supervisor.kill()); // also after a second Ctrl-C
  try {
    await supervisor.start();
  } catch (error) {
    await shutdown.stop();
    const exitCode = isRotaError(error, "WORKER_START_FAILED") ? error.details["exitCode"] : undefined;
    if (typeof exitCode !== "number") throw error;
    process.exitCode = exitCode; // the process has printed its own error
    return;
  }
  if (shutdown.signal.aborted) return;
  printReady(context, { processes: count }, []);
  await new Promise((resolve) => shutdown.signal.addEventListener("abort", resolve));
}

/** Starts a process with the same command line but another command, so that it reads the same configuration. */
function startProcess(): ReturnType<typeof startWorkerProcess> {
  const [, script = "", , ...words] = process.argv;
  return startWorkerProcess([...process.execArgv, script, "work-process", ...words]);
}

export const dispatchCommand: CommandSpec = {
  name: "dispatch",
  sentence: "hand turns of queues to RabbitMQ, in fair order, until Ctrl-C; workers run them",
  flags: [
    { flag: "--queues <names>", sentence: "the queues, separated by commas" },
    { flag: "--tasks <module>", sentence: "the module whose tasks say which queues there are" },
  ],
  examples: ["rota dispatch --queues tallies,decryptions --rabbitmq-url amqp://rota@mq.example.org"],
  run: dispatch,
};

async function dispatch(context: CommandContext): Promise<void> {
  const { config } = context.reading;
  if (config.rabbitmqUrl === undefined)
    throw new RotaError(
      "COMMAND_INVALID",
      "there is no broker to dispatch to: give --rabbitmq-url; without one workers take turns themselves",
    );
  const { queues, tasks } = await readQueues(context);
  await runUntilStopped(context, async (shutdown) => {
    const database = await openConfiguredDatabase(context);
    shutdown.onStop("database", () => database.close());
    if (shutdown.signal.aborted) return;
    await migrateAll(context, database);
    const dispatcher = await openDispatcher({ config, database, queues, tasks, logger: context.logger });
    shutdown.onStop("dispatcher", () => dispatcher.stop());
    dispatcher.start();
    printReady(context, { queues }, [`turns of ${queues.join(", ")} go to RabbitMQ`]);
  });
}

/** Reads the queues: the named ones with those of the module, otherwise also those of the workloads. */
async function readQueues(context: CommandContext): Promise<{ tasks: readonly TaskDefinition[]; queues: string[] }> {
  const named = (textFlag(context, "queues") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const given = await loadGivenTasks(context);
  const parts = named.length === 0 ? await loadParts(context.reading.workloads) : [];
  const tasks = [...given.tasks, ...parts.flatMap((part) => part.tasks)];
  return { tasks, queues: [...new Set([...named, ...tasks.map(({ queue }) => queue)])] };
}
