/** Time as the engine sees it: the system's, or one that a test holds. */
import { setImmediate as nextTurn } from "node:timers";

/** Source of time, replaced in tests. */
export type Clock = {
  now(): Date;
  /** Never goes back and knows no date: for measuring how long something took. */
  monotonicMs(): number;
  /**
   * Returns after `ms`, or as soon as the signal aborts; it never throws. Zero lets everything else have its turn
   * first.
   */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** Timers of Node fire at once when asked for more. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        cancel();
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const cancel = schedule(ms, end);
      signal?.addEventListener("abort", end, { once: true });
    }),
};

function schedule(ms: number, run: () => void): () => void {
  if (ms <= 0) {
    const turn = nextTurn(run);
    return () => clearImmediate(turn);
  }
  const timer = setTimeout(run, Math.min(ms, TIMER_MS_MAX));
  return () => clearTimeout(timer);
}
