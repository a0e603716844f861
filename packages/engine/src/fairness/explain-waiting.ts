/** Predicts the turn of a waiting chunk: runs the model on a snapshot and names what goes first and what blocks it. */
import type { Queryable } from "../database/database.ts";
import { laneId, routeLimit } from "../tasks/lanes.ts";
import { readChange, readJsonFields, readLaneState, readString } from "./dispatch-log.ts";
import type { FoundChunk } from "./explain-chunk.ts";
import { FairTree } from "./fair-tree.ts";
import * as rows from "./fairness.sql.ts";
import { type Lane, type LaneChange, parentOf, roomOf } from "./lane.ts";

export type Waiting = {
  /** Limits that must end before the chunk can have its turn; empty when it only waits for others. */
  readonly obstacles: readonly Obstacle[];
  /** Chunks that go first; if there are obstacles, those that go first once the obstacles have ended. */
  readonly ahead: TurnsAhead;
  /** Whether the chunk is further away than the model runs: `ahead` is only the beginning. */
  readonly isBeyond: boolean;
};

/** Maximum number of lanes that are read; with more lanes the list of those that go first is incomplete. */
const LANES_MAX = 100_000;
const CHANGES_MAX = 1_000;

export async function explainWaiting(tx: Queryable, chunk: FoundChunk): Promise<Waiting> {
  const nowUs = BigInt(chunk.now.getTime()) * 1_000n;
  const path = pathOf(chunk);
  const { growTree, isWhole } = await loadTree(tx, { queue: chunk.pool, path, nowUs });
  const waiting = await loadWaiting(tx, chunk.pool, nowUs);
  const before = await countBefore(tx, chunk);
  const own = { tenant: chunk.tenant_lane, group: chunk.group_lane, leaf: chunk.leaf_lane };

  const tree = growTree();
  const first = await predictTurn({ tree, waiting, own, before, nowUs });
  if (first.end !== "stuck")
    return { obstacles: [], ahead: first.ahead, isBeyond: !isWhole || first.end === "too far" };

  const obstacles = findObstacles(tree, path, nowUs);
  const lifted = growTree();
  liftLimits(lifted, path);
  waiting.restart();
  const second = await predictTurn({ tree: lifted, waiting, own, before, nowUs });
  return { obstacles, ahead: second.ahead, isBeyond: !isWhole || second.end === "too far" };
}

function pathOf(chunk: FoundChunk): NamedLane[] {
  const leafName = chunk.is_job ? chunk.type : (chunk.task_key ?? String(chunk.task_id));
  return [
    { level: "pool", id: laneId(chunk.pool), name: chunk.pool },
    { level: "queue", id: routeLimit({ pool: chunk.pool, queue: chunk.queue }), name: chunk.queue },
    ...namedLimits(chunk.limits),
    { level: "tenant", id: chunk.tenant_lane, name: chunk.tenant },
    { level: "group", id: chunk.group_lane, name: chunk.group_name },
    { level: "task", id: chunk.leaf_lane, name: leafName },
  ];
}

/** Reads the named limits of a task. */
function namedLimits(limits: unknown): NamedLane[] {
  if (!Array.isArray(limits)) return [];
  return limits.map(readJsonFields).map((fields) => ({
    level: "limit",
    id: BigInt(readString(fields, "lane")),
    name: readString(fields, "name"),
  }));
}

/** Loads the lanes as the next claim will see them. Each call of `growTree` returns a new tree. */
async function loadTree(
  tx: Queryable,
  { queue, path, nowUs }: { queue: string; path: readonly NamedLane[]; nowUs: bigint },
): Promise<{ growTree: () => FairTree; isWhole: boolean }> {
  const root = laneId(queue);
  const [moment = { moment: 0n, clock: 0n }] = await tx.query(rows.selectMoment(queue));
  const changeRows = await tx.query(rows.selectChanges({ queue, nowUs, limit: CHANGES_MAX }));
  const changes = changeRows.map(({ change }) => readChange(change, queue).change);
  const named = [...path.map(({ id }) => id), ...changes.flatMap(lanesOf)];
  const states = await tx.query(rows.selectLaneStates({ queue, lanes: named, limit: LANES_MAX }));
  const growTree = (): FairTree => {
    const lanes = states.map(({ state }) => readLaneState(state, queue));
    const clocks = [[root, moment.clock] as const, ...lanes.flatMap((lane) => lane.clocks)];
    const tree = FairTree.restore({ root, moment: moment.moment, lanes: lanes.map(({ lane }) => lane), clocks });
    tree.apply(changes);
    return tree;
  };
  return { growTree, isWhole: states.length < LANES_MAX };
}

