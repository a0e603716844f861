/** Compares a claim of the database with the one that the model predicted: inputs, decisions and lanes. */
import { type Lane, type LaneChange, type LaneSettings, parentOf, type Priority } from "../../src/fairness/lane.ts";
import { laneId } from "../../src/tasks/lanes.ts";
import type { LaneRow, LogRow } from "./simulation.sql.ts";
import type { PredictedClaim, Simulation } from "./simulation.ts";

export type SeenClaim = {
  /** Chunks that the consumer received, in order. */
  readonly received: readonly string[];
  /** Log entry of the claim, if it wrote one. */
  readonly entry: LogRow | undefined;
  /** Newest entry, which may be that of an earlier claim. */
  readonly head: LogRow | undefined;
  readonly lanes: readonly LaneRow[];
};

/** Returns a sentence about the first difference; undefined when there is none. */
export function findDifference(simulation: Simulation, predicted: PredictedClaim, seen: SeenClaim): string | undefined {
  return (
    differ(
      "absorbed",
      predicted.changes.map(changeText),
      seen.entry === undefined ? [] : readLoggedChanges(seen.entry.changes, simulation.world.queue).map(changeText),
    ) ??
    differ(
      "given",
      predicted.turns.map(({ task, number }) => `${String(task.taskId)}/${String(number)}`),
      seen.received,
    ) ??
    differ("logged", seen.received, loggedOrder(seen.entry)) ??
    differEmptied(simulation, predicted, seen.entry) ??
    differLanes(simulation, seen)
  );
}

function loggedOrder(entry: LogRow | undefined): string[] {
  return entry === undefined ? [] : entry.task_ids.map((id, index) => `${String(id)}/${String(entry.numbers[index])}`);
}

/** Compares emptied leaves. A larger claim may check more leaves than its turns reach: those must really be empty, and the model empties them too. */
function differEmptied(
  { tree, world }: Simulation,
  predicted: PredictedClaim,
  entry: LogRow | undefined,
): string | undefined {
  const found = new Set(entry?.emptied ?? []);
  const missed = predicted.emptied.filter((leaf) => !found.has(leaf));
  if (missed.length > 0) return `leaf ${String(missed[0])} is without work and was not found so`;
  for (const leaf of found) {
    if (world.waitingIn(leaf).length > 0) return `leaf ${String(leaf)} has work and was put to sleep`;
    const lane = tree.lanes.get(leaf);
    if (lane !== undefined) tree.empty(lane);
  }
  return undefined;
}

/**
 * Only distances from the clock and the order among siblings have a meaning, so those are compared: a lane without
 * siblings is not written with every turn.
 */
function differLanes({ tree }: Simulation, { lanes, head }: SeenClaim): string | undefined {
  const rows = new Map(lanes.map((row) => [row.lane_id, row]));
  const queueClock = head?.clock ?? 0n;
  for (const row of lanes) {
    const lane = tree.lanes.get(row.lane_id);
    if (lane === undefined) return `lane ${String(row.lane_id)} of level ${String(row.level)} is unknown to the model`;
    const difference = differ(
      `lane ${String(row.lane_id)} of level ${String(row.level)}`,
      modelText(lane, lane.start - tree.siblings(lane.set).clock),
      rowText(row, row.start - (row.level === 1 ? queueClock : clockOf(lane.set, rows))),
    );
    if (difference !== undefined) return difference;
  }
  if (lanes.length !== tree.lanes.size)
    return `the model has ${String(tree.lanes.size)} lanes, the database ${String(lanes.length)}`;
  return (
    differ(
      "waiting longest",
      orderOf([...tree.lanes.values()]),
      orderOf(lanes.map((row) => toWaiting(row, tree.lanes))),
    ) ?? differ("clock of the queue", [String(tree.siblings(tree.root).clock)], [String(queueClock)])
  );
}

/** The start of the latest turn in a set, as the database has it. A lane may have been set before its parent was made. */
function clockOf(set: bigint, rows: ReadonlyMap<bigint, LaneRow>): bigint {
  const parent = rows.get(parentOf(set));
  if (parent === undefined) return 0n;
  return [parent.clock_0, parent.clock_1, parent.clock_2, parent.clock_3][Number(set & 3n)] ?? 0n;
}

type Waiting = Pick<Lane, "id" | "set" | "since" | "isAwake">;

function toWaiting(row: LaneRow, lanes: ReadonlyMap<bigint, Lane>): Waiting {
  return { id: row.lane_id, set: lanes.get(row.lane_id)?.set ?? 0n, since: row.since, isAwake: row.is_awake };
}

/** Awake lanes by set, the longest waiting first. */
function orderOf(lanes: readonly Waiting[]): string[] {
  const bySize = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
  return lanes
    .filter(({ isAwake }) => isAwake)
    .sort((a, b) => bySize(a.set, b.set) || bySize(a.since, b.since) || bySize(a.id, b.id))
    .map(({ id }) => String(id));
}

