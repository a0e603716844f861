/** The task whose chunks are the batches of an intake. */
import { exponential } from "../../retries/retry-policy.ts";
import { defineTask, type TaskDefinition } from "../../tasks/definition/define-task.ts";
import { ATTEMPTS_MAX } from "../../tasks/new-task.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import { processBatch, type ProcessingParts } from "./process-batch.ts";

/** Of a batch as a whole, which fails only for reasons outside its events. */
const RETRY = exponential({ firstMs: 1_000, factor: 2, maxMs: 60_000, retries: ATTEMPTS_MAX - 1, jitter: 0.2 });

export function intakeTask(intake: IntakeDefinition, parts: ProcessingParts): TaskDefinition {
  const { taskType: name, queue, timeoutMs } = intake;
  return defineTask({
    name,
    queue,
    retry: RETRY,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    split: () => [null], // not a job: each batch has a cost of its own
    run: (_payload, context) => processBatch(intake, parts, context),
  });
}
