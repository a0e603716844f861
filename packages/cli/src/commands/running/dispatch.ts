/** `rota dispatch`: hands turns of queues to RabbitMQ, in fair order, and does nothing else. */
import { openDispatcher, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { openConfiguredDatabase } from "../../compose.ts";
import { loadTasks, type LoadedTasks } from "../../load-tasks.ts";
import { loadAllTasks, migrateAll } from "../../workloads.ts";
import { runUntilStopped, sayReady } from "./run-until-stopped.ts";

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
    await migrateAll(database);
    const dispatcher = await openDispatcher({ config, database, queues, tasks, logger: context.logger });
    shutdown.onStop("dispatcher", () => dispatcher.stop());
    dispatcher.start();
    sayReady(context, { queues }, [`turns of ${queues.join(", ")} go to RabbitMQ`]);
  });
}

/** Those that are named, with those of the module; else those of the workloads as well. */
async function readQueues(context: CommandContext): Promise<Pick<LoadedTasks, "tasks"> & { queues: string[] }> {
  const [names, module] = [textFlag(context, "queues"), textFlag(context, "tasks")];
  const named = (names ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const { tasks } = named.length === 0 ? await loadAllTasks(module) : await loadGiven(module);
  return { tasks, queues: [...new Set([...named, ...tasks.map(({ queue }) => queue)])] };
}

async function loadGiven(module: string | undefined): Promise<Pick<LoadedTasks, "tasks">> {
  return module === undefined ? { tasks: [] } : loadTasks(module);
}