/** Returns the lanes that a change may touch or wake. */
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

/** Maximum number of turns that the model runs; a later chunk is "more than" this many turns away. */
const TURNS_AHEAD_MAX = 10_000;

export type Prediction = {
  /** Result of the prediction. `stuck`: the limits of its own lanes keep the chunk from its turn. */
  readonly end: "reached" | "stuck" | "too far";
  readonly ahead: TurnsAhead;
};

/** Chunks that go first, grouped by how near they are to the chunk. */
export type TurnsAhead = {
  readonly chunks: number;
  readonly otherTenants: { readonly chunks: number; readonly lanes: number };
  readonly otherGroups: { readonly chunks: number; readonly lanes: number };
  readonly otherTasks: { readonly chunks: number; readonly lanes: number };
  /** Number of earlier chunks of its own task, or of earlier jobs of its type. */
  readonly ownTask: number;
};

export type PredictionInput = {
  readonly tree: FairTree;
  readonly waiting: WaitingChunks;
  readonly own: { readonly tenant: bigint; readonly group: bigint; readonly leaf: bigint };
  /** Number of chunks of its own leaf that wait before it. */
  readonly before: number;
  readonly nowUs: bigint;
};

/** Runs the model ahead until the chunk has its turn, and counts the turns that come before it. */
async function predictTurn({ tree, waiting, own, before, nowUs }: PredictionInput): Promise<Prediction> {
  const tally = new Tally(own);
  while (tally.chunks < TURNS_AHEAD_MAX) {
    const leaf = tree.next({ nowUs });
    if (leaf === undefined) return { end: "stuck", ahead: tally.ahead };
    const left = await waiting.left(leaf.id, tree);
    if (left <= 0) {
      tree.empty(leaf);
      continue;
    }
    if (leaf.id === own.leaf && tally.ownTask === before) return { end: "reached", ahead: tally.ahead };
    tally.count(leaf, tree);
    waiting.take(leaf.id);
    tree.take(leaf, { isLast: left === 1, nowUs });
  }
  return { end: "too far", ahead: tally.ahead };
}

class Tally {
  chunks = 0;
  ownTask = 0;
  readonly #own: PredictionInput["own"];
  readonly #tenants = new Map<bigint, number>();
  readonly #groups = new Map<bigint, number>();
  readonly #tasks = new Map<bigint, number>();

  constructor(own: PredictionInput["own"]) {
    this.#own = own;
  }

