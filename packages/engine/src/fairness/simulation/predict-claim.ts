/** Plays one claim on the model: what it is told, whom it gives turns and whom it finds without work. */
import type { FairTree } from "../fair-tree.ts";
import type { Lane, LaneChange } from "../lane.ts";
import type { SimulatedChunk, World } from "./world.ts";

export type PredictedClaim = {
  readonly changes: readonly LaneChange[];
  readonly turns: readonly SimulatedChunk[];
  readonly emptied: readonly bigint[];
};

export type ClaimMoment = {
  readonly limit: number;
  readonly nowUs: bigint;
  /** Called between the turns, when the chunk has been taken. */
  readonly onTurn?: (chunk: SimulatedChunk) => void;
  readonly onAbsorbed?: () => void;
};

export function predictClaim(world: World, tree: FairTree, moment: ClaimMoment): PredictedClaim {
  const { limit, nowUs } = moment;
  const changes = world.absorb(nowUs, tree);
  tree.apply(changes);
  moment.onAbsorbed?.();
  const turns: SimulatedChunk[] = [];
  const emptied: bigint[] = [];
  while (turns.length < limit) {
    const leaf = tree.next(nowUs);
    if (leaf === undefined) break;
    const [chunk, following] = world.waitingIn(leaf.id);
    if (following === undefined) emptied.push(leaf.id);
    if (chunk === undefined) {
      tree.empty(leaf);
      continue;
    }
    world.take(chunk, slotsOf(tree, chunk));
    tree.take(leaf, { isLast: following === undefined, nowUs });
    turns.push(chunk);
    moment.onTurn?.(chunk);
  }
  return { changes, turns, emptied };
}

/** Where a chunk counts as in flight: bit 0 queue, 1 tenant, 2 group, 3 leaf. */
function slotsOf(tree: FairTree, { task }: SimulatedChunk): number {
  const path: (Lane | undefined)[] = [tree.root, task.tenant, task.group, task.leaf].map((id) => tree.lanes.get(id));
  return path.reduce((slots, lane, level) => (lane?.isCounted === true ? slots | (1 << level) : slots), 0);
}
