/** Builds task keys and finds tasks by their key or id. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { refusal } from "./check-task.ts";
import type { TimedKey } from "./new-task.ts";
import { selectTaskPlace } from "./tasks.sql.ts";

/**
 * A key of the form `{type}_{label}{value}…_{time}`. The time, in milliseconds, is given by the database when the task is
 * submitted; where another task has it already, the next free one is taken.
 *
 * @example taskKey("tally_creation", [["e", 42], ["g", 3]]) // tally_creation_e42_g3_1738435200000
 */
export function taskKey(type: string, parts: readonly (readonly [label: string, value: string | number])[]): TimedKey {
  for (const [label, value] of parts) {
    if (!LABEL.test(label)) throw refusal(`label "${label}" of a task key must be lower-case letters`, { label });
    if (!VALUE.test(String(value)))
      throw refusal(`part "${label}${String(value)}" of a task key must be letters, digits or hyphens`, { label });
  }
  return { stem: [type, ...parts.map(([label, value]) => `${label}${String(value)}`)].join("_") };
}

/** The id of a chunk, made from that of its task. */
export function chunkKey(key: string, number: number): string {
  return `${key}_chunk_${String(number)}`;
}

const LABEL = /^[a-z]+$/;
/** Without underscores, which separate the parts: two different lists of parts never give the same key. */
const VALUE = /^[A-Za-z0-9-]+$/;

/** Task with the queue, tenant and group to which it belongs. */
export type TaskPlace = {
  readonly taskId: bigint;
  readonly tenant: string;
  readonly group: string;
  readonly queue: string;
  readonly type: string;
};

/**
 * Finds a task by its id or its key. Throws TASK_NOT_FOUND, also when it belongs to another tenant than the given one.
 *
 * @example const { taskId } = await locateTask(database, "send_letters_42_1738435200000", { tenant: "ann" });
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
