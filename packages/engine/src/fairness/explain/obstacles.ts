/** Finds which limits of a chunk's own lanes keep it from its turn, and lifts them in the model. Pure. */
import type { FairTree } from "../fair-tree.ts";
import { roomOf, type Lane } from "../lane.ts";

export type Level = "queue" | "tenant" | "group" | "task";

export type Obstacle =
  | { readonly kind: "PAUSED"; readonly level: Level; readonly name: string }
  | { readonly kind: "CAPPED"; readonly level: Level; readonly name: string; readonly maxInFlight: number }
  | { readonly kind: "RATE_LIMITED"; readonly level: Level; readonly name: string; readonly until: Date };

const LEVELS = ["queue", "tenant", "group", "task"] as const;

/** From the queue down to the leaf. */
export type NamedLane = { readonly id: bigint; readonly name: string };

export function findObstacles(tree: FairTree, path: readonly NamedLane[], nowUs: bigint): Obstacle[] {
  return path.flatMap(({ id, name }) => {
    const lane = tree.lanes.get(id);
    const level = LEVELS[lane?.level ?? 0] ?? "task";
    return lane === undefined ? [] : obstaclesOf(lane, { level, name }, nowUs);
  });
}

/** The chunk's lanes as if nothing held them back: who goes first once that is so. */
export function liftLimits(tree: FairTree, path: readonly NamedLane[]): void {
  const lanes = path.flatMap(({ id }) => tree.lanes.get(id) ?? []).reverse();
  const settings = { isPaused: false, maxInFlight: null, rateUs: null };
  tree.apply(lanes.map(({ id, set, level }) => ({ kind: "SET" as const, lane: id, set, level, settings })));
}

function obstaclesOf(lane: Lane, place: { level: Level; name: string }, nowUs: bigint): Obstacle[] {
  const found: Obstacle[] = [];
  const { isPaused, maxInFlight, inFlight } = lane;
  if (isPaused) found.push({ kind: "PAUSED", ...place });
  if (maxInFlight !== undefined && inFlight >= maxInFlight) found.push({ kind: "CAPPED", ...place, maxInFlight });
  const until = rateUntilUs(lane, nowUs);
  if (until !== undefined) found.push({ kind: "RATE_LIMITED", ...place, until: new Date(Number(until / 1_000n)) });
  return found;
}

function rateUntilUs(lane: Lane, nowUs: bigint): bigint | undefined {
  if (lane.wakesAtUs !== undefined) return lane.wakesAtUs;
  if (lane.rateUs === undefined || roomOf({ ...lane, isPaused: false, maxInFlight: undefined }, nowUs) > 0n)
    return undefined;
  return lane.rateAtUs - (lane.rateBurst - 1n) * lane.rateUs;
}
