/** Names the tasks of passports as jobs, with the types and statuses of the system that this one replaces. */
import type { TaskView } from "@rota/engine";

/** Types of jobs and their tasks. DELIVER_WEBHOOK sends events of every type. */
export const JOB_TASKS = {
  INGEST_DOCUMENT: "passports.ingest-document",
  PARSE_FACTS: "passports.parse-facts",
  BUILD_SNAPSHOT: "passports.build-snapshot",
  RUN_RULE_TESTS: "passports.run-rule-tests",
  COMPILE_PASSPORT: "passports.compile-passport",
  SIGN_PASSPORT: "passports.sign-passport",
  GENERATE_QR: "passports.generate-qr",
  REPLAY_PASSPORT: "passports.replay-passport",
  EXPORT_PASSPORT: "passports.export-passport",
  DELIVER_WEBHOOK: "webhooks.deliver",
} as const;

export type JobType = keyof typeof JOB_TASKS;

export const JOB_TYPES = [
  "INGEST_DOCUMENT",
  "PARSE_FACTS",
  "BUILD_SNAPSHOT",
  "RUN_RULE_TESTS",
  "COMPILE_PASSPORT",
  "SIGN_PASSPORT",
  "GENERATE_QR",
  "REPLAY_PASSPORT",
  "EXPORT_PASSPORT",
  "DELIVER_WEBHOOK",
] as const satisfies readonly JobType[];

/** Returns undefined for a task that is not a job of passports. */
export function jobTypeOf(taskType: string): JobType | undefined {
  return JOB_TYPES.find((type) => JOB_TASKS[type] === taskType);
}

export const JOB_STATUSES = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED", "DEAD_LETTER", "CANCELLED"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** State of the tasks that can have a job status. */
export const TASK_STATE_OF = {
  QUEUED: "ACTIVE",
  RUNNING: "ACTIVE",
  SUCCEEDED: "COMPLETED",
  FAILED: "FAILED",
  DEAD_LETTER: "FAILED",
  CANCELLED: "CANCELLED",
} as const satisfies Record<JobStatus, TaskView["state"]>;

/** Returns the status of a job. FAILED means that no retry could help, and DEAD_LETTER that all attempts are used up. */
export function jobStatusOf({ state, chunks }: Pick<TaskView, "state" | "chunks">): JobStatus {
  switch (state) {
    case "ACTIVE":
    case "PAUSED":
      return chunks.PROCESSING.count > 0 ? "RUNNING" : "QUEUED";
    case "COMPLETED":
      return "SUCCEEDED";
    case "FAILED":
      return chunks.DEAD_LETTER.count > 0 ? "DEAD_LETTER" : "FAILED";
    case "CANCELLED":
      return "CANCELLED";
  }
}
