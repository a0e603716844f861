/** Counts what is not settled under each lease, and lets a lease go with the last of it. */
import type { LeasedChunk } from "../settle-chunks.ts";

/** Keeps leases alive while their chunks run. */
export type LeaseHolder = {
  readonly isWatched: boolean;
  hold(leaseToken: bigint, options: { readonly untilMs: number }): void;
  drop(leaseToken: bigint): void;
};

export type HeldLeases = {
  add(chunks: readonly LeasedChunk[]): void;
  /** Renewed for so long from now on. */
  hold(chunks: readonly LeasedChunk[], untilMs: number): void;
  settled(chunks: readonly LeasedChunk[]): void;
};

export function createHeldLeases(holder: LeaseHolder): HeldLeases {
  const unsettled = new Map<bigint, number>();
  return {
    add(chunks) {
      for (const { leaseToken, count } of runsOf(chunks))
        unsettled.set(leaseToken, (unsettled.get(leaseToken) ?? 0) + count);
    },
    hold(chunks, untilMs) {
      for (const { leaseToken } of runsOf(chunks)) holder.hold(leaseToken, { untilMs });
    },
    settled(chunks) {
      for (const { leaseToken, count } of runsOf(chunks)) {
        const left = (unsettled.get(leaseToken) ?? count) - count;
        if (left > 0) unsettled.set(leaseToken, left);
        else if (unsettled.delete(leaseToken)) holder.drop(leaseToken);
      }
    },
  };
}

type Run = { readonly leaseToken: bigint; count: number };

/** Chunks of one claim share a lease and mostly come together: they are counted as one run. */
function runsOf(chunks: readonly LeasedChunk[]): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const { leaseToken } of chunks) {
    if (run?.leaseToken !== leaseToken) runs.push((run = { leaseToken, count: 0 }));
    run.count++;
  }
  return runs;
}
