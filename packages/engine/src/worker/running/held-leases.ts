/** Counts what is not settled under each lease, and lets a lease go with the last of it. */
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { LeasedChunk } from "../settle-chunks.ts";

/** Keeps leases alive while their chunks run. */
export type LeaseHolder = {
  readonly isWatched: boolean;
  hold(leaseToken: bigint, options: { readonly untilMs: number }): void;
  drop(leaseToken: bigint): void;
};

export type HeldLeases = {
  add(chunks: readonly TakenChunk[]): void;
  /** Renewed for so long from now on. */
  hold(chunks: readonly TakenChunk[], untilMs: number): void;
  settled(chunk: LeasedChunk): void;
};

export function createHeldLeases(holder: LeaseHolder): HeldLeases {
  const unsettled = new Map<bigint, number>();
  return {
    add(chunks) {
      for (const { leaseToken } of chunks) unsettled.set(leaseToken, (unsettled.get(leaseToken) ?? 0) + 1);
    },
    hold(chunks, untilMs) {
      for (const leaseToken of new Set(chunks.map((chunk) => chunk.leaseToken))) holder.hold(leaseToken, { untilMs });
    },
    settled({ leaseToken }) {
      const left = (unsettled.get(leaseToken) ?? 1) - 1;
      if (left > 0) unsettled.set(leaseToken, left);
      else if (unsettled.delete(leaseToken)) holder.drop(leaseToken);
    },
  };
}
