/** Runs one worker process of `rota work` until its supervisor stops it or exits; loaded by that process only. */
import { randomBytes } from "node:crypto";
import { type Config, createEngine, type Engine } from "@rota/engine";
import { beSupervised } from "@rota/engine/supervision";
import { createMetrics, type MetricsServer, serveMetrics } from "@rota/server/metrics";
import type { CommandContext } from "../command-spec.ts";
import { textFlag } from "../flags.ts";
import { loadAllTasks, workloadMigrations } from "../workloads.ts";

const NAME_LENGTH_MAX = 190;

export async function workProcess(context: CommandContext): Promise<void> {
  const { reading, logger } = context;
  let stop = (): Promise<void> => Promise.resolve();
  const supervised = beSupervised(() => stop());
  const loaded = await loadAllTasks(textFlag(context, "tasks"));
  const engine = await createEngine({
    ...loaded,
    migrations: await workloadMigrations(),
    // Webhooks are signed with secrets that only this key opens.
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
  logger.info({ tasks: loaded.tasks.map(({ name }) => name), pid: process.pid }, "a worker process takes work");
  supervised.ready();
}

/** Undefined: nobody asked for it. Of this process only: the server tells how everything stands. */
async function showMetrics(engine: Engine, config: Config): Promise<MetricsServer | undefined> {
  const { metricsHost: host, metricsPort: port } = config;
  return port === 0 ? undefined : serveMetrics(createMetrics({ engine, withSystem: false }), { host, port });
}

/** A name that somebody chose is that of all processes of the command, one after the other: each needs its own. */
function processName({ config: { workerId }, sources }: CommandContext["reading"]): string {
  if (sources.workerId === "default") return workerId;
  return `${workerId.slice(0, NAME_LENGTH_MAX)}.${randomBytes(3).toString("hex")}`;
}
