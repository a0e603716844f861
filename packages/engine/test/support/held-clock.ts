/** Provides a clock that is stopped until a test advances it, so that waits end in a fixed order. */
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../src/runtime/clock.ts";

export type HeldClock = Clock & {
  /** Advances the time, ends the waits that are due, in their order, and runs the code that waited for them. */
  advance(ms: number): Promise<void>;
  /** Returns the number of waits that have not ended. */
  waiting(): number;
};

type Wait = { readonly dueMs: number; readonly end: () => void };

/** Maximum number of waits that end in one step. More mean an endless loop. */
const WAITS_PER_ADVANCE_MAX = 100_000;

export function createHeldClock(start = new Date("2030-01-01T00:00:00Z")): HeldClock {
  let elapsedMs = 0;
  const waits = new Set<Wait>();

  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        waits.delete(entry);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const entry: Wait = { dueMs: elapsedMs + Math.max(0, ms), end };
      waits.add(entry);
      signal?.addEventListener("abort", end, { once: true });
    });

  const advance = async (ms: number): Promise<void> => {
    const untilMs = elapsedMs + ms;
    for (let ended = 0; ; ended++) {
      assert(ended < WAITS_PER_ADVANCE_MAX, "waits keep falling due without time moving on");
      await nextTurn(); // after this, all code that only waits for promises has run
      const next = earliest(waits);
      if (next === undefined || next.dueMs > untilMs) break;
      elapsedMs = next.dueMs;
      next.end();
    }
    elapsedMs = untilMs;
  };

  return {
    now: () => new Date(start.getTime() + elapsedMs),
    monotonicMs: () => elapsedMs,
    wait,
    advance,
    waiting: () => waits.size,
  };
}

/** Returns the wait that is due next. Of equal ones it is the one that began first, which is the order of the set. */
function earliest(waits: ReadonlySet<Wait>): Wait | undefined {
  let found: Wait | undefined;
  for (const wait of waits) if (found === undefined || wait.dueMs < found.dueMs) found = wait;
  return found;
}
