/** Makes spans of chunks whose tasks are traced: one for the attempt, and in it one for the handler. */
import type { Database } from "../database/database.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createBatcher } from "../runtime/batching/batcher.ts";
import { inSpan, startSpan, type LiveSpan } from "../runtime/tracing/spans.ts";
import { nameOf, type AttemptOutcome } from "./attempt-counts.ts";
import type { Outcomes } from "./running/settler.ts";
import { selectTraces } from "./worker.sql.ts";

const FAILURES: readonly AttemptOutcome[] = ["RETRY", "EXHAUSTED", "FAIL"];

/** The trace of a task; undefined when it has none. Tasks that are asked for together are read together. */
export type TraceOf = (taskId: bigint) => Promise<string | undefined>;

export function createTraceOf(database: Database): TraceOf {
  return createBatcher(async (taskIds) => {
    const rows = await database.query(selectTraces([...new Set(taskIds)])).catch(() => []); // a trace is never worth a failure
    const traces = new Map(rows.map(({ task_id: taskId, traceparent }) => [taskId, traceparent]));
    return (taskId) => traces.get(taskId);
  });
}

export type TracedRun = { readonly chunk: TakenChunk; readonly type: string; readonly handle: () => Promise<unknown> };

/** `onSpan` is told the span of the attempt, which is to be ended with its outcome. */
export async function runTraced(
  traceOf: TraceOf,
  { chunk, type, handle }: TracedRun,
  onSpan: (span: LiveSpan) => void,
): Promise<unknown> {
  const parent = await traceOf(chunk.taskId);
  const attributes = {
    "rota.type": type,
    "rota.task_id": String(chunk.taskId),
    "rota.chunk": chunk.number,
    "rota.attempt": chunk.attempt,
  };
  const span =
    parent === undefined ? undefined : startSpan({ name: `chunk ${type}`, kind: "consumer", parent, attributes });
  if (span === undefined) return handle();
  onSpan(span);
  return span.run(() => inSpan({ name: `handle ${type}`, kind: "internal" }, handle));
}

export function endChunkSpan(span: LiveSpan, outcome: Outcomes): void {
  const name = nameOf(outcome);
  span.set({ "rota.outcome": name });
  const hasFailed = "unfinished" in outcome && FAILURES.includes(name);
  span.end(hasFailed ? (outcome.unfinished.error ?? {}) : undefined);
}
