/** Sweeps cancelled tasks, batch after batch, whenever it is woken; any number of processes may do so. */
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { sweepCancelled } from "../tasks/sweep-cancelled.ts";

export type SweepLoopOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** The longest pause between two batches. */
  readonly intervalMs: number;
  readonly clock?: Clock;
};

export function createSweepLoop({ database, ...options }: SweepLoopOptions): Loop {
  return createLoop({
    name: "the sweep of cancelled tasks",
    ...options,
    runOnce: async () => ((await sweepCancelled(database)) > 0 ? "again" : "idle"),
  });
}
