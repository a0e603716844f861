/** Jobs as the API tells them. */
import type { TaskView } from "@rota/engine";
import { Type, type Static } from "typebox";
import { JOB_STATUSES, JOB_TYPES, jobStatusOf, jobTypeOf, type JobType } from "../../life/jobs/job.ts";
import type { Job } from "../../life/jobs/read-job.ts";
import { JobId, Nullable, Time, Whole, Word } from "../fields.ts";

const listed = {
  job_id: JobId,
  tenant: Type.String(),
  type: Word(JOB_TYPES),
  status: Word(JOB_STATUSES, {
    description: "FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.",
  }),
  priority: Type.Integer({ minimum: 0, maximum: 3, description: "0 goes first." }),
  created_at: Time,
  finished_at: Nullable(Time),
};

export const ListedJob = Type.Object(listed);

export const JobView = Type.Object({
  ...listed,
  created_by: Nullable(Type.String(), { description: "Null: another job." }),
  attempts: Whole,
  max_attempts: Type.Integer({ minimum: 1 }),
  scheduled_at: Nullable(Time, { description: "When it is tried next, if it waits for that." }),
  started_at: Nullable(Time),
  last_error: Nullable(Type.Object({ code: Nullable(Type.String()), message: Nullable(Type.String()) })),
  payload: Type.Unknown({ description: "What it is about: ids." }),
  result: Type.Unknown({ description: "What came of it, once it has succeeded." }),
});

/** Undefined: a task that is no job of passports. */
export function listedJob(task: TaskView): Static<typeof ListedJob> | undefined {
  const type = jobTypeOf(task.type);
  return type === undefined ? undefined : listedOf(task, type);
}

function listedOf(task: TaskView, type: JobType): Static<typeof ListedJob> {
  return {
    job_id: String(task.taskId),
    tenant: task.tenant,
    type,
    status: jobStatusOf(task),
    priority: task.priority,
    created_at: task.submittedAt.toISOString(),
    finished_at: task.finishedAt?.toISOString() ?? null,
  };
}

export function jobView({ type, task, chunk }: Job): Static<typeof JobView> {
  const { error } = chunk;
  return {
    ...listedOf(task, type),
    created_by: task.submittedBy ?? null,
    attempts: chunk.attempt,
    max_attempts: task.attemptsMax,
    scheduled_at: chunk.dueAt?.toISOString() ?? null,
    started_at: chunk.startedAt?.toISOString() ?? null,
    last_error: error === undefined ? null : { code: error.code ?? null, message: error.message ?? null },
    payload: chunk.payload ?? null,
    result: chunk.result ?? null,
  };
}
