/** Records which runs were left out on purpose, and why, in a transaction of the caller's. */
import type { Queryable } from "../../database/database.ts";
import { forgetMissedRuns, insertMissedRuns, type MissedReason, type ScheduleRow } from "../schedules.sql.ts";
import type { MissedSpan } from "./plan-runs.ts";

/** How many spans of a schedule are kept: the newest. */
export const MISSED_SPANS_MAX = 1_000;

export type Missed = {
  readonly row: Pick<ScheduleRow, "name" | "cron" | "time_zone">;
  readonly span: MissedSpan;
  readonly reason: MissedReason;
};

export async function recordMissed(tx: Queryable, missed: readonly Missed[]): Promise<void> {
  if (missed.length === 0) return;
  await tx.query(
    insertMissedRuns(
      missed.map(({ row, span, reason }) => ({
        schedule_name: row.name,
        cron: row.cron,
        time_zone: row.time_zone,
        from_run: span.fromRun,
        before_run: span.beforeRun,
        reason,
      })),
    ),
  );
  await tx.query(forgetMissedRuns({ names: missed.map(({ row }) => row.name), keep: MISSED_SPANS_MAX }));
}
