/** Serves elections over HTTP until it is killed, and runs no tasks. Settings are in the environment. */
import { createEngine, createLogger, loadConfig } from "@rota/engine";
import { createServer } from "@rota/server";
import elections from "../../src/workload.ts";

const logger = createLogger({ level: "warn", json: true });
const { config } = await loadConfig({ env: process.env, flags: {}, cwd: process.cwd() });
const engine = await createEngine({ workloads: [elections], queues: [], logger });
const server = await createServer({ engine, config, logger, workloads: [elections] });
await engine.start();
const { url } = await server.listen();
process.stdout.write(`${url}\n`);
