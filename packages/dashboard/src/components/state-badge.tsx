/** Shows states with a word, a shape and a colour, and counts by state as a bar. */
import type { ComponentChildren } from "preact";

type StateBadgeProps = {
  readonly state: string;
  /** Text to show instead of the state's name. */
  readonly text?: string;
  /** Colour and shape. Default: those of the engine's state of this name. */
  readonly appearance?: StateAppearance | undefined;
};

/** Colour of a state and its shape, which is a dot by default. */
export type StateAppearance = { readonly tone: Tone; readonly mark?: keyof typeof SHAPES };

type Tone = "good" | "busy" | "waiting" | "bad" | "quiet";

/** State as a word with a shape and a colour. */
export function StateBadge({ state, text = stateText(state), appearance }: StateBadgeProps) {
  return (
    <span class="state" data-state={state} data-tone={appearance?.tone ?? TONES[state]}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {shapeOf(state, appearance) ?? <circle cx="6" cy="6" r="4" fill="currentColor" />}
      </svg>
      {text}
    </span>
  );
}

/** Tones of states that are not chunk states. States of similar meaning share a colour. */
const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: "busy",
  PAUSED: "waiting",
  DISABLED: "quiet",
  SUCCEEDED: "good",
  DELIVERED: "good",
  open: "bad",
  replayed: "good",
  discarded: "quiet",
  ok: "good",
  up: "good",
  down: "bad",
  degraded: "waiting",
  present: "good",
  absent: "bad",
  stopped: "quiet",
};

/** Converts a state to words: `DEAD_LETTER` becomes "dead letter". */
export function stateText(state: string): string {
  return state.toLowerCase().replaceAll("_", " ");
}

/** Returns the shape of a state, so that colour is never the only sign. */
function shapeOf(state: string, appearance: StateAppearance | undefined): ComponentChildren {
  if (appearance === undefined) return MARKS[state];
  return appearance.mark === undefined ? undefined : SHAPES[appearance.mark];
}

const stroke = { fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round" } as const;
const tick = <path d="M2.5 6.5 5 9l4.5-6" {...stroke} />;
const cross = <path d="m3 3 6 6m0-6-6 6" {...stroke} />;
const ring = <circle cx="6" cy="6" r="4" {...stroke} />;
const half = (
  <>
    {ring}
    <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />
  </>
);
const bars = <path d="M4 2.5v7m4-7v7" {...stroke} />;
const dash = <path d="M2.5 6h7" {...stroke} />;
const clock = (
  <>
    {ring}
    <path d="M6 4v2.2L7.4 7" {...stroke} stroke-width="1.3" />
  </>
);
const warning = <path d="M6 1.5 11 10.5H1z M6 5v2.2" {...stroke} stroke-linejoin="round" stroke-width="1.5" />;
const queue = <path d="M2 3.5h8M2 6h8M2 8.5h8" {...stroke} stroke-width="1.5" />;

const SHAPES = { tick, cross, ring, half, dash, warning } as const;

const MARKS: Readonly<Record<string, ComponentChildren>> = {
  SCHEDULED: clock,
  PENDING: ring,
  QUEUED: queue,
  PROCESSING: half,
  ACTIVE: half,
  PAUSED: bars,
  COMPLETED: tick,
  SUCCEEDED: tick,
  DELIVERED: tick,
  replayed: tick,
  ok: tick,
  up: tick,
  present: tick,
  stopped: dash,
  absent: warning,
  FAILED: cross,
  down: cross,
  open: warning,
  degraded: warning,
  DEAD_LETTER: warning,
  CANCELLED: dash,
  DISABLED: dash,
  discarded: dash,
};

type StateBarProps = { readonly counts: Readonly<Record<string, number>>; readonly total: number };

/** Counts by state as one bar. */
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
