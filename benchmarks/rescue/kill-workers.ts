/**
 * Kills a worker that runs a job while another worker is ready, and measures how long the other takes to run the job.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerProcess } from "./worker-process.ts";

export type Killing = {
  readonly start: () => Promise<WorkerProcess>;
  /** Submits one job. */
  readonly submit: () => Promise<unknown>;
  readonly kills: number;
  /** Maximum pause before the kill, so that kills hit every moment of periodic work. */
  readonly pauseMsMax: number;
  /** Time after which the wait ends without a result. */
  readonly waitMs: number;
};

/** Returns for each kill the milliseconds until the job ran again; undefined if it did not run in time. */
export async function killWorkers({
  start,
  submit,
  kills,
  pauseMsMax,
  waitMs,
}: Killing): Promise<(number | undefined)[]> {
  const times: (number | undefined)[] = [];
  let workers: readonly WorkerProcess[] = await Promise.all([start(), start()]);
  try {
    while (times.length < kills) {
      const victim = await findVictim(workers, submit);
      const others = workers.filter((worker) => worker !== victim);
      for (const other of others) other.send("finish");
      await sleep(Math.random() * pauseMsMax);
      const again = Promise.race([...others.map((other) => other.nextRun()), sleep(waitMs, undefined, { ref: false })]);
      const killedMs = performance.now();
      await victim.kill();
      const ranMs = await again;
      times.push(ranMs === undefined ? undefined : ranMs - killedMs);
      for (const other of others) other.send("hold");
      workers = times.length < kills ? [...others, await start()] : others;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
  return times;
}

/** Finds the worker that runs the job. */
async function findVictim(workers: readonly WorkerProcess[], submit: () => Promise<unknown>): Promise<WorkerProcess> {
  const runs = workers.map(async (worker) => {
    await worker.nextRun();
    return worker;
  });
  await submit();
  return Promise.race(runs);
}
