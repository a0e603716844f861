/** Runs one worker process of `rota work` until its supervisor stops it or exits; loaded by that process only. */
import { randomBytes } from "node:crypto";
import { type Config, createEngine, type Engine } from "@rota/engine";
import { loadParts } from "@rota/engine/internal";
import { beSupervised } from "@rota/engine/supervision";
import { createMetrics, type MetricsServer, serveMetrics } from "@rota/server/metrics";
import type { CommandContext } from "../command-spec.ts";
import { loadGivenTasks } from "../load-tasks.ts";

const NAME_LENGTH_MAX = 190;

export async function workProcess(context: CommandContext): Promise<void> {
  const { reading, logger } = context;
  let stop = (): Promise<void> => Promise.resolve();
  const supervised = beSupervised(() => stop());
  const { workloads } = reading;
  const loaded = await loadGivenTasks(context);
  await loadParts(workloads); // refused before anything is opened
  const engine = await createEngine({
    ...loaded,
    workloads,
    // Only this key decrypts the secrets that sign webhooks.
    webhooks: reading.config.secretsKey !== undefined,
    config: { ...reading.config, workerId: processName(reading) },
    logger,
  });
  stop = () => engine.stop();
  try {
    await engine.start();
    const served = await showMetrics(engine, reading.config);
    if (served !== undefined) {
      logger.info({ url: served.url }, "metrics are told here");
      stop = () => Promise.all([served.close(), engine.stop()]).then(() => undefined);
    }
  } catch (error) {
    await engine.stop();
    throw error;
  }
  if (engine.tasks.length === 0)
    logger.warn({}, "there are no tasks to run: name a module with --tasks, or with tasks in rota.config.json");
  logger.info({ tasks: engine.tasks.map(({ name }) => name), pid: process.pid }, "a worker process takes work");
  supervised.ready();
}

/** Serves the metrics of this process only, if a port is configured. The server exposes those of the whole system. */
async function showMetrics(engine: Engine, config: Config): Promise<MetricsServer | undefined> {
  const { metricsHost: host, metricsPort: port } = config;
  return port === 0 ? undefined : serveMetrics(createMetrics({ engine, withSystem: false }), { host, port });
}

/**
 * Returns the name of this process. A configured name is shared by all processes of the command, so each adds a suffix.
 */
function processName({ config: { workerId }, sources }: CommandContext["reading"]): string {
  if (sources.workerId === "default") return workerId;
  return `${workerId.slice(0, NAME_LENGTH_MAX)}.${randomBytes(3).toString("hex")}`;
}
