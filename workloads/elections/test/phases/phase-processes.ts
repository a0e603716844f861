/** Starts processes of elections, workers and servers, that tests may kill. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { World } from "../life/world.ts";
import { WAIT } from "./toy-phases.ts";

export type PhaseProcess = {
  readonly process: ChildProcess;
  /** First line of output, which means that it is ready. */
  readonly said: string;
  /** Returns its log. */
  readonly log: () => string;
  readonly ended: Promise<unknown[]>;
};

export type ProcessSettings = {
  readonly secretsKey: string;
  readonly rabbitmqUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
};

const WORKER = compiledPath(new URL("phase-worker.ts", import.meta.url));
const SERVER = compiledPath(new URL("phase-server.ts", import.meta.url));

/** Starts a worker and returns when it accepts work. The end of the test stops it. */
export async function startWorker(world: World, settings: ProcessSettings): Promise<PhaseProcess> {
  return startProcess(WORKER, environmentOf(world, settings));
}

/** Starts a server and returns when it accepts requests; `said` is its address. The end of the test stops it. */
export async function startServer(world: World, settings: ProcessSettings): Promise<PhaseProcess> {
  const unlimited = { ROTA_SERVER_RATE_MAX: "1000000", ROTA_SERVER_STRANGER_RATE_MAX: "1000000" };
  return startProcess(SERVER, { ...environmentOf(world, settings), ROTA_SERVER_PORT: "0", ...unlimited });
}

/** Ends it with kill -9, and returns when it has exited. */
export async function killProcess({ process: victim, ended }: PhaseProcess): Promise<void> {
  victim.kill("SIGKILL");
  await ended;
}

function environmentOf({ database }: World, settings: ProcessSettings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ROTA_DATABASE_URL: process.env["ROTA_TEST_POSTGRES_URL"],
    ROTA_SCHEMA: database.schema,
    ROTA_DATABASE_POOL_SIZE: "4",
    ROTA_SECRETS_KEY: settings.secretsKey,
    ROTA_RABBITMQ_URL: settings.rabbitmqUrl ?? "",
    ROTA_REDIS_URL: settings.redisUrl ?? "",
  };
}

async function startProcess(script: string, env: NodeJS.ProcessEnv): Promise<PhaseProcess> {
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"], env });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let log = "";
  let said: string | undefined;
  child.stderr.on("data", (data) => (log += String(data)));
  createInterface({ input: child.stdout }).on("line", (line) => (said ??= line));
  await vi.waitUntil(() => said !== undefined || child.exitCode !== null, WAIT);
  if (said === undefined) throw new Error(`a process ended before it was ready: ${log}`);
  return { process: child, said, log: () => log, ended };
}
