/** Reads, retries and cancels jobs. Each change and its entry in the audit log are one transaction. */
import {
  appendAudit,
  cancelTask,
  getTask,
  isRotaError,
  type Queryable,
  type RotaError,
  type TaskDetails,
  type Transaction,
} from "@rota/engine";
import { type ChunkDetails, getChunk, replayDeadLetter } from "@rota/engine/admin";
import { isUuid } from "../core/passport/receipt.ts";
import { PassportError } from "../errors.ts";
import { isPart } from "../store/batch-part.ts";
import { selectPartVersionIds } from "../store/batches.sql.ts";
import { notFound, wrongState } from "../store/rows.ts";
import { storeFailures } from "../store/versions.sql.ts";
import { type JobStatus, jobStatusOf, type JobType, jobTypeOf } from "./job-types.ts";

export type Job = {
  readonly type: JobType;
  readonly status: JobStatus;
  readonly task: TaskDetails;
  readonly chunk: ChunkDetails;
};

type JobName = {
  readonly jobId: string;
  /** Tenant of the job, or undefined for any. */
  readonly tenant: string | undefined;
};

/** Reads a job. Refuses with NOT_FOUND a task that is not a job of passports or belongs to another tenant. */
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

export type JobChange = JobName & { readonly actor: string; readonly reason: string | undefined };

/** Retries a job with all its attempts; a delivery of a webhook begins its schedule anew. The records of earlier attempts are kept. */
export async function retryJob(tx: Transaction, change: JobChange): Promise<Job> {
  const { jobId, actor, reason } = change;
  const job = await readJob(tx, change);
  if (job.status !== "FAILED" && job.status !== "DEAD_LETTER")
    throw refusal(jobId, job.status, NOT_RETRIED[job.status]);
  await replayDeadLetter(tx, `chunk-${jobId}-1`, { actor, ...(reason === undefined ? {} : { reason }) });
  return readJob(tx, change);
}

/** Cancels a job and asks a running one to stop. Its work is not done, and the versions that wait for it store this failure. */
export async function cancelJob(tx: Transaction, change: JobChange): Promise<Job> {
  const { jobId, actor, reason } = change;
  const job = await readJob(tx, change);
  refuseDelivery(job);
  if (!(await cancelOpen(() => cancelTask(tx, BigInt(jobId)), job, jobId))) return readJob(tx, change);
  await appendAudit(tx, {
    tenant: job.task.tenant,
    actor,
    action: "task.cancelled",
    subject: { type: "task", id: jobId },
    details: reason === undefined ? {} : { reason },
  });
  const message = `the job ${jobId} (${job.type}) was cancelled by ${actor}: compile the passport again`;
  const waiting = await versionsOfJob(tx, job);
  await tx.query(storeFailures(waiting.map((versionId) => ({ versionId, code: "TASK_CANCELLED", message }))));
  return readJob(tx, change);
}

async function cancelOpen(cancel: () => Promise<boolean>, { status }: Job, jobId: string): Promise<boolean> {
  try {
    return await cancel();
  } catch (error) {
    throw isRotaError(error, "TASK_FINISHED") ? refusal(jobId, status, "it cannot be cancelled any more") : error;
  }
}

const NOT_RETRIED = {
  QUEUED: "it will run: wait",
  RUNNING: "it runs: wait",
  SUCCEEDED: "there is nothing to do again",
  CANCELLED: "ask anew for what it was to do",
} as const;

function refusal(jobId: string, status: string, why: string): RotaError {
  return wrongState(`the job ${jobId} is ${status}: ${why}`, status);
}

function refuseDelivery({ type }: Job): void {
  if (type !== "DELIVER_WEBHOOK") return;
  const message = "a delivery is not cancelled by itself: disable its endpoint";
  throw new PassportError("VALIDATION_ERROR", message);
}

/** Types of jobs that versions wait for. The first two matter for a part of a batch, because no other job reads its documents. */
const LEADING: ReadonlySet<JobType> = new Set(["PARSE_FACTS", "BUILD_SNAPSHOT", "COMPILE_PASSPORT", "SIGN_PASSPORT"]);

async function versionsOfJob(on: Queryable, { type, chunk: { payload } }: Job): Promise<readonly string[]> {
  if (!LEADING.has(type)) return [];
  if (isPart(payload)) {
    const rows = await on.query(selectPartVersionIds(payload));
    return rows.map(({ passport_version_id }) => passport_version_id);
  }
  return isAboutVersion(payload) ? [payload.passportVersionId] : [];
}

function isAboutVersion(payload: unknown): payload is { readonly passportVersionId: string } {
  if (typeof payload !== "object" || payload === null || !("passportVersionId" in payload)) return false;
  const { passportVersionId } = payload;
  return typeof passportVersionId === "string" && isUuid(passportVersionId);
}
