/** Reads one job: its task, and the chunk that the task is of. */
import { getChunk, getTask, isRotaError, type ChunkDetails, type Queryable, type TaskDetails } from "@rota/engine";
import { notFound } from "../refusals.ts";
import { jobStatusOf, jobTypeOf, type JobStatus, type JobType } from "./job.ts";

export type Job = {
  readonly type: JobType;
  readonly status: JobStatus;
  readonly task: TaskDetails;
  readonly chunk: ChunkDetails;
};

export type JobName = {
  readonly jobId: string;
  /** Undefined: whosever it is. */
  readonly tenant: string | undefined;
};

/** Refuses with NOT_FOUND what is no job of passports, or of another tenant. */
export async function readJob(on: Queryable, { jobId, tenant }: JobName): Promise<Job> {
  const taskId = BigInt(jobId);
  try {
    const task = await getTask(on, { task: taskId, tenant });
    const type = jobTypeOf(task.type);
    if (type === undefined) throw notFound("job", jobId);
    return { type, status: jobStatusOf(task), task, chunk: await getChunk(on, { taskId, number: 1 }) };
  } catch (error) {
    throw isRotaError(error, "TASK_NOT_FOUND") ? notFound("job", jobId) : error;
  }
}
