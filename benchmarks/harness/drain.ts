/** A worker without handlers: claims chunks for its free slots and settles them, until none is left. */
import type { Database } from "@rota/engine";
import { completeChunks, takeTurns, type TakenChunk } from "@rota/engine/internal";
import { BENCH_QUEUE } from "./fill.sql.ts";

const LEASE_MS = 60_000;

export type DrainOptions = {
  readonly database: Database;
  /** Chunks that may run at once. */
  readonly slots: number;
  readonly way: DrainWay;
  /** Ends the loops early when it says so. */
  readonly isOver?: () => boolean;
  readonly onClaim?: (tookMs: number) => void;
};

/** Claims of one queue take turns, so it pays to do something else meanwhile: let another loop settle, or settle oneself. */
export type DrainWay = {
  /** Each claims its share of the slots. */
  readonly loops: number;
  /**
   * A loop settles what the previous claim gave while the next one runs, on a second connection. A slot is free when
   * its handler has returned: up to as many outcomes as there are slots wait to be settled. Otherwise it is free when
   * its chunk is settled.
   */
  readonly isSettledMeanwhile: boolean;
};

export function connectionsFor({ loops, isSettledMeanwhile }: DrainWay): number {
  return isSettledMeanwhile ? loops * 2 : loops;
}

/** How many chunks were settled. */
export async function drain(options: DrainOptions): Promise<number> {
  const { loops } = options.way;
  const limit = Math.floor(options.slots / loops);
  const counts = await Promise.all(Array.from({ length: loops }, () => runLoop(options, limit)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function runLoop(options: DrainOptions, limit: number): Promise<number> {
  let settling = Promise.resolve(0);
  for (let settled = 0; ;) {
    if (!options.way.isSettledMeanwhile) await settling;
    const chunks = await claim(options, limit);
    settled += await settling;
    settling = settle(options.database, chunks);
    if (chunks.length === 0 || options.isOver?.() === true) return settled + (await settling);
  }
}

async function claim({ database, onClaim }: DrainOptions, limit: number): Promise<TakenChunk[]> {
  const startedAt = performance.now();
  const chunks = await takeTurns(database, { queue: BENCH_QUEUE, limit, owner: "bench", leaseMs: LEASE_MS });
  onClaim?.(performance.now() - startedAt);
  return chunks;
}

async function settle(database: Database, chunks: readonly TakenChunk[]): Promise<number> {
  const settled = await completeChunks(database, chunks);
  if (settled.length < chunks.length) throw new Error(`${String(chunks.length - settled.length)} leases were lost`);
  return settled.length;
}
