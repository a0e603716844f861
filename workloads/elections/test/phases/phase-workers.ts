/** Starts worker processes of elections, and kills them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { World } from "../life/world.ts";
import { WAIT } from "./toy-phases.ts";

export type PhaseWorker = {
  readonly process: ChildProcess;
  /** What it logged. */
  readonly log: () => string;
  readonly ended: Promise<unknown[]>;
};

export type WorkerSettings = {
  readonly secretsKey: string;
  readonly rabbitmqUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
};

const SCRIPT = compiledPath(new URL("phase-worker.ts", import.meta.url));

/** Returns when it takes work. It is ended with the test. */
export async function startWorker({ database }: World, settings: WorkerSettings): Promise<PhaseWorker> {
  const env = {
    ...process.env,
    ROTA_DATABASE_URL: process.env["ROTA_TEST_POSTGRES_URL"],
    ROTA_SCHEMA: database.schema,
    ROTA_DATABASE_POOL_SIZE: "4",
    ROTA_SECRETS_KEY: settings.secretsKey,
    ROTA_RABBITMQ_URL: settings.rabbitmqUrl ?? "",
    ROTA_REDIS_URL: settings.redisUrl ?? "",
  };
  const child = spawn(process.execPath, [SCRIPT], { stdio: ["ignore", "pipe", "pipe"], env });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let log = "";
  let isReady = false;
  child.stderr.on("data", (data) => (log += String(data)));
  createInterface({ input: child.stdout }).on("line", (line) => (isReady ||= line === "ready"));
  await vi.waitUntil(() => isReady || child.exitCode !== null, WAIT);
  if (!isReady) throw new Error(`a worker ended before it was ready: ${log}`);
  return { process: child, log: () => log, ended };
}
