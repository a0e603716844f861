/** Says when a schedule runs next, whatever became of the runs before. Pure. */
import type { CronTimes } from "../cron/cron-times.ts";
import type { HeldScheduleRow } from "../schedules.sql.ts";

/** Also when the clock was set back: a time that ran before does not come again. */
export function nextRun({ now, last_run_at: lastRunAt }: HeldScheduleRow, times: CronTimes): Date {
  return times.next(lastRunAt === null || lastRunAt < now ? now : lastRunAt);
}
