/** Lanes by id: those that are there, and those that had turns lately and were forgotten since. */
import type { Queryable } from "../../database/database.ts";
import type { PlacedLane } from "./fair-shares.ts";
import type { LaneRow } from "../queues/queues.sql.ts";
import { selectLeafNames, type LeafNameRow, type WindowRow } from "./window.sql.ts";

export type KnownLane = PlacedLane & {
  /** 1 tenant, 2 group, 3 leaf. */
  readonly level: number;
  readonly name: string;
  readonly tenant: string;
  readonly group: string | undefined;
  /** Of the group that it is or is in. */
  readonly pathPriority: number;
  readonly cost: number;
  readonly isAwake: boolean;
  readonly isLimited: boolean;
};

const TENANT = 1;
const GROUP = 2;
const LEAF = 3;

export async function knownLanes(
  on: Queryable,
  lanes: readonly LaneRow[],
  window: readonly WindowRow[],
): Promise<ReadonlyMap<bigint, KnownLane>> {
  const known = new Map(lanes.map((row) => [row.lane_id, fromRow(row)]));
  const taskOf = new Map(window.flatMap(({ leaves, task_ids: ids }) => leaves.map((leaf, nth) => [leaf, ids[nth]])));
  const unknown = [...taskOf].flatMap(([leaf, taskId]) => (known.has(leaf) || taskId === undefined ? [] : [taskId]));
  const names = unknown.length === 0 ? [] : await on.query(selectLeafNames(unknown));
  for (const row of names) for (const lane of fromNames(row)) if (!known.has(lane.id)) known.set(lane.id, lane);
  return known;
}

function fromRow(row: LaneRow): KnownLane {
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

/** A lane that was forgotten had nothing set, but for a leaf, which had what its task brought. */
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
