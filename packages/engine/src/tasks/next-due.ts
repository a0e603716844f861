/** Says when it is worth to look at a queue again though nobody submits to it. */
import type { Queryable } from "../database/database.ts";
import { selectNextDue } from "./tasks.sql.ts";

/**
 * In how many milliseconds a scheduled chunk of the queue falls due or a limited rate lets a lane go on, by the clock of
 * the database; 0 when something is due by now, undefined when nothing will be.
 */
export async function nextDueMs(on: Queryable, queue: string): Promise<number | undefined> {
  const [row] = await on.query(selectNextDue(queue));
  const dueInMs = row?.due_in_ms ?? undefined;
  return dueInMs === undefined ? undefined : Math.max(0, Math.ceil(dueInMs));
}
