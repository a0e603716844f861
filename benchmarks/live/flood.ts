/**
 * Lets one tenant flood a queue and others submit a little after it, and measures how long these wait and how turns
 * were shared.
 */
import { systemClock } from "@rota/engine/internal";
import { median, percentile } from "../harness/statistics.ts";
import type { LiveJob, LiveOptions, LiveSystem } from "./live-system.ts";

const JOBS_A_CALL = 1_000;

export type FloodAmounts = {
  /** Jobs of the tenant that floods. With 0 the others are alone. */
  readonly flood: number;
  readonly quietTenants: number;
  /** Jobs of each quiet tenant. */
  readonly quietJobs: number;
  /** Time that a handler takes. */
  readonly workMs: number;
  readonly concurrency: number;
};

export type FloodMeasures = {
  /** Wait of the quiet tenants in milliseconds, from the call of submit to the first line of the handler. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /**
   * Jain's index of the jobs that each tenant got, from the last submission until the first quiet tenant is done: 1 is
   * even.
   */
  readonly jain: number;
};

export async function flood(
  open: (options: LiveOptions) => Promise<LiveSystem>,
  amounts: FloodAmounts,
): Promise<FloodMeasures> {
  const quiet = Array.from({ length: amounts.quietTenants }, (_, index) => `quiet-${String(index + 1)}`);
  const tally = createTally(quiet, amounts.quietJobs);
  const system = await open({
    concurrency: amounts.concurrency,
    run: (job) => {
      tally.began(job);
      return systemClock.wait(amounts.workMs);
    },
  });
  try {
    for (let sent = 0; sent < amounts.flood; sent += JOBS_A_CALL)
      await system.submit(jobsOf("noisy", Math.min(JOBS_A_CALL, amounts.flood - sent)));
    await Promise.all(quiet.map((tenant) => system.submit(jobsOf(tenant, amounts.quietJobs))));
    tally.beginCounting();
    return await tally.untilQuietIsDone(amounts.flood === 0 ? quiet : ["noisy", ...quiet]);
  } finally {
    await system.close();
  }
}

/** Returns 1 when all have the same, 1/n when one has everything. */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return squares === 0 ? Number.NaN : sum ** 2 / (shares.length * squares);
}

function createTally(quiet: readonly string[], quietJobs: number) {
  const counts = new Map<string, number>();
  const waits: number[] = [];
  let atBegin: ReadonlyMap<string, number> | undefined;
  let atFirstEnd: ReadonlyMap<string, number> | undefined;
  let reportDone = () => {};
  const done = new Promise<void>((resolve) => (reportDone = resolve));
  return {
    beginCounting: () => void (atBegin = new Map(counts)),
    began({ tenant, sentMs }: LiveJob): void {
      const count = (counts.get(tenant) ?? 0) + 1;
      counts.set(tenant, count);
      if (!quiet.includes(tenant)) return;
      waits.push(performance.now() - sentMs);
      if (count === quietJobs) atFirstEnd ??= new Map(counts);
      if (waits.length === quiet.length * quietJobs) reportDone();
    },
    async untilQuietIsDone(tenants: readonly string[]): Promise<FloodMeasures> {
      await done;
      const shares = tenants.map((tenant) => (atFirstEnd?.get(tenant) ?? 0) - (atBegin?.get(tenant) ?? 0));
      return {
        p50: median(waits),
        p99: percentile(waits, 0.99),
        worst: Math.max(...waits),
        jain: jainIndex(shares),
      };
    },
  };
}

function jobsOf(tenant: string, count: number): LiveJob[] {
  const sentMs = performance.now();
  return Array.from({ length: count }, () => ({ tenant, sentMs }));
}
