/** Turns from old to new, left to right: a mark in the row of the lane that had it. */
import type { Dispatch } from "../../../api/wire.ts";
import type { Timeline as Rows, TimelineRow } from "./timeline-rows.ts";

type TimelineProps = {
  readonly timeline: Rows;
  readonly chosen: Dispatch | undefined;
  readonly onChoose: (turn: Dispatch) => void;
};

const HEIGHT = 20;

export function Timeline({ timeline, chosen, onChoose }: TimelineProps) {
  const { first, last, rows } = timeline;
  return (
    <div class="timeline">
      {rows.map((row) => (
        <div key={row.name} class="timeline-row">
          <span class="timeline-name" title={row.name}>
            {row.name}
          </span>
          <Marks row={row} first={first} last={last} chosen={chosen} onChoose={onChoose} />
          <span class="timeline-count">{row.turns.length}</span>
        </div>
      ))}
      <div class="timeline-row timeline-axis" aria-hidden="true">
        <span />
        <span class="timeline-ends">
          <span>turn {first}</span>
          <span>turn {last}</span>
        </span>
        <span />
      </div>
    </div>
  );
}

type MarksProps = {
  readonly row: TimelineRow;
  readonly first: number;
  readonly last: number;
  readonly chosen: Dispatch | undefined;
  readonly onChoose: (turn: Dispatch) => void;
};

function Marks({ row, first, last, chosen, onChoose }: MarksProps) {
  const span = last - first + 1;
  return (
    <svg
      class="timeline-marks"
      viewBox={`0 0 ${String(span)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${row.name} had ${String(row.turns.length)} of the latest ${String(span)} turns`}
    >
      {row.turns.map((turn) => (
        <rect
          key={turn.turn}
          class="timeline-mark"
          data-chosen={turn.turn === chosen?.turn}
          x={Number(turn.turn) - first + 0.08}
          y={2}
          width={0.84}
          height={HEIGHT - 4}
          fill={row.colour}
          onClick={() => onChoose(turn)}
        />
      ))}
    </svg>
  );
}