function modelText(lane: Lane, ahead: bigint): string[] {
  const { weight, cost, isAwake, inFlight, hasWork, rateAtUs, wakesAtUs, level } = lane;
  const work = level === 3 ? [`work ${String(hasWork)}`] : [];
  const state = [`weight ${String(weight)}`, `cost ${String(cost)}`, `ahead ${aheadText(level, ahead)}`];
  const limits = [
    `in flight ${String(inFlight)}`,
    `rate at ${String(rateAtUs)}`,
    `wakes at ${String(wakesAtUs ?? null)}`,
  ];
  return [...state, `awake ${String(isAwake)}`, ...limits, ...work];
}

/** A lane behind the clock will start with the clock, however far behind it is. */
function aheadText(level: number, ahead: bigint): string {
  return level === 0 || ahead < 0n ? "0" : String(ahead);
}

function rowText(row: LaneRow, ahead: bigint): string[] {
  const work = row.level === 3 ? [`work ${String(row.open > 0)}`] : [];
  const state = [
    `weight ${String(row.weight ?? 0)}`,
    `cost ${String(row.cost)}`,
    `ahead ${aheadText(row.level, ahead)}`,
  ];
  const limits = [
    `in flight ${String(row.in_flight)}`,
    `rate at ${String(row.rate_at)}`,
    `wakes at ${String(row.wakes_at)}`,
  ];
  return [...state, `awake ${String(row.is_awake)}`, ...limits, ...work];
}

function changeText(change: LaneChange): string {
  return JSON.stringify(change, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

function differ(what: string, model: readonly string[], database: readonly string[]): string | undefined {
  const length = Math.max(model.length, database.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => model[index] !== database[index]);
  if (at === undefined) return undefined;
  return `${what}: the model says "${model.slice(at).join(", ")}", the database "${database.slice(at).join(", ")}"`;
}

/** Throws when the entry holds anything else than changes of lanes. */
export function readLoggedChanges(changes: unknown, pool: string): LaneChange[] {
  if (!Array.isArray(changes)) throw new TypeError("the changes of a log entry are not a list");
  return changes.map((change: unknown) => readChange(fieldsOf(change), pool));
}

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new TypeError("a change in the log is not an object");
  return new Map(Object.entries(value));
}

function readChange(fields: Fields, pool: string): LaneChange {
  const route = (): bigint => laneId(pool, "route", String(fields.get("route")));
  const lane = (name: string): bigint => BigInt(String(fields.get(name)));
  const limits = (): bigint[] => readLimits(fields.get("limits") ?? []);
  switch (fields.get("kind")) {
    case "SET":
      return {
        kind: "SET",
        lane: lane("lane"),
        set: lane("set"),
        level: Number(fields.get("level")),
        settings: readSettings(fields),
      };
    case "RELEASED":
      return {
        kind: "RELEASED",
        tenant: lane("tenant"),
        group: lane("group"),
        leaf: lane("leaf"),
        slots: Number(fields.get("slots")),
        limits: limits(),
      };
    case "ARRIVED":
      return {
        kind: "ARRIVED",
        tenant: lane("tenant"),
        priority: readPriority(fields),
        group: lane("group"),
        leaf: lane("leaf"),
        ...readTask(fields),
        route: route(),
        limits: limits(),
      };
    case "RESTED":
      return { kind: "RESTED", lane: lane("lane") };
    default:
      throw new TypeError(`a change in the log is of an unknown kind: ${String(fields.get("kind"))}`);
  }
}

function readLimits(limits: unknown): bigint[] {
  if (!Array.isArray(limits)) throw new TypeError("limits in the log are not a list");
  return limits.map((limit: unknown) =>
    BigInt(String(typeof limit === "string" ? limit : fieldsOf(limit).get("lane"))),
  );
}

function readTask(fields: Fields): { weight: number; cost: number; maxInFlight: number | null } {
  const cap = fields.get("maxInFlight");
  return {
    weight: Number(fields.get("weight")),
    cost: Number(fields.get("cost")),
    maxInFlight: typeof cap === "number" ? cap : null,
  };
}

function readPriority(fields: Fields): Priority {
  const priority = Number(fields.get("priority"));
  if (priority === 0 || priority === 1 || priority === 2 || priority === 3) return priority;
  throw new TypeError(`a priority in the log is ${String(priority)}`);
}

/** In the order in which the simulator writes them, so that they compare as text. */
function readSettings(fields: Fields): LaneSettings {
  const settings = fieldsOf(fields.get("settings"));
  const number = (name: string): number | undefined => (settings.has(name) ? Number(settings.get(name)) : undefined);
  const limit = (name: string): number | null | undefined => (settings.get(name) === null ? null : number(name));
  const entries = Object.entries({
    weight: number("weight"),
    isPaused: settings.has("isPaused") ? settings.get("isPaused") === true : undefined,
    maxInFlight: limit("maxInFlight"),
    rateUs: limit("rateUs"),
    rateBurst: number("rateBurst"),
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
