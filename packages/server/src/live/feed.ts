/** Reads what happens once for all who listen in this process, and tells each of them. */
import { createLoop, readChanges, type Change, type Clock, type Engine, type Logger } from "@rota/engine";

export type Feed = {
  /** Tells of every change from now on, until the returned function is called. `place` is where it begins. */
  join(listener: (changes: readonly Change[]) => void): Promise<{ readonly place: string; leave(): void }>;
  stop(): Promise<void>;
};

export type FeedOptions = {
  readonly engine: Pick<Engine, "database">;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** How long after a reading the next one begins. Default 250. */
  readonly intervalMs?: number;
};

const INTERVAL_MS = 250;

export function createFeed({ engine, logger, clock, intervalMs = INTERVAL_MS }: FeedOptions): Feed {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  let place: string | undefined;
  let isStarted = false;

  const loop = createLoop({
    name: "live events",
    intervalMs,
    logger,
    ...(clock === undefined ? {} : { clock }),
    async runOnce() {
      if (listeners.size === 0) {
        place = undefined; // nobody waits for what happens meanwhile
        return "idle";
      }
      const page = await readChanges(engine.database, { after: place });
      place = page.next;
      if (page.items.length > 0) for (const listener of listeners) listener(page.items);
      return page.isFull ? "again" : "idle";
    },
  });

  return {
    async join(listener) {
      listeners.add(listener);
      try {
        if (place === undefined) await loop.runOnce();
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      if (!isStarted) loop.start();
      isStarted = true;
      return { place: place ?? "", leave: () => listeners.delete(listener) };
    },
    stop: () => loop.stop(),
  };
}
