/** The statement by which those who wait for tasks look whether they have ended. */
import { sql } from "../../database/sql.ts";

/** Returns those of the tasks that have ended or are gone. */
export const selectEndedTasks = (taskIds: readonly bigint[]) => sql<{ task_id: bigint }>`
  select wanted.task_id
    from unnest(${taskIds}::bigint[]) as wanted (task_id)
    left join rota.tasks on tasks.task_id = wanted.task_id
   where tasks.task_id is null or rota.task_state(tasks) in ('COMPLETED', 'FAILED', 'CANCELLED')`;
