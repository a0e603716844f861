/** Opens the systems that are then left idle: a worker or a server of ours, or a worker of a peer. */
import { Worker } from "bullmq";
import { createEngine, defineTask, loadConfig, silentLogger } from "@rota/engine";
import { createServer } from "@rota/server";
import { Logger, run } from "graphile-worker";
import { Redis } from "ioredis";
import PgBoss from "pg-boss";
import { startRedis } from "../../tools/services/redis-service.ts";
import type { BenchServer } from "../harness/bench-server.ts";

export type IdleSystem = {
  /** Process of the server that it uses, if that is not the PostgreSQL of the measurement. */
  readonly serverPid?: number;
  /** Counts the commands that this server has received. */
  readonly countCommands?: () => Promise<number>;
  close(): Promise<void>;
};

export type OpenIdle = (server: BenchServer) => Promise<IdleSystem>;

const noop = defineTask({ name: "bench.noop", run: () => undefined });

export const openIdleWorker: OpenIdle = async (server) => {
  const database = await server.open("idle_worker", { poolSize: 4 });
  const engine = await createEngine({ tasks: [noop], database, logger: silentLogger });
  await engine.start();
  return {
    async close() {
      await engine.stop();
      await database.close();
    },
  };
};

/** Runs like `rota serve --no-work`: the API and the tasks of the installation. */
export const openIdleServer: OpenIdle = async (server) => {
  const database = await server.open("idle_server", { poolSize: 4 });
  const { config } = await loadConfig({ env: {}, flags: { serverPort: 0 }, cwd: process.cwd() });
  const engine = await createEngine({ tasks: [noop], queues: [], database, logger: silentLogger });
  const http = await createServer({ engine, config, logger: silentLogger });
  await http.listen();
  await engine.start();
  return {
    async close() {
      await http.close();
      await engine.stop();
      await database.close();
    },
  };
};

export const openIdleGraphile: OpenIdle = async ({ url }) => {
  const logger = new Logger(() => () => undefined);
  const taskList = { noop: () => undefined };
  const runner = await run({ connectionString: url, logger, noHandleSignals: true, taskList });
  return { close: () => runner.stop() };
};

export const openIdleBoss: OpenIdle = async ({ url }) => {
  const boss = new PgBoss({ connectionString: url, schema: "idle_boss" });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("noop");
  await boss.work("noop", () => Promise.resolve());
  return { close: () => boss.stop({ graceful: false }) };
};

export const openIdleBullmq: OpenIdle = async () => {
  const redis = await startRedis();
  const [connection, asking] = [connect(redis.url), connect(redis.url)];
  const worker = new Worker("noop", () => Promise.resolve(), { connection });
  await worker.waitUntilReady();
  return {
    serverPid: redis.pid() ?? 0,
    countCommands: async () => Number(/total_commands_processed:(\d+)/.exec(await asking.info("stats"))?.[1]),
    async close() {
      await worker.close();
      for (const each of [connection, asking]) each.disconnect();
      await redis.dispose();
    },
  };
};

function connect(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null });
}
