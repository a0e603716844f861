/** What is to be ended, the last opened first, whatever fails on the way. */

export type Stops = {
  /** Adds one that is ended before all others so far. */
  first(stop: () => Promise<void>): void;
  /** Ends all of them, each once, and throws what failed when all have had their turn. */
  run(): Promise<void>;
};

export function createStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  return {
    first: (stop) => void stops.unshift(stop),
    async run() {
      const failures: unknown[] = [];
      for (const stop of stops.splice(0)) await stop().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, "some parts of the engine could not be stopped");
    },
  };
}
