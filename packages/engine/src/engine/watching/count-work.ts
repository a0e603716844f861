/** Holds what is counted while an engine works. */
import type { RescuedLease } from "../../leases/rescue-leases.ts";
import { systemClock } from "../../runtime/clock.ts";
import { CallCounts } from "../../runtime/counting/call-counts.ts";
import type { Worker } from "../../worker/worker.ts";
import type { WorkCounts } from "./engine-counts.ts";

export type WorkTally = {
  readonly claims: CallCounts;
  readonly settles: CallCounts;
  readonly onRescued: (leases: readonly RescuedLease[]) => void;
  /** Rises with each attempt that ends, and again once its outcome is written. */
  readonly activity: (worker: Pick<Worker, "counts">) => number;
  read(worker: Pick<Worker, "counts">, slots: number): WorkCounts;
};

export function createWorkTally(): WorkTally {
  const claims = new CallCounts(systemClock);
  const settles = new CallCounts(systemClock);
  const rescued = { leases: 0, chunks: 0 };
  return {
    claims,
    settles,
    onRescued(leases) {
      rescued.leases += leases.filter(({ chunks }) => chunks > 0).length; // without any it may be the fence of a claim
      for (const { chunks } of leases) rescued.chunks += chunks;
    },
    activity: (worker) => {
      const { running, attempts } = worker.counts();
      const ended = attempts.flatMap(({ outcomes }) => Object.values(outcomes));
      const written = settles.read().durations.counts;
      return [...ended, ...written].reduce((sum, count) => sum + count, running);
    },
    read: (worker, slots) => ({
      slots,
      ...worker.counts(),
      claims: claims.read(),
      settles: settles.read(),
      rescued: { ...rescued },
    }),
  };
}
