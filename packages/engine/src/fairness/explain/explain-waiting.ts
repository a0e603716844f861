/** Says of a waiting chunk who goes before it and what holds it back, by running the model on a snapshot. */
import type { Queryable } from "../../database/database.ts";
import { laneId } from "../../tasks/lanes/lane-id.ts";
import { readLaneState } from "../audit/entry/lane-state.ts";
import { readChange } from "../audit/entry/read-change.ts";
import { FairTree } from "../fair-tree.ts";
import { parentOf, type LaneChange } from "../lane.ts";
import type { FoundChunk } from "./explain-chunk.ts";
import * as rows from "./explain.sql.ts";
import { foresee, TURNS_AHEAD_MAX, type TurnsAhead } from "./foresee.ts";
import { findObstacles, liftLimits, type NamedLane, type Obstacle } from "./obstacles.ts";
import { WaitingChunks } from "./waiting-chunks.ts";

export type Waiting = {
  /** What must end before the chunk can have its turn; empty when only others go first. */
  readonly obstacles: readonly Obstacle[];
  /** Who goes first, as things stand, and once the obstacles are gone. */
  readonly ahead: TurnsAhead;
  /** The chunk is further away than the model looks: `ahead` is only the beginning. */
  readonly isBeyond: boolean;
};

/** No more lanes than these are read; with more, who goes first is not known to the end. */
const LANES_MAX = 100_000;
const CHANGES_MAX = 1_000;

export async function explainWaiting(tx: Queryable, chunk: FoundChunk): Promise<Waiting> {
  const nowUs = BigInt(chunk.now.getTime()) * 1_000n;
  const path = pathOf(chunk);
  const { growTree, isWhole } = await loadTree(tx, { queue: chunk.queue, path, nowUs });
  const waiting = await loadWaiting(tx, chunk.queue, nowUs);
  const before = await countBefore(tx, chunk);
  const own = { tenant: chunk.tenant_lane, group: chunk.group_lane, leaf: chunk.leaf_lane };

  const tree = growTree();
  const first = await foresee({ tree, waiting, own, before, nowUs });
  if (first.end !== "stuck")
    return { obstacles: [], ahead: first.ahead, isBeyond: !isWhole || first.end === "too far" };

  const obstacles = findObstacles(tree, path, nowUs);
  const lifted = growTree();
  liftLimits(lifted, path);
  waiting.restart();
  const second = await foresee({ tree: lifted, waiting, own, before, nowUs });
  return { obstacles, ahead: second.ahead, isBeyond: !isWhole || second.end === "too far" };
}

function pathOf(chunk: FoundChunk): NamedLane[] {
  const leafName = chunk.is_job ? chunk.type : (chunk.task_key ?? String(chunk.task_id));
  return [
    { id: laneId(chunk.queue), name: chunk.queue },
    { id: chunk.tenant_lane, name: chunk.tenant },
    { id: chunk.group_lane, name: chunk.group_name },
    { id: chunk.leaf_lane, name: leafName },
  ];
}

/** The lanes as the next claim will see them. Each call gives a tree of its own. */
async function loadTree(
  tx: Queryable,
  { queue, path, nowUs }: { queue: string; path: readonly NamedLane[]; nowUs: bigint },
): Promise<{ growTree: () => FairTree; isWhole: boolean }> {
  const root = laneId(queue);
  const [moment = { moment: 0n, clock: 0n }] = await tx.query(rows.selectMoment(queue));
  const told = await tx.query(rows.selectChanges({ queue, nowUs, limit: CHANGES_MAX }));
  const changes = told.map(({ change }) => readChange(change).change);
  const named = [...path.map(({ id }) => id), ...changes.flatMap(lanesOf)];
  const states = await tx.query(rows.selectLanes({ queue, lanes: named, limit: LANES_MAX }));
  const growTree = (): FairTree => {
    const lanes = states.map(({ state }) => readLaneState(state));
    const clocks = [[root, moment.clock] as const, ...lanes.flatMap((lane) => lane.clocks)];
    const tree = FairTree.restore({ root, moment: moment.moment, lanes: lanes.map(({ lane }) => lane), clocks });
    tree.apply(changes);
    return tree;
  };
  return { growTree, isWhole: states.length < LANES_MAX };
}

/** The lanes that a change may touch or wake. */
function lanesOf(change: LaneChange): bigint[] {
  switch (change.kind) {
    case "ARRIVED":
    case "RELEASED":
      return [change.tenant, change.group, change.leaf];
    case "SET":
      return [change.lane, parentOf(change.set)];
    case "RESTED":
    case "FORGOTTEN":
      return [change.lane];
    case "CHECKPOINT":
      return [];
  }
}

async function loadWaiting(tx: Queryable, queue: string, nowUs: bigint): Promise<WaitingChunks> {
  const extra = await tx.query(rows.selectExtraChunks({ queue, nowUs, limit: CHANGES_MAX }));
  return new WaitingChunks(tx, new Map(extra.map(({ leaf, extra: chunks }) => [leaf, chunks])));
}

async function countBefore(tx: Queryable, { leaf_lane: leaf, position, task_id: taskId }: FoundChunk): Promise<number> {
  const [row] = await tx.query(rows.countBefore({ leaf, position, taskId, limit: TURNS_AHEAD_MAX }));
  return row?.chunks ?? 0;
}
