/** Takes away now and then what is over of locks, once and secrets; any number of processes may do so. */
import type { Coordinator } from "../coordinator/coordinator.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";

const INTERVAL_MS = 600_000;

export function createPruneLoop({ coordinator, logger }: { coordinator: Coordinator; logger: Logger }): Loop {
  return createLoop({
    name: "coordinator pruning",
    intervalMs: INTERVAL_MS,
    logger,
    runOnce: async () => ((await coordinator.prune()).isMore ? "again" : "idle"),
  });
}
