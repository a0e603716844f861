/** The statements by which the testing kit looks at what was submitted. */
import { sql } from "../../database/sql.ts";
import type { ChunkState } from "../../tasks/chunk.ts";
import type { TaskState } from "../../tasks/task.ts";

export type SubmittedTaskRow<Input> = {
  task_id: bigint;
  type: string;
  queue: string;
  tenant: string;
  group_name: string;
  state: TaskState;
  input: Input;
  due_at: Date | null;
};

/** Returns tasks in the order of their submission; the input of a job is the payload of its chunk. */
export const selectSubmitted = <Input>({ type, limit }: { type: string; limit: number }) => sql<
  SubmittedTaskRow<Input>
>`
  select task_id, type, tasks.queue, tenant, group_name, rota.task_state(tasks) as state, case when is_job then payload else input end as input, due_at
    from rota.tasks
    join rota.chunks using (task_id)
   where number = 1 and type = ${type}
   order by task_id
   limit ${limit}`;

/** Returns the first chunk of a task that has not ended. No row: all have. */
export const selectOpenChunk = (taskId: bigint) => sql<{ number: number; state: ChunkState; due_at: Date | null }>`
  select number, state, due_at
    from rota.chunks
   where task_id = ${taskId} and state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')
   order by number
   limit 1`;
