/** Looks at what metrics say about the whole system, in a bounded number of rows. */
import type { Queryable } from "../../database/database.ts";
import { fairnessSpread, type FairnessSpread } from "../../fairness/explain/fairness-spread.ts";
import { getOutboxStatistics, type OutboxStatistics } from "../../outbox/watching/outbox-statistics.ts";
import { getSystemStatistics, type SystemStatistics } from "../../progress/system-statistics.ts";
import { countRejected, countTasksWithoutProgress } from "./watching.sql.ts";

export type SystemWatch = {
  readonly statistics: SystemStatistics;
  readonly outbox: OutboxStatistics;
  /** By queue. */
  readonly spreads: Readonly<Record<string, FairnessSpread>>;
  /** Active tasks of which no chunk was over five minutes after they were submitted. */
  readonly tasksWithoutProgress: number;
  /** Events of intakes that wait for a decision. */
  readonly rejectedEvents: number;
};

const WITHOUT_PROGRESS_MS = 300_000;
/** Where there are more, as many are counted. */
const LOOKED_TASKS_MAX = 10_000;
const COUNTED_EVENTS_MAX = 10_000;

/** A few statements, one after the other: who watches takes one connection and no more. */
export async function watchSystem(on: Queryable): Promise<SystemWatch> {
  const statistics = await getSystemStatistics(on);
  const outbox = await getOutboxStatistics(on);
  const wish = { afterMs: WITHOUT_PROGRESS_MS, looked: LOOKED_TASKS_MAX };
  const [late] = await on.query(countTasksWithoutProgress(wish));
  const [rejected] = await on.query(countRejected(COUNTED_EVENTS_MAX));
  const spreads: Record<string, FairnessSpread> = {};
  for (const { queue } of statistics.queues) spreads[queue] = await fairnessSpread(on, queue);
  return {
    statistics,
    outbox,
    spreads,
    tasksWithoutProgress: late?.tasks ?? 0,
    rejectedEvents: rejected?.events ?? 0,
  };
}
