/** Produces jobs while workers run: as fast as they are taken, or at a fixed rate. */
import { systemClock } from "@rota/engine/internal";
import { median, percentile } from "../harness/statistics.ts";
import { startStopwatch, type Elapsed } from "../harness/stopwatch.ts";
import type { LiveJob, LiveOptions, LiveSystem } from "./live-system.ts";

const TENANTS = 10;
const JOBS_A_CALL = 100;
/** Maximum number of waiting jobs before the producer pauses. */
const AHEAD_MAX = 5_000;

export type LiveAmounts = {
  readonly jobs: number;
  readonly concurrency: number;
  readonly pacedJobs: number;
  readonly pacedPerSecond: number;
};

export type LiveMeasures = Elapsed & {
  /** Wait from the call of submit to the first line of the handler, at the fixed rate. */
  readonly waitP50: number;
  readonly waitP99: number;
};

export async function produceAndWork(
  open: (options: LiveOptions) => Promise<LiveSystem>,
  amounts: LiveAmounts,
  serverPid: number,
): Promise<LiveMeasures> {
  const waits: number[] = [];
  let wake = () => {};
  const system = await open({
    concurrency: amounts.concurrency,
    run({ sentMs }) {
      waits.push(performance.now() - sentMs);
      wake();
    },
  });
  const untilRan = async (count: number) => {
    while (waits.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  try {
    await system.submit(newJobs(JOBS_A_CALL)); // warms up
    await untilRan(JOBS_A_CALL);
    const stop = startStopwatch(serverPid);
    for (let sent = 0; sent < amounts.jobs; sent += JOBS_A_CALL) {
      await untilRan(JOBS_A_CALL + sent - AHEAD_MAX);
      await system.submit(newJobs(Math.min(JOBS_A_CALL, amounts.jobs - sent)));
    }
    await untilRan(JOBS_A_CALL + amounts.jobs);
    const elapsed = stop(amounts.jobs);
    const before = waits.length;
    await producePaced(system, amounts);
    await untilRan(before + amounts.pacedJobs);
    const paced = waits.slice(before);
    return { ...elapsed, waitP50: median(paced), waitP99: percentile(paced, 0.99) };
  } finally {
    await system.close();
  }
}

/** Makes one call for each job and keeps the rate whether or not the calls have returned. */
async function producePaced(system: LiveSystem, { pacedJobs, pacedPerSecond }: LiveAmounts): Promise<void> {
  const startedMs = performance.now();
  const calls: Promise<void>[] = [];
  while (calls.length < pacedJobs) {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * pacedPerSecond);
    while (calls.length < Math.min(due, pacedJobs)) calls.push(system.submit(newJobs(1)));
    await systemClock.wait(1);
  }
  await Promise.all(calls);
}

function newJobs(count: number): LiveJob[] {
  const sentMs = performance.now();
  return Array.from({ length: count }, (_, index) => ({ tenant: `t${String(index % TENANTS)}`, sentMs }));
}
