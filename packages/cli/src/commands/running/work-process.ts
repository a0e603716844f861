/** One worker process of `rota work`: loads the tasks and runs them until its supervisor asks it to end, or has gone. */
import { randomBytes } from "node:crypto";
import { createEngine } from "@rota/engine";
import { beSupervised } from "@rota/engine/supervision";
import { loadTasks } from "../../load-tasks.ts";
import type { CommandContext } from "../../command/with-config.ts";

const NAME_LENGTH_MAX = 190;

export async function workProcess({ reading, logger, flags }: CommandContext): Promise<void> {
  let stop = (): Promise<void> => Promise.resolve();
  const supervised = beSupervised(() => stop());
  const loaded = await loadTasks(String(flags["tasks"]));
  const engine = await createEngine({
    ...loaded,
    config: { ...reading.config, workerId: processName(reading) },
    logger,
  });
  stop = () => engine.stop();
  try {
    await engine.start();
  } catch (error) {
    await engine.stop();
    throw error;
  }
  logger.info({ tasks: loaded.tasks.map(({ name }) => name), pid: process.pid }, "a worker process takes work");
  supervised.ready();
}

/** A name that somebody chose is that of all processes of the command, one after the other: each needs its own. */
function processName({ config: { workerId }, sources }: CommandContext["reading"]): string {
  if (sources.workerId === "default") return workerId;
  return `${workerId.slice(0, NAME_LENGTH_MAX)}.${randomBytes(3).toString("hex")}`;
}
