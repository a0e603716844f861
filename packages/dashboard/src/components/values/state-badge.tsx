/** A state in words, with a shape and a colour that say the same. */
import { StateMark } from "./state-mark.tsx";

type StateBadgeProps = {
  readonly state: string;
  /** What it says instead of the state's name. */
  readonly text?: string;
};

export function StateBadge({ state, text = stateText(state) }: StateBadgeProps) {
  return (
    <span class="state" data-state={state} data-tone={TONES[state]}>
      <StateMark state={state} />
      {text}
    </span>
  );
}

/** States that are not those of chunks share a colour by what they mean. */
const TONES: Readonly<Record<string, string>> = {
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
  CEREMONY: "waiting",
  READY: "waiting",
  OPEN: "busy",
  TALLYING: "busy",
  DECRYPTING: "busy",
  COMBINING: "busy",
  DECRYPTED: "good",
  CAST: "good",
  CHALLENGED: "waiting",
  REJECTED: "bad",
  MISSING: "bad",
  POSTED: "good",
  REVERSAL: "waiting",
  CORRECTION: "waiting",
  CLOSING: "quiet",
  SOFT_CLOSED: "waiting",
  HARD_CLOSED: "quiet",
  COMPILING: "busy",
  SIGNED: "waiting",
  IN_FORCE: "good",
  SUPERSEDED: "quiet",
  REVOKED: "bad",
  BUILDING: "busy",
  SEALED: "good",
  UPLOADED: "waiting",
  VALIDATED: "good",
  PUBLISHED: "good",
  DRAFT: "waiting",
  DEPRECATED: "quiet",
  RETIRED: "quiet",
};

/** `DEAD_LETTER` is read as "dead letter". */
export function stateText(state: string): string {
  return state.toLowerCase().replaceAll("_", " ");
}