  get ahead(): TurnsAhead {
    return {
      chunks: this.chunks,
      otherTenants: sum(this.#tenants),
      otherGroups: sum(this.#groups),
      otherTasks: sum(this.#tasks),
      ownTask: this.ownTask,
    };
  }

  count(leaf: Lane, tree: FairTree): void {
    this.chunks += 1;
    const group = parentOf(leaf.set);
    const tenant = parentOf(tree.lanes.get(group)?.set ?? 0n);
    if (tenant !== this.#own.tenant) increment(this.#tenants, tenant);
    else if (group !== this.#own.group) increment(this.#groups, group);
    else if (leaf.id !== this.#own.leaf) increment(this.#tasks, leaf.id);
    else this.ownTask += 1;
  }
}

function increment(counts: Map<bigint, number>, key: bigint): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<bigint, number>): { chunks: number; lanes: number } {
  return { chunks: [...counts.values()].reduce((total, count) => total + count, 0), lanes: counts.size };
}

export type Level = "pool" | "queue" | "limit" | "tenant" | "group" | "task";

export type Obstacle =
  | { readonly kind: "PAUSED"; readonly level: Level; readonly name: string }
  | {
      readonly kind: "CAPPED";
      readonly level: Level;
      readonly name: string;
      readonly maxInFlight: number;
      readonly inFlight: number;
    }
  | { readonly kind: "RATE_LIMITED"; readonly level: Level; readonly name: string; readonly until: Date };

/** Lane on the path from the pool down to the leaf, or a limit of the leaf, with its name. */
type NamedLane = { readonly level: Level; readonly id: bigint; readonly name: string };

/** Returns the limits of the chunk's own lanes that keep it from its turn. Pure. */
function findObstacles(tree: FairTree, path: readonly NamedLane[], nowUs: bigint): Obstacle[] {
  return path.flatMap(({ level, id, name }) => {
    const lane = tree.lanes.get(id);
    return lane === undefined ? [] : obstaclesOf(lane, { level, name }, nowUs);
  });
}

/** Removes all limits from the chunk's lanes, to see what goes first once the obstacles have ended. */
function liftLimits(tree: FairTree, path: readonly NamedLane[]): void {
  const lanes = path.flatMap(({ id }) => tree.lanes.get(id) ?? []).reverse();
  const settings = { isPaused: false, maxInFlight: null, rateUs: null };
  tree.apply(lanes.map(({ id, set, level }) => ({ kind: "SET" as const, lane: id, set, level, settings })));
}

function obstaclesOf(lane: Lane, place: { level: Level; name: string }, nowUs: bigint): Obstacle[] {
  const found: Obstacle[] = [];
  const { isPaused, maxInFlight, inFlight } = lane;
  if (isPaused) found.push({ kind: "PAUSED", ...place });
  if (maxInFlight !== undefined && inFlight >= maxInFlight)
    found.push({ kind: "CAPPED", ...place, maxInFlight, inFlight });
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

type Count = { counted: number; taken: number; isAll: boolean };

const FIRST_LIMIT = 8;
const GROWTH = 8;
const LEAF = 3;

/**
 * Counts the chunks that wait in leaves, only as far as needed: a million waiting chunks cost no more than a few.
 */
class WaitingChunks {
  readonly #on: Queryable;
  /** Number of chunks that the next claim adds to each leaf; negative when it removes some. */
  readonly #extra: ReadonlyMap<bigint, number>;
  readonly #counts = new Map<bigint, Count>();

  constructor(on: Queryable, extra: ReadonlyMap<bigint, number>) {
    this.#on = on;
    this.#extra = extra;
  }

  /** Returns how many chunks are left in a leaf. The number is exact only when it is small, and never 0 while one is left. */
  async left(leaf: bigint, tree: FairTree): Promise<number> {
    for (;;) {
      const count = this.#counts.get(leaf);
      const left = count === undefined ? 0 : count.counted + (this.#extra.get(leaf) ?? 0) - count.taken;
      if (count !== undefined && (count.isAll || left > 1)) return left;
      await this.#countMore(count, tree);
      if (!this.#counts.has(leaf)) return 0;
    }
  }

  take(leaf: bigint): void {
    const count = this.#counts.get(leaf);
    if (count !== undefined) count.taken += 1;
  }

  /** Forgets what was taken, not what was counted: the same chunks wait when the model runs again. */
  restart(): void {
    for (const count of this.#counts.values()) count.taken = 0;
  }

  /** Counts further, in one statement for all leaves whose counts will soon be used up. */
  async #countMore(count: Count | undefined, tree: FairTree): Promise<void> {
    const limit = count === undefined ? FIRST_LIMIT : count.counted * GROWTH;
    const isNear = (known: Count | undefined): boolean =>
      known === undefined || (!known.isAll && known.counted < limit && known.taken * 2 >= known.counted);
    const leaves = [...tree.lanes.values()].filter(
      ({ level, hasWork, id }) => level === LEAF && hasWork && isNear(this.#counts.get(id)),
    );
    for (const { leaf, waiting } of await this.#on.query(
      rows.countWaiting({ leaves: leaves.map(({ id }) => id), limit }),
    )) {
      this.#counts.set(leaf, { counted: waiting, taken: this.#counts.get(leaf)?.taken ?? 0, isAll: waiting < limit });
    }
  }
}
