/** Runs work in processes that are killed around each of their transactions, one after the other. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { WAIT } from "./steps.ts";
import type { World } from "./world.ts";

const SCRIPT = compiledPath(new URL("dying-worker.ts", import.meta.url));
const PROCESSES_MAX = 60;

/** Loses each transaction with one process, and then commits it in another that is killed after it. Returns the number of killed processes. */
export async function workAndDie({ database }: World, isDone: () => Promise<boolean>): Promise<number> {
  for (let deaths = 0; deaths < PROCESSES_MAX; deaths++) {
    if (await isDone()) return deaths;
    await untilDead(database.schema, deaths % 2 === 0 ? "before" : "after");
  }
  throw new Error(`not done after ${String(PROCESSES_MAX)} processes`);
}

/** Starts a process that is killed during a task. */
export async function dieAtWork({ database }: World): Promise<void> {
  await untilDead(database.schema, "meanwhile");
}

async function untilDead(schema: string, dies: "before" | "after" | "meanwhile"): Promise<void> {
  const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const child = spawn(process.execPath, [SCRIPT, url, schema, dies], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  await vi.waitUntil(() => child.exitCode !== null || child.signalCode !== null, WAIT);
  if (child.signalCode !== "SIGKILL") throw new Error(`a worker ended by itself: ${errors}`);
}

/** Starts a worker process and returns when it takes work. It stops with the test, and can be killed earlier. */
export async function startWorker({ database }: World) {
  const words = [SCRIPT, process.env["ROTA_TEST_POSTGRES_URL"] ?? "", database.schema, "never"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(createInterface({ input: child.stdout }), "line");
  return { kill: () => child.kill("SIGKILL"), ended };
}
