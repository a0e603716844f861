/** Lists tasks, the newest first, page by page. */
import type { Queryable } from "../../database/database.ts";
import { TASK_TRANSITIONS, type TaskState } from "../../tasks/task.ts";
import { checkedLimit, readNumberCursor, refusal, writeCursor, type Page, type PageWish } from "../page.ts";
import type { TaskView } from "./task-view.ts";
import { findTasks } from "./tasks.sql.ts";
import { viewTasks } from "./view-tasks.ts";

/** How many tasks a page looks at to find those that fit. */
export const LOOKED_TASKS_MAX = 20_000;
/** Chunks of one task are counted so far in lists; `getTask` and `getTaskProgress` count further. */
const COUNTED_MAX = 1_000;
const AFTER_ALL = 9_223_372_036_854_775_807n;

/** Every field that is given must fit. */
export type TaskListing = PageWish & {
  readonly state?: TaskState | undefined;
  readonly type?: string | undefined;
  readonly queue?: string | undefined;
  /** Of a tenant: give that as well. */
  readonly group?: string | undefined;
  /** The id that a workload gave the task. */
  readonly key?: string | undefined;
  /** Tasks with chunks, or jobs. Default: both. */
  readonly kind?: "task" | "job" | undefined;
};

/**
 * Whoever goes from page to page sees each task once that was there when they began; those that come later are newer than
 * the first page.
 *
 * @example const { items, next } = await listTasks(database, { tenant: "ann", state: "FAILED" });
 */
export async function listTasks(on: Queryable, listing: TaskListing = {}): Promise<Page<TaskView>> {
  const limit = checkedLimit(listing.limit);
  const below = readNumberCursor(listing.after) ?? AFTER_ALL;
  checkListing(listing);
  const { key = null, tenant = null, group = null, queue = null, type = null, state = null, kind } = listing;
  const isJob = kind === undefined ? null : kind === "job";
  const wish = { key, tenant, group, queue, type, state, isJob, below, looked: LOOKED_TASKS_MAX, limit };
  const [found] = await on.query(findTasks(wish));
  const items = await viewTasks(on, found?.task_ids ?? [], COUNTED_MAX);
  const lookedTo = found?.looked_to ?? undefined;
  return { items, next: lookedTo === undefined ? undefined : writeCursor(String(lookedTo)) };
}

function checkListing({ state, kind, group, tenant }: TaskListing): void {
  if (state !== undefined && !Object.hasOwn(TASK_TRANSITIONS, state))
    throw refusal(`state "${state}" must be one of ${Object.keys(TASK_TRANSITIONS).join(", ")}`, { field: "state" });
  if (kind !== undefined && kind !== "task" && kind !== "job")
    throw refusal(`kind "${String(kind)}" must be task or job`, { field: "kind" });
  if (group !== undefined && tenant === undefined)
    throw refusal("a group is of a tenant: give the tenant as well", { field: "tenant" });
}
