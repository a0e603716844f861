/** Decides which runs of a schedule are submitted now, which are skipped, and when the next one is due. Pure. */
import type { CronTimes } from "./cron-times.ts";
import { LATE_RUN_MS, type OnMissed } from "./schedule.ts";
import type { HeldScheduleRow } from "./schedules.sql.ts";

export type PlannedSchedule = {
  readonly times: CronTimes;
  /** First run that is not decided. */
  readonly nextRunAt: Date;
  readonly onMissed: OnMissed;
  readonly catchUpMax: number;
};

export type RunPlan = {
  /** Runs to submit now, the oldest first. */
  readonly runs: readonly Date[];
  readonly missed: MissedSpan | undefined;
  readonly nextRunAt: Date;
};

/** Span of skipped runs: from the first and before the other. */
export type MissedSpan = { readonly fromRun: Date; readonly beforeRun: Date };

/** Plans at most `limit` runs; when there are more, `nextRunAt` is still due. */
export function planRuns(schedule: PlannedSchedule, now: Date, limit: number): RunPlan {
  const { times, nextRunAt } = schedule;
  const first = nextRunAt > now ? nextRunAt : firstToSubmit(schedule, now);
  const missed = first > nextRunAt ? { fromRun: nextRunAt, beforeRun: first } : undefined;

  const runs: Date[] = [];
  let run = first;
  for (; run <= now && runs.length < limit; run = times.next(run)) runs.push(run);
  return { runs, missed, nextRunAt: run };
}

function firstToSubmit(schedule: PlannedSchedule, now: Date): Date {
  const { times, nextRunAt, onMissed, catchUpMax } = schedule;
  const lateBefore = new Date(now.getTime() - LATE_RUN_MS);
  if (nextRunAt >= lateBefore) return nextRunAt;
  const onTime = firstFrom(times, lateBefore);
  switch (onMissed) {
    case "none":
      return onTime;
    case "once":
      // A run that is on time replaces the missed ones before it.
      return onTime <= now ? onTime : latestBefore(schedule, onTime);
    case "all": {
      const wanted = times.roughlyBefore(onTime, catchUpMax);
      return wanted === undefined || wanted < nextRunAt ? nextRunAt : firstFrom(times, wanted);
    }
  }
}

/** Returns a moment before a time and after every earlier one: times are whole seconds. */
function firstFrom(times: CronTimes, from: Date): Date {
  return times.next(new Date(from.getTime() - 1));
}

/** Searches by bisection: there may be a run for every second of a week. */
function latestBefore({ times, nextRunAt }: PlannedSchedule, end: Date): Date {
  let latest = nextRunAt;
  let endMs = end.getTime();
  while (endMs - latest.getTime() > 1_000) {
    const middle = new Date(Math.floor((latest.getTime() + endMs) / 2_000) * 1_000);
    const run = firstFrom(times, middle);
    if (run < end) latest = run;
    else endMs = middle.getTime();
  }
  return latest;
}

/** Returns the next run, also when the clock was set back: a time that ran before is not repeated. */
export function nextRun({ now, last_run_at: lastRunAt }: HeldScheduleRow, times: CronTimes): Date {
  return times.next(lastRunAt === null || lastRunAt < now ? now : lastRunAt);
}
