/** Makes passes over the schedules on and on; any number of processes may do so. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { runDueSchedules } from "./run-due-schedules.ts";

export type ScheduleLoopOptions = WithCodec & {
  readonly database: Database;
  readonly logger: Logger;
  /** The longest pause between two passes: a schedule that another process sets is seen after it. */
  readonly intervalMs: number;
  readonly clock?: Clock;
};

export function createScheduleLoop({ database, logger, codec, ...options }: ScheduleLoopOptions): Loop {
  return createLoop({
    name: "schedules",
    logger,
    ...options,
    runOnce: async () => {
      const { missed, failed, next } = await runDueSchedules(database, { codec });
      for (const each of missed) logger.warn(each, "runs of a schedule were missed");
      for (const each of failed) logger.warn(each, "a schedule cannot be run, it is tried again");
      return next;
    },
  });
}
