/** Makes what people see of tasks from their counts and their rows. */
import type { Queryable } from "../../database/database.ts";
import { countTasks, type TaskCounts } from "../../progress/task-counts.ts";
import type { TaskView, WaitingFor } from "./task-view.ts";
import { selectTaskRests, type TaskRestRow } from "./tasks.sql.ts";

/** In the order of the ids given; tasks that do not exist are left out. */
export async function viewTasks(on: Queryable, taskIds: readonly bigint[], countedMax: number): Promise<TaskView[]> {
  if (taskIds.length === 0) return [];
  const counts = new Map((await countTasks(on, taskIds, countedMax)).map((task) => [task.taskId, task]));
  const rests = new Map((await on.query(selectTaskRests(taskIds))).map((row) => [row.task_id, row]));
  return taskIds.flatMap((taskId) => {
    const [task, rest] = [counts.get(taskId), rests.get(taskId)];
    return task === undefined || rest === undefined ? [] : [viewTask(task, rest)];
  });
}

export function viewTask(task: TaskCounts, rest: TaskRestRow): TaskView {
  return {
    ...task,
    version: rest.version,
    priority: rest.priority,
    parentId: rest.parent_id ?? undefined,
    phase: phaseOf(task, rest),
    waitingFor: waitingFor(task, rest),
  };
}

function phaseOf({ state }: TaskCounts, rest: TaskRestRow): TaskView["phase"] {
  if (state !== "ACTIVE" && state !== "PAUSED") return "over";
  if (rest.is_parked) return "children";
  return rest.has_finish_chunk ? "finish" : "chunks";
}

/** Whatever runs waits for nothing; of the rest, what may go on soonest says what the task waits for. */
function waitingFor(task: TaskCounts, { is_parked: isParked }: TaskRestRow): WaitingFor | undefined {
  const { PENDING: pending, QUEUED: queued, SCHEDULED: scheduled, PROCESSING: processing } = task.chunks;
  if ((task.state !== "ACTIVE" && task.state !== "PAUSED") || processing.count > 0) return undefined;
  if (task.state === "PAUSED") return "resume";
  if (isParked) return "children";
  if (queued.count > 0) return "broker";
  if (pending.count > 0) return "turn";
  return scheduled.count > 0 ? "dueTime" : undefined;
}
