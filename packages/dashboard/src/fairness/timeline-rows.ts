/** Sorts the latest turns into one coloured row per lane. */
import type { Dispatch, LaneShare } from "../api/api-types.ts";

export type TimelineRow = {
  readonly name: string;
  readonly colour: string;
  readonly turns: readonly Dispatch[];
};

export type TurnTimeline = {
  /** Number of the oldest turn in view. */
  readonly first: number;
  readonly last: number;
  readonly rows: readonly TimelineRow[];
};

const ROWS_MAX = 16;

export function timelineOf(turns: readonly Dispatch[], lanes: readonly LaneShare[], level: Level): TurnTimeline {
  const numbers = turns.map(({ turn }) => Number(turn));
  const known = lanes.filter((lane) => lane.level === level);
  const nameOf = (turn: Dispatch): string => turnName(turn, level, known);
  const names = [...new Set([...known.map(laneName), ...turns.map(nameOf)])].sort();
  const colours = laneColours(names);
  return {
    first: Math.min(...numbers),
    last: Math.max(...numbers),
    rows: names.slice(0, ROWS_MAX).map((name) => ({
      name,
      colour: colours.get(name) ?? "",
      turns: turns.filter((turn) => nameOf(turn) === name),
    })),
  };
}

/** Name of a lane in rows and shares, with the lanes above it, since groups of two tenants may share a name. */
export function laneName({ level, tenant, group, name }: LaneShare): string {
  if (level === "tenant") return tenant;
  return level === "group" ? `${tenant} / ${group ?? ""}` : `${tenant} / ${group ?? ""} / ${name}`;
}

/** Name of the row of a turn. A leaf is found by its id, because a turn does not contain the name of its lane. */
function turnName(turn: Dispatch, level: Level, known: readonly LaneShare[]): string {
  const tenant = turn.tenant ?? "gone";
  if (level === "tenant") return tenant;
  if (level === "group") return `${tenant} / ${turn.group ?? "gone"}`;
  const leaf = known.find(({ laneId }) => laneId === turn.laneId);
  return leaf === undefined ? `${tenant} / ${turn.group ?? "gone"} / task ${turn.taskId}` : laneName(leaf);
}

const COLOURS = 8;

/** Assigns colours by name, so that a lane keeps its colour when others overtake it. */
export function laneColours(names: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  return new Map(sorted.map((name, index) => [name, `var(--lane-${String((index % COLOURS) + 1)})`]));
}

export type Level = "tenant" | "group" | "task";
