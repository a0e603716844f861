/** Compares the share that each lane had of a pool's newest turns with its entitlement. */
import type { Queryable } from "../database/database.ts";
import { fairnessSpread, type FairnessSpread } from "../fairness/measure-spread.ts";
import { FairShares, type PlacedLane } from "./fair-shares.ts";
import {
  type LeafNameRow,
  type QueueLaneRow,
  selectBounds,
  selectLanes,
  selectLeafNames,
  selectWindow,
  type WindowRow,
} from "./inspect-queues.sql.ts";
import { checkTurns, DEFAULT_TURNS, LEVELS, SCANNED_LANES_MAX, TURN_ENTRIES_MAX } from "./list-lanes.ts";
import type { LaneShare, QueueFairness } from "./list-queues.ts";

export const FAIRNESS_LANES_MAX = 500;

/** Query of `queueFairness`. */
export type FairnessListing = {
  readonly queue: string;
  /** Tenant whose lanes are listed; the turns of other tenants still count in the shares. Default: all tenants. */
  readonly tenant?: string | undefined;
  /** Number of the newest turns. Default 1,000, at most 10,000. */
  readonly turns?: number | undefined;
};

/**
 * Compares the newest turns of the lanes of a pool with those that were due to them.
 *
 * @example const { lanes, spread, bound } = await queueFairness(database, { queue: "default" });
 */
export async function queueFairness(on: Queryable, listing: FairnessListing): Promise<QueueFairness> {
  const { queue, tenant, turns = DEFAULT_TURNS } = listing;
  checkTurns(turns);
  const window = trim(await on.query(selectWindow({ queue, turns, entries: TURN_ENTRIES_MAX })), turns);
  const lanes = await on.query(selectLanes({ queue, tenant: null, scanMax: SCANNED_LANES_MAX }));
  const known = await knownLanes(on, lanes, window);
  const shares = shareOut(known, window);
  const listed = shares.filter((lane) => tenant === undefined || lane.tenant === tenant);
  return {
    pool: queue,
    queue,
    turns: window.reduce((sum, { leaves }) => sum + leaves.length, 0),
    from: window.find(({ leaves }) => leaves.length > 0)?.at,
    to: window.findLast(({ leaves }) => leaves.length > 0)?.at,
    lanes: listed.slice(0, FAIRNESS_LANES_MAX),
    isWhole: listed.length <= FAIRNESS_LANES_MAX && lanes.every((lane) => lane.is_whole),
    spread: await fairnessSpread(on, queue),
    bound: await currentBound(on, queue, costOf(window, known)),
  };
}

/** Drops the oldest turns of the oldest entry, so that no more than the requested number is left. */
function trim(window: readonly WindowRow[], turns: number): WindowRow[] {
  let left = turns;
  return [...window]
    .reverse()
    .map((entry) => {
      const counted = Math.min(left, entry.leaves.length);
      left -= counted;
      const from = entry.leaves.length - counted;
      return { ...entry, leaves: entry.leaves.slice(from), task_ids: entry.task_ids.slice(from) };
    })
    .reverse();
}

/** Replays the log entries to compute the turns and the entitlement of each lane. */
function shareOut(known: ReadonlyMap<bigint, KnownLane>, window: readonly WindowRow[]): LaneShare[] {
  const due = new FairShares();
  const had = new Map<bigint, { turns: number; cost: number }>();
  const byLevel = [...known.values()].sort(byLevelAndName);
  for (const lane of byLevel) due.add(lane);
  for (const id of workBefore(known, window)) due.join(id);
  let total = 0;
  for (const entry of window) {
    for (const id of entry.arrived) due.join(id);
    const left = countEach(entry.leaves);
    const emptied = new Set(entry.emptied);
    for (const id of entry.emptied) if (!left.has(id)) due.leave(id);
    for (const id of entry.leaves) {
      const leaf = known.get(id);
      due.join(id);
      due.addTurn(leaf?.cost ?? 1);
      total += leaf?.cost ?? 1;
      charge(had, known, leaf);
      const rest = (left.get(id) ?? 1) - 1;
      left.set(id, rest);
      if (rest === 0 && emptied.has(id)) due.leave(id);
    }
  }
  return byLevel.flatMap((lane) => {
    const { turns, cost } = had.get(lane.id) ?? { turns: 0, cost: 0 };
    const entitled = due.dueTo(lane.id);
    if (turns === 0 && entitled === 0) return [];
    return [shareOf(lane, { turns, share: cost / total, entitlement: entitled / total })];
  });
}

