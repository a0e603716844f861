/** Fills a migrated database with lanes, finished and waiting chunks, and leaves the server no clean-up work. */
import type { Database } from "@rota/engine";
import { insertFinished, insertTasks, insertWaiting, TIDY_UP, type Shape } from "./fill.sql.ts";

const FILL_MAX_MS = 600_000;

export type Amounts = { readonly waiting: number; readonly finished: number };

/** Number of chunks of either kind in each task; the totals are at least those that were requested. */
export type Filled = { readonly waitingEach: number; readonly finishedEach: number; readonly waiting: number };

export async function fillDatabase(database: Database, shape: Shape, amounts: Amounts): Promise<Filled> {
  const lanes = shape.tenants * shape.groups * shape.tasks;
  const waitingEach = Math.ceil(amounts.waiting / lanes);
  const finishedEach = Math.ceil(amounts.finished / lanes);
  const long = { timeoutMs: FILL_MAX_MS };
  await database.query(insertTasks(shape), long);
  await database.query(insertFinished(finishedEach), long);
  await database.query(insertWaiting({ each: waitingEach, finishedEach }), long);
  for (const statement of TIDY_UP) await database.query(statement, long);
  return { waitingEach, finishedEach, waiting: waitingEach * lanes };
}
