/** The shape of a state, so that colour is never alone in telling it. */
import type { ComponentChildren } from "preact";

export function StateMark({ state }: { readonly state: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {MARKS[state] ?? <circle cx="6" cy="6" r="4" fill="currentColor" />}
    </svg>
  );
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
  DECRYPTED: tick,
  CAST: tick,
  CHALLENGED: ring,
  REJECTED: cross,
  MISSING: warning,
  OPEN: half,
  TALLYING: half,
  DECRYPTING: half,
  COMBINING: half,
};
