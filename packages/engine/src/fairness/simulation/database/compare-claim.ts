/** Compares a claim that the database made with the one that the model predicted: inputs, decisions and lanes. */
import type { Lane, LaneChange } from "../../lane.ts";
import type { PredictedClaim } from "../predict-claim.ts";
import { readChanges } from "./read-changes.ts";
import type { Simulation } from "../simulation.ts";
import type { LaneRow, LogRow } from "./simulation.sql.ts";

export type SeenClaim = {
  /** What the consumer was given, in order. */
  readonly received: readonly string[];
  /** What the claim wrote into the log, if anything. */
  readonly entry: LogRow | undefined;
  /** The newest entry, which may be of an earlier claim. */
  readonly head: LogRow | undefined;
  readonly lanes: readonly LaneRow[];
};

/** A sentence about the first difference; undefined when there is none. */
export function findDifference(simulation: Simulation, predicted: PredictedClaim, seen: SeenClaim): string | undefined {
  return (
    differ(
      "told",
      predicted.changes.map(changeText),
      seen.entry === undefined ? [] : readChanges(seen.entry.changes).map(changeText),
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

/** A larger claim may look at more leaves than turns reach: what it finds empty must be so, and is then true of both. */
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

function differLanes({ tree }: Simulation, { lanes, head }: SeenClaim): string | undefined {
  for (const row of lanes) {
    const lane = tree.lanes.get(row.lane_id);
    if (lane === undefined) return `lane ${String(row.lane_id)} of level ${String(row.level)} is unknown to the model`;
    const difference = differ(
      `lane ${String(row.lane_id)} of level ${String(row.level)}`,
      modelText(lane),
      rowText(row),
    );
    if (difference !== undefined) return difference;
    const clocks = [0n, 1n, 2n, 3n].map((priority) => String(tree.siblings(row.lane_id + priority).clock));
    const wrong = row.level === 0 ? undefined : differ(`clocks of lane ${String(row.lane_id)}`, clocks, clocksOf(row));
    if (wrong !== undefined) return wrong;
  }
  if (lanes.length !== tree.lanes.size)
    return `the model has ${String(tree.lanes.size)} lanes, the database ${String(lanes.length)}`;
  return differ("clock of the queue", [String(tree.siblings(tree.root).clock)], [String(head?.clock ?? 0n)]);
}

function modelText(lane: Lane): string[] {
  const { weight, cost, start, since, isAwake, inFlight, hasWork, rateAtUs, wakesAtUs, level } = lane;
  const work = level === 3 ? [`work ${String(hasWork)}`] : [];
  const state = [
    `weight ${String(weight)}`,
    `cost ${String(cost)}`,
    `start ${String(start)}`,
    `since ${String(since)}`,
  ];
  const limits = [
    `in flight ${String(inFlight)}`,
    `rate at ${String(rateAtUs)}`,
    `wakes at ${String(wakesAtUs ?? null)}`,
  ];
  return [...state, `awake ${String(isAwake)}`, ...limits, ...work];
}

function rowText(row: LaneRow): string[] {
  const work = row.level === 3 ? [`work ${String(row.open > 0)}`] : [];
  const state = [
    `weight ${String(row.weight ?? 0)}`,
    `cost ${String(row.cost)}`,
    `start ${String(row.start)}`,
    `since ${String(row.since)}`,
  ];
  const limits = [
    `in flight ${String(row.in_flight)}`,
    `rate at ${String(row.rate_at)}`,
    `wakes at ${String(row.wakes_at)}`,
  ];
  return [...state, `awake ${String(row.is_awake)}`, ...limits, ...work];
}

function clocksOf(row: LaneRow): string[] {
  return [row.clock_0, row.clock_1, row.clock_2, row.clock_3].map(String);
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
