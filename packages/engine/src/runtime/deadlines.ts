/** One timer for many deadlines of the same length, nearly all of which are met. */
import type { Clock } from "./clock.ts";

export type Deadlines = {
  /** Calls `onLate` after the time, unless the returned function was called before. */
  add(onLate: () => void): () => void;
  /** Forgets all of them. */
  stop(): void;
};

/** The oldest is the first to be late, so that only it is waited for. */
export function createDeadlines(clock: Clock, afterMs: number): Deadlines {
  const sinceMs = new Map<() => void, number>();
  const stopping = new AbortController();
  let isWaiting = false;

  const waitForOldest = async (): Promise<void> => {
    isWaiting = true;
    for (let [oldest] = sinceMs; oldest !== undefined && !stopping.signal.aborted; [oldest] = sinceMs) {
      const [late, since] = oldest;
      const leftMs = since + afterMs - clock.monotonicMs();
      if (leftMs > 0) await clock.wait(leftMs, stopping.signal);
      else {
        sinceMs.delete(late);
        late();
      }
    }
    isWaiting = false;
  };

  return {
    add(onLate) {
      const late = () => onLate(); // one of its own, for a function that is given twice
      sinceMs.set(late, clock.monotonicMs());
      if (!isWaiting) void waitForOldest();
      return () => void sinceMs.delete(late);
    },
    stop() {
      sinceMs.clear();
      stopping.abort();
    },
  };
}
