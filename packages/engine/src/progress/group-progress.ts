/** Says how far the tasks of a group are, one by one and by type. */
import type { Queryable } from "../database/database.ts";
import type { TaskState } from "../tasks/task.ts";
import { percentOf } from "./chunk-counts.ts";
import { selectGroupTasks } from "./progress.sql.ts";
import { countTasks, type TaskCounts } from "./task-counts.ts";

/** A group may have more: the newest are shown. */
export const GROUP_TASKS_MAX = 1_000;

export type GroupProgress = {
  /** The newest first, at most `GROUP_TASKS_MAX`. */
  readonly tasks: readonly TaskCounts[];
  /** False when the group has more tasks than are listed; `byType` then speaks of those listed. */
  readonly isWhole: boolean;
  /** In the order in which the types first came. */
  readonly byType: readonly TypeProgress[];
};

/** The tasks of one type, which in a group whose tasks follow each other are one stage of it. */
export type TypeProgress = {
  readonly type: string;
  readonly tasks: Readonly<Record<TaskState, number>>;
  /** Chunks that there are. */
  readonly total: number;
  readonly completed: number;
  /** FAILED and DEAD_LETTER together. */
  readonly failed: number;
  readonly percent: number;
};

/** @example const { byType } = await getGroupProgress(database, { tenant: "bern", group: "election-42" }); */
export async function getGroupProgress(
  on: Queryable,
  { tenant, group }: { readonly tenant: string; readonly group: string },
): Promise<GroupProgress> {
  const found = await on.query(selectGroupTasks({ tenant, group, limit: GROUP_TASKS_MAX + 1 }));
  const taskIds = found.slice(0, GROUP_TASKS_MAX).map(({ task_id: taskId }) => taskId);
  const tasks = taskIds.length === 0 ? [] : await countTasks(on, taskIds);
  const types = new Set([...tasks].reverse().map(({ type }) => type));
  const byType = [...types].map((type) =>
    typeProgress(
      type,
      tasks.filter((task) => task.type === type),
    ),
  );
  return { tasks, isWhole: found.length <= GROUP_TASKS_MAX, byType };
}

function typeProgress(type: string, tasks: readonly TaskCounts[]): TypeProgress {
  const states = { ACTIVE: 0, PAUSED: 0, COMPLETED: 0, FAILED: 0, CANCELLED: 0 };
  for (const { state } of tasks) states[state] += 1;
  const total = sum(tasks.map((task) => task.total));
  const completed = sum(tasks.map(({ chunks }) => chunks.COMPLETED.count));
  const failed = sum(tasks.map(({ chunks }) => chunks.FAILED.count + chunks.DEAD_LETTER.count));
  return { type, tasks: states, total, completed, failed, percent: percentOf(completed, total) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
