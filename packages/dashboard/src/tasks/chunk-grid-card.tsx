/** Shows the chunks of a task as a grid that the arrow keys move through. */
import { answerOf } from "@rota/client";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TaskDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Card } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { stateText } from "../components/state-badge.tsx";
import { Count, numberText } from "../components/values.tsx";
import { cellsOf, type GridAnswer } from "./grid-cells.ts";

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

type ChunkGridProps = {
  readonly grid: GridAnswer;
  readonly chosen: number;
  readonly onChoose: (number: number) => void;
};

function ChunkGrid({ grid, chosen, onChoose }: ChunkGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  const cells = cellsOf(grid);
  const reachable = focused ?? (chosen > 0 ? chosen : grid.from);
  useEffect(() => {
    if (focused !== undefined)
      element.current?.querySelector<HTMLElement>(`[data-number="${String(focused)}"]`)?.focus();
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, columnsOf(element.current));
    if (step === undefined) return;
    event.preventDefault();
    setFocused(Math.min(grid.from + cells.length - 1, Math.max(grid.from, reachable + step)));
  };
  return (
    <div ref={element} class="chunk-grid" role="group" aria-label="Chunks" onKeyDown={onKeyDown}>
      {cells.map(({ number, state, attempts }) => (
        <button
          key={number}
          type="button"
          class="chunk"
          data-state={state}
          data-number={number}
          aria-pressed={number === chosen}
          aria-label={`chunk ${String(number)}, ${stateText(state)}, ${attempts} attempts`}
          title={`chunk ${String(number)}, ${stateText(state)}, ${attempts} attempts`}
          tabIndex={number === reachable ? 0 : -1}
          onClick={() => {
            setFocused(number);
            onChoose(number);
          }}
        />
      ))}
    </div>
  );
}

function stepOf(key: string, columns: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return 1;
    case "ArrowLeft":
      return -1;
    case "ArrowDown":
      return columns;
    case "ArrowUp":
      return -columns;
    default:
      return undefined;
  }
}

function columnsOf(element: HTMLElement | null): number {
  return element === null ? 1 : getComputedStyle(element).gridTemplateColumns.split(" ").length;
}
