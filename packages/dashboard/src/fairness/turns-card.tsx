/** Shows the latest turns as a timeline with one row per lane. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { Dispatch, Fairness } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Segments } from "../components/field.tsx";
import { Card, Empty } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { Time } from "../components/time.tsx";
import { type Level, timelineOf, type TimelineRow, type TurnTimeline } from "./timeline-rows.ts";

type TurnsCardProps = {
  readonly pool: string;
  readonly fairness: Fairness;
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
};

const LEVELS = { tenant: "Tenants", group: "Groups", task: "Tasks" } as const;
const TURNS = 200;

export function TurnsCard({ pool, fairness, level, onLevel }: TurnsCardProps) {
  const [chosen, setChosen] = useState<Dispatch>();
  const load = (signal: AbortSignal) =>
    answerOf(
      client.GET("/v1/queues/{queue}/dispatches", {
        params: { path: { queue: pool }, query: { limit: TURNS } },
        signal,
      }),
    );
  const dispatches = useResource(`dispatches ${pool}`, load, { on: ["dispatch"], everyMs: 5_000 });
  return (
    <Card
      title="Who got which turn"
      note={<Segments label="Rows" choices={LEVELS} chosen={level} onChoose={onLevel} />}
    >
      <Shown of={dispatches}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No turn yet">The next turns appear here as they are given.</Empty>
          ) : (
            <Timeline timeline={timelineOf(items, fairness.lanes, level)} chosen={chosen} onChoose={setChosen} />
          )
        }
      </Shown>
      {chosen === undefined ? null : <ChosenTurn turn={chosen} />}
    </Card>
  );
}

type TimelineProps = {
  readonly timeline: TurnTimeline;
  readonly chosen: Dispatch | undefined;
  readonly onChoose: (turn: Dispatch) => void;
};

const HEIGHT = 20;

function Timeline({ timeline, chosen, onChoose }: TimelineProps) {
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

function ChosenTurn({ turn }: { readonly turn: Dispatch }) {
  const { tenant, group, type, taskId, number, at } = turn;
  return (
    <p class="chosen-turn" role="status">
      <b>Turn {turn.turn}</b> went to {tenant ?? "a lane that was deleted"}
      {group === undefined || group === null ? "" : ` / ${group}`}:{" "}
      <a href={`tasks/${taskId}?chunk=${String(number)}`}>
        chunk {number} of {type ?? `task ${taskId}`}
      </a>
      , <Time at={at} />
    </p>
  );
}