function byLevelAndName(a: KnownLane, b: KnownLane): number {
  if (a.level !== b.level) return a.level - b.level;
  const [first, second] = [a, b].map((lane) => [lane.tenant, lane.pathPriority, lane.group, lane.name].join("\n"));
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

/** Returns the leaves that had work before the first entry: those that the entries mention first without an arrival of work. */
function workBefore(known: ReadonlyMap<bigint, KnownLane>, window: readonly WindowRow[]): bigint[] {
  const first = new Map<bigint, "arrived" | "had work">();
  const mention = (id: bigint, how: "arrived" | "had work"): void => {
    if (!first.has(id)) first.set(id, how);
  };
  for (const { arrived, leaves, emptied } of window) {
    for (const id of arrived) mention(id, "arrived");
    for (const id of [...leaves, ...emptied]) mention(id, "had work");
  }
  return [...known.values()]
    .filter(
      ({ id, level, isAwake }) => level === LEVELS.length && (first.get(id) ?? (isAwake && "had work")) === "had work",
    )
    .map(({ id }) => id);
}

function countEach(ids: readonly bigint[]): Map<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function charge(
  had: Map<bigint, { turns: number; cost: number }>,
  known: ReadonlyMap<bigint, KnownLane>,
  leaf: KnownLane | undefined,
): void {
  const cost = leaf?.cost ?? 1;
  for (let lane = leaf; lane !== undefined; lane = lane.parent === undefined ? undefined : known.get(lane.parent)) {
    const before = had.get(lane.id) ?? { turns: 0, cost: 0 };
    had.set(lane.id, { turns: before.turns + 1, cost: before.cost + cost });
  }
}

function shareOf(lane: KnownLane, got: { turns: number; share: number; entitlement: number }): LaneShare {
  return {
    laneId: lane.id,
    parentId: lane.parent,
    level: LEVELS[lane.level - 1] ?? "task",
    name: lane.name,
    tenant: lane.tenant,
    group: lane.group,
    priority: lane.level === 1 ? undefined : lane.pathPriority,
    weight: lane.weight,
    isLimited: lane.isLimited,
    ...got,
  };
}

/** Returns the largest cost of the turns that were read. */
function costOf(window: readonly WindowRow[], known: ReadonlyMap<bigint, KnownLane>): number {
  return Math.max(1, ...new Set(window.flatMap(({ leaves }) => leaves.map((leaf) => known.get(leaf)?.cost ?? 1))));
}

/**
 * Computes the bound of the spread: the largest cost divided by the smallest weight; 0 for a level without awake lanes. A
 * tenant or a group may owe a turn of a leaf that sleeps by now, so the costs of the latest turns count there.
 */
async function currentBound(on: Queryable, queue: string, recentCost: number): Promise<FairnessSpread> {
  const bounds = new Map(
    (await on.query(selectBounds(queue))).map(({ level, weight, cost }) => [
      level,
      (level === LEAF ? cost : Math.max(cost, recentCost)) / weight,
    ]),
  );
  return { tenant: bounds.get(1) ?? 0, group: bounds.get(2) ?? 0, task: bounds.get(3) ?? 0 };
}

type KnownLane = PlacedLane & {
  /** Level: 1 tenant, 2 group, 3 leaf. */
  readonly level: number;
  readonly name: string;
  readonly tenant: string;
  readonly group: string | undefined;
  /** Priority of the group that the lane is or belongs to. */
  readonly pathPriority: number;
  readonly cost: number;
  readonly isAwake: boolean;
  readonly isLimited: boolean;
};

const TENANT = 1;
const GROUP = 2;
const LEAF = 3;

/** Returns lanes by id: the existing ones, and those of recent turns that were deleted since. */
async function knownLanes(
  on: Queryable,
  lanes: readonly QueueLaneRow[],
  window: readonly WindowRow[],
): Promise<ReadonlyMap<bigint, KnownLane>> {
  const known = new Map(lanes.map((row) => [row.lane_id, fromRow(row)]));
  const taskOf = new Map(window.flatMap(({ leaves, task_ids: ids }) => leaves.map((leaf, nth) => [leaf, ids[nth]])));
  const unknown = [...taskOf].flatMap(([leaf, taskId]) => (known.has(leaf) || taskId === undefined ? [] : [taskId]));
  const names = unknown.length === 0 ? [] : await on.query(selectLeafNames(unknown));
  for (const row of names) for (const lane of fromNames(row)) if (!known.has(lane.id)) known.set(lane.id, lane);
  return known;
}

function fromRow(row: QueueLaneRow): KnownLane {
  return {
    id: row.lane_id,
    parent: row.parent_id ?? undefined,
    level: row.level,
    priority: row.level === GROUP ? (row.priority ?? 0) : 0,
    pathPriority: row.priority ?? 0,
    weight: row.weight ?? 1,
    cost: row.cost ?? 1,
    name: row.name,
    tenant: row.tenant,
    group: row.group_name ?? undefined,
    isAwake: row.is_awake,
    isLimited: row.is_paused || row.max_in_flight !== null || row.rate_us !== null,
  };
}

/** Describes a deleted leaf and the lanes above it. They had no settings, except the weight and cost of the leaf's task. */
function fromNames(row: LeafNameRow): KnownLane[] {
  const { tenant_lane: tenantLane, group_lane: groupLane, leaf_lane: leafLane, tenant, group_name: group } = row;
  const shared = { tenant, pathPriority: row.priority, isAwake: false, isLimited: false };
  const plain = { ...shared, weight: 1, cost: 1, priority: 0 };
  return [
    { ...plain, id: tenantLane, parent: undefined, level: TENANT, name: tenant, group: undefined },
    { ...plain, id: groupLane, parent: tenantLane, level: GROUP, name: group, group, priority: row.priority },
    {
      ...{ ...plain, id: leafLane, parent: groupLane, level: LEAF, name: row.name, group },
      weight: row.weight,
      cost: row.cost,
    },
  ];
}
