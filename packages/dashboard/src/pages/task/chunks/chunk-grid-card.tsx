/** The chunks of a task, a thousand at a time, with how many there are in each state. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import type { TaskDetails } from "../../../api/wire.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Count, numberText } from "../../../components/values/count.tsx";
import { stateText } from "../../../components/values/state-badge.tsx";
import { ChunkGrid } from "./chunk-grid.tsx";

type ChunkGridCardProps = {
  readonly task: TaskDetails;
  readonly chosen: number;
  readonly onChoose: (number: number) => void;
};

const PAGE = 1_000;
const FRESH = { on: ["task", "dispatch"], everyMs: 2_000 } as const;
const FRESH_WHEN_OVER = { everyMs: 30_000 } as const;

export function ChunkGridCard({ task, chosen, onChoose }: ChunkGridCardProps) {
  const { taskId, total, state } = task;
  const [from, setFrom] = useState(1);
  const isOpen = state === "ACTIVE" || state === "PAUSED";
  const load = (signal: AbortSignal) =>
    answerOf(
      client.GET("/v1/tasks/{taskId}/grid", { params: { path: { taskId }, query: { from, count: PAGE } }, signal }),
    );
  const grid = useResource(`grid ${taskId} ${String(from)}`, load, isOpen ? FRESH : FRESH_WHEN_OVER);
  return (
    <Card title="Chunks" note="choose one to see its attempts and why it waits">
      <Legend chunks={task.chunks} />
      <Shown of={grid}>{(value) => <ChunkGrid grid={value} chosen={chosen} onChoose={onChoose} />}</Shown>
      {total > PAGE ? <Pages from={from} total={total} onMove={setFrom} /> : null}
    </Card>
  );
}

function Legend({ chunks }: { readonly chunks: TaskDetails["chunks"] }) {
  const counts = Object.entries(chunks).filter(([, { count }]) => count > 0);
  return (
    <ul class="chunk-legend" aria-label="Chunks by state">
      {counts.map(([state, count]) => (
        <li key={state}>
          <span class="chunk" data-state={state} />
          <span>
            <Count of={count} /> {stateText(state)}
          </span>
        </li>
      ))}
    </ul>
  );
}

type PagesProps = { readonly from: number; readonly total: number; readonly onMove: (from: number) => void };

function Pages({ from, total, onMove }: PagesProps) {
  const to = Math.min(total, from + PAGE - 1);
  return (
    <div class="grid-pages">
      <button type="button" disabled={from <= 1} onClick={() => onMove(from - PAGE)}>
        Earlier
      </button>
      <button type="button" disabled={to >= total} onClick={() => onMove(from + PAGE)}>
        Later
      </button>
      <span class="small soft">
        {numberText(from)} to {numberText(to)} of {numberText(total)}
      </span>
    </div>
  );
}
