/** The statements by which failed chunks are given another set of attempts. */
import { sql, type JsonValue } from "../database/sql.ts";

/** Gives failed chunks that match, and failed before a time, another set of attempts. Returns one row: how many. */
export const redriveChunkRows = (wish: { which: JsonValue; before: Date; limit: number }) => sql<{ redriven: number }>`
  select rota.redrive_chunks(${wish.which}::text::jsonb, ${wish.before}, ${wish.limit}) as redriven`;

/** Returns one row: the time, rounded up to what a Date can say. */
export const selectNow = () => sql<{ now: Date }>`
  select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`;

/** Returns the state of a task. No row: there is no such task. */
export const selectTaskState = (taskId: bigint) => sql<{ state: string }>`
  select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`;
