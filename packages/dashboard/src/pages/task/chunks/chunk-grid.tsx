/** A cell for each chunk, coloured and shaped by its state; arrow keys move between them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { stateText } from "../../../components/values/state-badge.tsx";
import { cellsOf, type GridAnswer } from "./grid-cells.ts";

type ChunkGridProps = {
  readonly grid: GridAnswer;
  readonly chosen: number;
  readonly onChoose: (number: number) => void;
};

export function ChunkGrid({ grid, chosen, onChoose }: ChunkGridProps) {
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
