/** Says whose a task is and where it belongs, without looking at its chunks. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { selectTaskPlace } from "./tasks.sql.ts";

export type TaskPlace = {
  readonly taskId: bigint;
  readonly tenant: string;
  readonly group: string;
  readonly queue: string;
  readonly type: string;
};

/**
 * By its id or its key. Rejects with TASK_NOT_FOUND, also when it is not of the tenant that is given.
 *
 * @example const { taskId } = await locateTask(database, "tally_creation_e42_1738435200000", { tenant: "bern" });
 */
export async function locateTask(
  on: Queryable,
  task: bigint | string,
  { tenant }: { readonly tenant?: string | undefined } = {},
): Promise<TaskPlace> {
  const name = typeof task === "bigint" ? { taskId: task, taskKey: null } : { taskId: null, taskKey: task };
  const [row] = await on.query(selectTaskPlace(name));
  if (row === undefined || (tenant !== undefined && row.tenant !== tenant)) throw notFound(task);
  return { taskId: BigInt(row.task_id), tenant: row.tenant, group: row.group_name, queue: row.queue, type: row.type };
}

function notFound(task: bigint | string): RotaError {
  const name = typeof task === "bigint" ? `task ${String(task)}` : `task with the key "${task}"`;
  return new RotaError("TASK_NOT_FOUND", `there is no ${name}: it was never submitted, or was pruned`, {
    task: String(task),
  });
}
