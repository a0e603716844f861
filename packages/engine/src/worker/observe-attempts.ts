/** Counts the attempts that end in this process, by task type, and records spans of chunks whose tasks are traced. */
import type { Database } from "../database/database.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createBatcher } from "../runtime/batcher.ts";
import { Histogram, type HistogramCounts } from "../runtime/histogram.ts";
import { inSpan, type LiveSpan, startSpan } from "../runtime/tracing.ts";
import type { Outcomes, UnfinishedChunk } from "./settle-chunks.ts";
import { selectTraces } from "./worker.sql.ts";

/** What a handler's attempt came to, as the history of attempts calls it. */
export type AttemptOutcome = "COMPLETED" | UnfinishedChunk["outcome"];

export type AttemptCounts = {
  readonly type: string;
  readonly outcomes: Readonly<Record<AttemptOutcome, number>>;
  /** From the claim of a chunk to the end of its handler. */
  readonly durations: HistogramCounts;
};

/** One for each type, kept beside its definition, so that counting looks nothing up. */
export class AttemptTally {
  readonly #type: string;
  readonly #outcomes = { COMPLETED: 0, RETRY: 0, EXHAUSTED: 0, SNOOZE: 0, FAIL: 0, RETURN: 0 };
  readonly #durations = new Histogram();

  constructor(type: string) {
    this.#type = type;
  }

  add(outcome: Outcomes, ms: number): void {
    this.#outcomes[outcomeName(outcome)]++;
    this.#durations.observe(ms);
  }

  read(): AttemptCounts {
    return { type: this.#type, outcomes: { ...this.#outcomes }, durations: this.#durations.read() };
  }
}

function outcomeName(outcome: Outcomes): AttemptOutcome {
  return "unfinished" in outcome ? outcome.unfinished.outcome : "COMPLETED";
}

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
  const name = outcomeName(outcome);
  span.set({ "rota.outcome": name });
  const hasFailed = "unfinished" in outcome && FAILURES.includes(name);
  span.end(hasFailed ? (outcome.unfinished.error ?? {}) : undefined);
}
