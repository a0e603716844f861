/** Marks what is left of cancelled tasks and lets go whoever waits for them, in batches, each a transaction of its own. */
import type { Database } from "../database/database.ts";
import { sweepTasks } from "./tasks.sql.ts";

export const SWEPT_CHUNKS_MAX = 5_000;
const SWEPT_TASKS_MAX = 100;

/** One batch. @returns how many chunks were marked; call again while it is not 0. */
export async function sweepCancelled(database: Database, limit: number = SWEPT_CHUNKS_MAX): Promise<number> {
  const chunks = Math.min(limit, SWEPT_CHUNKS_MAX);
  const [row] = await database.query(sweepTasks({ tasks: SWEPT_TASKS_MAX, chunks }));
  return row?.marked ?? 0;
}
