/** A worker in a process of its own: says when it begins a job, and holds it until it is killed or may finish. */
import type { ChildProcess } from "node:child_process";
import { forkBench, killBench } from "../harness/fork-bench.ts";

/** What a worker says, and what it is told. */
export type FromWorker = "ready" | "runs";
export type ToWorker = "finish" | "hold";

export type WorkerProcess = {
  /** Resolves when it begins a job, with the time. */
  nextRun(): Promise<number>;
  /** What it runs ends at once, or is held again from the next job on. */
  tell(message: ToWorker): void;
  kill(): Promise<void>;
};

export async function startWorkerProcess(url: string, words: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child = forkBench(url, words);
  let listeners: ((atMs: number) => void)[] = [];
  await untilReady(child);
  child.on("message", () => {
    const told = listeners;
    listeners = [];
    for (const tell of told) tell(performance.now());
  });
  return {
    nextRun: () => new Promise((resolve) => listeners.push(resolve)),
    tell: (message) => void child.send(message),
    kill: () => killBench(child),
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`a worker ended with code ${String(code)} before it was ready`)));
  });
}
