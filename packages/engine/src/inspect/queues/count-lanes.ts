/** Counts the chunks that wait in lanes, each only so far that all together stay cheap. */
import type { Queryable } from "../../database/database.ts";
import { COUNTED_MAX, countedUpTo, type Count } from "../../progress/chunk-counts.ts";
import { countWaiting } from "./queues.sql.ts";

/** Chunks that are counted in all lanes together, at most; a lane is counted this far at least. */
const COUNTED_TOGETHER_MAX = 100_000;
const COUNTED_MIN = 20;

export async function countLanes(on: Queryable, leaves: readonly bigint[]): Promise<ReadonlyMap<bigint, Count>> {
  if (leaves.length === 0) return new Map();
  const share = Math.floor(COUNTED_TOGETHER_MAX / leaves.length);
  const most = Math.min(COUNTED_MAX, Math.max(COUNTED_MIN, share));
  const rows = await on.query(countWaiting({ leaves, limit: most + 1 }));
  return new Map(rows.map(({ leaf_lane: leaf, chunks }) => [leaf, countedUpTo(chunks, most)]));
}
