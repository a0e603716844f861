/** How many of a whole are in which state, as one bar. */
import { stateText } from "../values/state-badge.tsx";

type StateBarProps = { readonly counts: Readonly<Record<string, number>>; readonly total: number };

export function StateBar({ counts, total }: StateBarProps) {
  const shown = ORDER.map((state) => ({ state, count: counts[state] ?? 0 })).filter(({ count }) => count > 0);
  const label = shown.map(({ state, count }) => `${String(count)} ${stateText(state)}`).join(", ");
  return (
    <span class="bar" role="img" aria-label={label === "" ? "nothing" : label} title={label}>
      {shown.map(({ state, count }) => (
        <span key={state} data-state={state} style={{ width: `${((count / Math.max(1, total)) * 100).toFixed(2)}%` }} />
      ))}
    </span>
  );
}

const ORDER = ["COMPLETED", "PROCESSING", "QUEUED", "PENDING", "SCHEDULED", "FAILED", "DEAD_LETTER", "CANCELLED"];
