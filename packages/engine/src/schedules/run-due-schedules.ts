/** Submits what schedules have due: one pass is one short transaction, whichever processes do it at the same time. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database } from "../database/database.ts";
import type { RotaError } from "../errors.ts";
import type { Next } from "../runtime/loop.ts";
import type { AtTime } from "./new-schedule.ts";
import type { MissedSpan } from "./runs/plan-runs.ts";
import { settleRuns, type SettledSchedule } from "./runs/settle-runs.ts";
import type { SubmittedRun } from "./runs/submit-runs.ts";
import { selectNextDueSchedule, takeDueSchedules } from "./schedules.sql.ts";

/** Of one pass. */
export const SCHEDULES_MAX = 100;

export type SchedulePass = {
  readonly submitted: readonly (SubmittedRun & { readonly schedule: string })[];
  /** Runs that were left out because nobody was there in time. */
  readonly missed: readonly (MissedSpan & { readonly schedule: string })[];
  /** Schedules that cannot be run; each is tried again after RETRY_MS. */
  readonly failed: readonly { readonly schedule: string; readonly error: RotaError }[];
  /** When to make the next pass. */
  readonly next: Next;
};

/**
 * Each nominal time is submitted once, or left out and recorded as missed: whoever makes the pass holds the rows, and
 * tasks, times and records are committed together. A pass whose commit got lost is simply made again.
 */
export async function runDueSchedules(
  database: Database,
  { now, codec }: AtTime & WithCodec = {},
): Promise<SchedulePass> {
  const at = now ?? null;
  const { taken, settled } = await database.transaction(async (tx) => {
    const rows = await tx.query(takeDueSchedules({ now: at, limit: SCHEDULES_MAX }));
    return { taken: rows.length, settled: await settleRuns(tx, rows, { codec }) };
  });
  const isMore = taken === SCHEDULES_MAX || settled.length < taken || settled.some(isStillDue);
  return { ...describe(settled), next: isMore ? "again" : await nextPass(database, at) };
}

function isStillDue({ row, nextRunAt, error }: SettledSchedule): boolean {
  return error === undefined && nextRunAt <= row.now;
}

/** What is due by now is with another process: if that dies, the next look at the latest finds it. */
async function nextPass(database: Database, now: Date | null): Promise<Next> {
  const [row] = await database.query(selectNextDueSchedule(now));
  const dueInMs = row?.due_in_ms ?? undefined;
  return dueInMs === undefined ? "idle" : { dueInMs };
}

function describe(settled: readonly SettledSchedule[]): Omit<SchedulePass, "next"> {
  return {
    submitted: settled.flatMap(({ row, runs }) => runs.map((run) => ({ schedule: row.name, ...run }))),
    missed: settled.flatMap(({ row, missed }) => (missed === undefined ? [] : { schedule: row.name, ...missed })),
    failed: settled.flatMap(({ row, error }) => (error === undefined ? [] : { schedule: row.name, error })),
  };
}
