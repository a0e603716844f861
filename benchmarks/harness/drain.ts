/** A worker without handlers: claims chunks for its free slots and settles them until none is left. */
import type { Database } from "@rota/engine";
import { completeChunks, takeTurns, type TakenChunk } from "@rota/engine/internal";
import { BENCH_QUEUE } from "./fill.sql.ts";

const LEASE_MS = 60_000;

export type DrainOptions = {
  readonly database: Database;
  /** Maximum number of chunks that run at once. */
  readonly slots: number;
  readonly way: DrainWay;
  /** Ends the loops early when it returns true. */
  readonly isOver?: () => boolean;
  readonly onClaim?: (tookMs: number) => void;
};

/**
 * How a worker uses the time of a claim: claims of one queue take turns, so another loop, or the same one, can settle
 * meanwhile.
 */
export type DrainWay = {
  /** Each loop claims its share of the slots. */
  readonly loops: number;
  /**
   * If true, a loop settles the chunks of the previous claim while the next claim runs, on a second connection. A slot
   * is free when its handler has returned; at most as many outcomes as slots wait to be settled. If false, a slot is
   * free when its chunk is settled.
   */
  readonly isSettledMeanwhile: boolean;
};

export function connectionsFor({ loops, isSettledMeanwhile }: DrainWay): number {
  return isSettledMeanwhile ? loops * 2 : loops;
}

/** Returns the number of settled chunks. */
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
