/** Measures how far apart the lanes of a queue are at this moment, for a gauge. */
import type { Queryable } from "../../database/database.ts";
import { selectSpread } from "./explain.sql.ts";

/**
 * By level, the largest distance between two siblings that share turns now, in turns of cost 1 at weight 1: how much
 * one is ahead of the other in cost dispatched by weight. With costs of 1 and equal weights of 1 it is 0 or 1; in
 * general at most the largest cost by the smallest weight. A level at which nobody waits is 0.
 */
export type FairnessSpread = { readonly tenant: number; readonly group: number; readonly task: number };

/** One statement along an index; touches only lanes that are awake. */
export async function fairnessSpread(on: Queryable, queue: string): Promise<FairnessSpread> {
  const spreads = new Map((await on.query(selectSpread(queue))).map(({ level, spread }) => [level, spread]));
  return { tenant: spreads.get(1) ?? 0, group: spreads.get(2) ?? 0, task: spreads.get(3) ?? 0 };
}
