/** Has a job done again, or not done at all; each act and its entry in the audit log are parts of one transaction. */
import { appendAudit, cancelTask, isRotaError, replayDeadLetter, RotaError, type Transaction } from "@rota/engine";
import { wrongState } from "../refusals.ts";
import { storeFailures } from "../versions/versions.sql.ts";
import { readJob, type Job, type JobName } from "./read-job.ts";
import { versionsOfJob } from "./versions-of-job.ts";

export type JobChange = JobName & { readonly actor: string; readonly reason: string | undefined };

/** All its attempts are before it again; what is known of earlier ones is kept. */
export async function retryJob(tx: Transaction, change: JobChange): Promise<Job> {
  const { jobId, actor, reason } = change;
  const job = await readJob(tx, change);
  refuseDelivery(job);
  if (job.status !== "FAILED" && job.status !== "DEAD_LETTER")
    throw refusal(jobId, job.status, NOT_RETRIED[job.status]);
  await replayDeadLetter(tx, `chunk-${jobId}-1`, { actor, ...(reason === undefined ? {} : { reason }) });
  return readJob(tx, change);
}

/** One that runs is told to end. What it was to do stays undone, and versions that wait for it say so. */
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
  const message =
    "a delivery is sent again by POST /v1/webhooks/deliveries/{deliveryId}/replay, and ended by disabling its endpoint";
  throw new RotaError("VALIDATION_ERROR", message);
}
