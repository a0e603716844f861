/** Kills a worker that runs a job while another stands by, and times how long it takes until that one runs it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerProcess } from "./worker-process.ts";

export type Killing = {
  readonly start: () => Promise<WorkerProcess>;
  /** One job. */
  readonly submit: () => Promise<unknown>;
  readonly kills: number;
  /** The kill comes after a pause of up to this length, so that it meets every moment of what happens periodically. */
  readonly pauseMsMax: number;
  /** Then it is given up. */
  readonly waitMs: number;
};

/** For each kill how many milliseconds passed until the job ran again; undefined: it did not in time. */
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
      for (const other of others) other.tell("finish");
      await sleep(Math.random() * pauseMsMax);
      const again = Promise.race([...others.map((other) => other.nextRun()), sleep(waitMs, undefined, { ref: false })]);
      const killedMs = performance.now();
      await victim.kill();
      const ranMs = await again;
      times.push(ranMs === undefined ? undefined : ranMs - killedMs);
      for (const other of others) other.tell("hold");
      workers = times.length < kills ? [...others, await start()] : others;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
  return times;
}

/** Whoever runs the job. */
async function findVictim(workers: readonly WorkerProcess[], submit: () => Promise<unknown>): Promise<WorkerProcess> {
  const runs = workers.map(async (worker) => {
    await worker.nextRun();
    return worker;
  });
  await submit();
  return Promise.race(runs);
}
