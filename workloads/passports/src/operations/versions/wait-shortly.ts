/** What is answered while the workers do something, and waiting for them a little: the server itself compiles nothing. */
import type { SubmittedTask, TaskHandle } from "@rota/engine";
import { Type } from "typebox";
import { JobId, Word } from "../fields.ts";

export const Accepted = Type.Object({ job_id: JobId, status: Word(["ACCEPTED"]) });

export function accepted({ taskId }: Pick<SubmittedTask, "taskId">) {
  return { status: 202, body: { job_id: String(taskId), status: "ACCEPTED" } } as const;
}

/** Callers wait no longer; what was submitted goes on. */
const WAIT_MS = 15_000;

/** The result, or undefined when it takes longer than the wait. */
export async function waitShortly<Result>(task: TaskHandle<Result>, signal: AbortSignal): Promise<Result | undefined> {
  const patience = AbortSignal.timeout(WAIT_MS);
  try {
    return await task.result({ signal: AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (patience.aborted && !signal.aborted) return undefined;
    throw error;
  }
}
