/** Lists the lanes of a queue as a tree, each with its share of the newest turns and its entitlement. */
import type { Queryable } from "../database/database.ts";
import { type Count, exactly } from "../progress/task-counts.ts";
import * as rows from "./inspect-queues.sql.ts";
import { countLanes, type LaneLimits, type LaneView, limitsOf, readName, sumOf } from "./list-queues.ts";
import { nextCursor, type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of lanes of all queues that are scanned, besides the awake ones. */
export const SCANNED_LANES_MAX = 20_000;
export const LEVELS = ["tenant", "group", "task"] as const;

export type LaneListing = PageQuery & {
  readonly queue: string;
  /** Number of the newest turns from which shares are computed. Default 1,000, at most 10,000. */
  readonly turns?: number | undefined;
};

export type LanePage = Page<LaneView> & {
  /** Whether all lanes were scanned; false: there are too many, but all awake ones are included. */
  readonly isWhole: boolean;
};

/** Lists the lanes of a queue by their paths of names, so that each lane follows the one above it. */
export async function listLanes(on: Queryable, listing: LaneListing): Promise<LanePage> {
  const limit = paging.limitOf(listing.limit);
  const { queue, tenant = null, turns = DEFAULT_TURNS } = listing;
  checkTurns(turns);
  const after = readPath(listing.after);
  const found = await on.query(rows.selectLanes({ queue, tenant, scanMax: SCANNED_LANES_MAX }));
  const sorted = found.map((row) => ({ row, path: pathOf(row) })).sort((a, b) => comparePaths(a.path, b.path));
  const page = sorted.filter(({ path }) => after === undefined || comparePaths(path, after) > 0).slice(0, limit);
  const facts = await gatherFacts(on, { queue, tenant, turns, found });
  const last = page.at(-1);
  const isMore = last !== undefined && last !== sorted.at(-1);
  return {
    items: page.map(({ row }) => viewLane(row, facts)),
    next: isMore ? writeCursor(...last.path) : undefined,
    isWhole: found.every((row) => row.is_whole),
  };
}

/** Limit that lanes of a pool share: that of a queue, or a named one. */
export type SharedLimit = LaneLimits & {
  readonly kind: "queue" | "limit";
  readonly name: string;
  /** How many chunks count against its `maxInFlight`. */
  readonly inFlight: number;
  /** When its rate allows the next turn; undefined: now. */
  readonly opensAt: Date | undefined;
};

/** Lists the limits that lanes of a pool share, by name. They are those of all tenants: keys of names may be other tenants'. */
export async function listSharedLimits(
  on: Queryable,
  listing: Omit<PageQuery, "tenant"> & { readonly queue: string },
): Promise<Page<SharedLimit>> {
  const limit = paging.limitOf(listing.limit);
  const found = await on.query(
    rows.selectSharedLimits({ queue: listing.queue, after: readName(listing.after), limit }),
  );
  const items = found.map((row) => ({
    kind: row.is_route ? ("queue" as const) : ("limit" as const),
    name: row.name,
    ...limitsOf(row),
    inFlight: row.in_flight,
    opensAt: row.opens_at ?? undefined,
  }));
  return { items, next: nextCursor(items, limit, ({ name }) => [name]) };
}

type Facts = {
  readonly waiting: ReadonlyMap<bigint, Count>;
  readonly running: ReadonlyMap<bigint, number>;
  readonly turns: ReadonlyMap<bigint, { readonly count: number; readonly lastAt: Date }>;
  readonly allTurns: number;
  readonly entitlements: ReadonlyMap<bigint, number>;
};

type FactsQuery = { queue: string; tenant: string | null; turns: number; found: readonly rows.QueueLaneRow[] };

async function gatherFacts(on: Queryable, { queue, tenant, turns, found }: FactsQuery): Promise<Facts> {
  const leaves = found.filter(({ level }) => level === LEVELS.length);
  const above = new Map(found.map((row) => [row.lane_id, row.parent_id ?? undefined]));
  const counted = await countLanes(
    on,
    leaves.map((leaf) => leaf.lane_id),
  );
  const running = await on.query(rows.countRunning({ queue, tenant }));
  const shared = await on.query(rows.selectSharedTurns({ queue, turns, entries: TURN_ENTRIES_MAX }));
  const [awake] = await on.query(rows.selectAwakeWeight(queue));
  return {
    waiting: sumUp(counted, above, (counts) => sumOf(counts, true)),
    running: sumUp(new Map(running.map(({ leaf_lane: leaf, chunks }) => [leaf, chunks])), above, (counts) =>
      counts.reduce((sum, count) => sum + count, 0),
    ),
    turns: turnsByLane(shared),
    allTurns: shared.reduce((sum, row) => sum + row.turns, 0),
    entitlements: entitlements(found, awake?.weight ?? 0),
  };
}

/** Sums up the values of leaves for all lanes above them. */
function sumUp<Value>(
  leaves: ReadonlyMap<bigint, Value>,
  above: ReadonlyMap<bigint, bigint | undefined>,
  sum: (values: readonly Value[]) => Value,
): ReadonlyMap<bigint, Value> {
  const values = new Map<bigint, Value[]>();
  for (const [leaf, value] of leaves)
    for (let lane: bigint | undefined = leaf; lane !== undefined; lane = above.get(lane)) {
      const known = values.get(lane);
      if (known === undefined) values.set(lane, [value]);
      else known.push(value);
    }
  return new Map([...values].map(([lane, each]) => [lane, sum(each)]));
}

function turnsByLane(shared: readonly rows.SharedTurnRow[]): Facts["turns"] {
  const turns = new Map<bigint, { count: number; lastAt: Date }>();
  for (const row of shared)
    for (const lane of [row.leaf_lane, row.group_lane, row.tenant_lane]) {
      const known = turns.get(lane) ?? { count: 0, lastAt: row.last_at };
      const lastAt = known.lastAt > row.last_at ? known.lastAt : row.last_at;
      turns.set(lane, { count: known.count + row.turns, lastAt });
    }
  return turns;
}

function viewLane(row: rows.QueueLaneRow, facts: Facts): LaneView {
  const turns = facts.turns.get(row.lane_id);
  return {
    laneId: row.lane_id,
    parentId: row.parent_id ?? undefined,
    level: LEVELS[row.level - 1] ?? "task",
    name: row.name,
    tenant: row.tenant,
    priority: row.priority ?? undefined,
    group: row.group_name ?? undefined,
    weight: row.weight ?? undefined,
    cost: row.cost ?? undefined,
    ...limitsOf(row),
    isAwake: row.is_awake,
    waiting: facts.waiting.get(row.lane_id) ?? exactly(0),
    running: facts.running.get(row.lane_id) ?? 0,
    turns: turns?.count ?? 0,
    share: facts.allTurns === 0 ? undefined : (turns?.count ?? 0) / facts.allTurns,
    entitlement: facts.entitlements.get(row.lane_id) ?? 0,
    lastTurnAt: turns?.lastAt,
  };
}

type Path = readonly string[];

/** Returns the path of a lane. It ends with the id, because a task and the jobs of a type may have the same name. */
function pathOf(row: rows.QueueLaneRow): Path {
  const group = row.group_name === null ? [] : [String(row.priority), row.group_name];
  return [row.tenant, ...group, ...(row.level === LEVELS.length ? [row.name, String(row.lane_id)] : [])];
}

/** Compares two paths; a path comes before its extensions. */
function comparePaths(a: Path, b: Path): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (part !== other) return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

function readPath(after: string | undefined): Path | undefined {
  return paging.placeOf(after)?.map((part) => {
    if (typeof part !== "string") throw paging.unreadable();
    return part;
  });
}

export type SharingLane = {
  readonly lane_id: bigint;
  readonly parent_id: bigint | null;
  /** Level: 1 tenant, 2 group, 3 leaf. */
  readonly level: number;
  readonly priority: number | null;
  readonly weight: number | null;
  readonly is_awake: boolean;
};

/**
 * Computes the part of the turns that is due to each lane: by weight among siblings, and below a tenant by strict
 * priority. `tenantWeight` is the total weight of all awake tenants; `lanes` may contain only some of them. Nothing is due
 * to a lane that is asleep or below one that is asleep. Pure.
 */
export function entitlements(lanes: readonly SharingLane[], tenantWeight: number): ReadonlyMap<bigint, number> {
  const due = new Map<bigint, number>();
  const awake = lanes.filter((lane) => lane.is_awake);
  for (const lane of awake) if (lane.level === 1) due.set(lane.lane_id, weightOf(lane) / tenantWeight);
  for (const level of [2, 3])
    for (const siblings of siblingSets(awake.filter((lane) => lane.level === level))) {
      const together = siblings.reduce((sum, lane) => sum + weightOf(lane), 0);
      for (const lane of siblings)
        due.set(lane.lane_id, ((due.get(lane.parent_id ?? 0n) ?? 0) * weightOf(lane)) / together);
    }
  return due;
}

/** Groups lanes into sets that share turns. Only the groups of a tenant with the most urgent priority are included. */
function siblingSets(lanes: readonly SharingLane[]): SharingLane[][] {
  const sets = new Map<bigint, SharingLane[]>();
  for (const lane of [...lanes].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0))) {
    const parent = lane.parent_id ?? 0n;
    const known = sets.get(parent);
    if (known === undefined) sets.set(parent, [lane]);
    else if (lane.level === 3 || known[0]?.priority === lane.priority) known.push(lane);
  }
  return [...sets.values()];
}

function weightOf({ weight }: SharingLane): number {
  return weight ?? 1;
}

export const DEFAULT_TURNS = 1_000;
export const SHARED_TURNS_MAX = 10_000;
/** Maximum number of log entries that are read for these turns; some contain no turn. */
export const TURN_ENTRIES_MAX = 2_000;

export function checkTurns(turns: number): void {
  if (Number.isInteger(turns) && turns >= 1 && turns <= SHARED_TURNS_MAX) return;
  const message = `turns (${String(turns)}) must be a whole number from 1 to ${String(SHARED_TURNS_MAX)}`;
  throw paging.refuse(message, { field: "turns" });
}
