/** Sorts the latest turns into rows, one for each lane. Pure. */
import type { Dispatch, LaneShare } from "../../api/wire.ts";
import { laneColour } from "./lane-colour.ts";
import type { Level } from "./queue-fairness.tsx";

export type TimelineRow = {
  readonly name: string;
  readonly colour: string;
  readonly turns: readonly Dispatch[];
};

export type Timeline = {
  /** The number of the oldest turn that is shown. */
  readonly first: number;
  readonly last: number;
  readonly rows: readonly TimelineRow[];
};

const ROWS_MAX = 16;

export function timelineOf(turns: readonly Dispatch[], lanes: readonly LaneShare[], level: Level): Timeline {
  const numbers = turns.map(({ turn }) => Number(turn));
  const known = lanes.filter((lane) => lane.level === level).map((lane) => rowName(lane, level));
  const had = [...turns].reverse().map((turn) => rowName(turn, level));
  const names = [...new Set([...known, ...had])].slice(0, ROWS_MAX);
  return {
    first: Math.min(...numbers),
    last: Math.max(...numbers),
    rows: names.map((name) => ({
      name,
      colour: laneColour(name),
      turns: turns.filter((turn) => rowName(turn, level) === name),
    })),
  };
}

type Placed = {
  readonly tenant?: string | null | undefined;
  readonly group?: string | null | undefined;
  readonly name?: string;
  readonly type?: string | null | undefined;
  readonly taskId?: string;
};

function rowName(placed: Placed, level: Level): string {
  const tenant = placed.tenant ?? "pruned";
  if (level === "tenant") return tenant;
  if (level === "group") return `${tenant} / ${placed.group ?? "pruned"}`;
  return placed.name ?? placed.type ?? `task ${placed.taskId ?? ""}`;
}
