/** A worker in its own process: reports the start of a job and holds the job until it is killed or released. */
import type { ChildProcess } from "node:child_process";
import { forkBench, killBench } from "../harness/fork-bench.ts";

/** Messages from the worker, and messages to it. */
export type FromWorker = "ready" | "runs";
export type ToWorker = "finish" | "hold";

export type WorkerProcess = {
  /** Resolves when the worker starts a job, with the time. */
  nextRun(): Promise<number>;
  /** Releases the current job, or holds jobs again from the next one on. */
  send(message: ToWorker): void;
  kill(): Promise<void>;
};

export async function startWorkerProcess(url: string, words: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child = forkBench(url, words);
  let listeners: ((atMs: number) => void)[] = [];
  await untilReady(child);
  child.on("message", () => {
    const waiting = listeners;
    listeners = [];
    for (const resolve of waiting) resolve(performance.now());
  });
  return {
    nextRun: () => new Promise((resolve) => listeners.push(resolve)),
    send: (message) => void child.send(message),
    kill: () => killBench(child),
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`a worker ended with code ${String(code)} before it was ready`)));
  });
}
