/** Counts the attempts that end in this process, by task type, and records spans of chunks whose tasks are traced. */
import type { Database } from "../database/database.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createBatcher } from "../runtime/batcher.ts";
import { Histogram, type HistogramCounts } from "../runtime/histogram.ts";
import { inSpan, type LiveSpan, startSpan } from "../runtime/tracing.ts";
import { type DecidedOutcome, OUTCOME_NAMES } from "../tasks/outcome.ts";
import { selectTraces } from "./worker.sql.ts";

/** The name of an outcome in the history of attempts. */
export type AttemptOutcome = (typeof OUTCOME_NAMES)[DecidedOutcome["kind"]];

export type AttemptCounts = {
  readonly type: string;
  readonly outcomes: Readonly<Record<AttemptOutcome, number>>;
  /** Durations from the claim of a chunk to the end of its handler. */
  readonly durations: HistogramCounts;
};

/** The counts of one type, kept beside its definition, so that counting needs no lookup. */
export class AttemptTally {
  readonly #type: string;
  readonly #outcomes = { COMPLETED: 0, RETRY: 0, EXHAUSTED: 0, SNOOZE: 0, FAIL: 0, RETURN: 0 };
  readonly #durations = new Histogram();

  constructor(type: string) {
    this.#type = type;
  }

  add({ kind }: DecidedOutcome, ms: number): void {
    this.#outcomes[OUTCOME_NAMES[kind]]++;
    this.#durations.observe(ms);
  }

  read(): AttemptCounts {
    return { type: this.#type, outcomes: { ...this.#outcomes }, durations: this.#durations.read() };
  }
}

/** Reads the trace of a task; undefined when it has none. Tasks that are requested together are read together. */
export type TraceOf = (taskId: bigint) => Promise<string | undefined>;

export function createTraceOf(database: Database): TraceOf {
  return createBatcher(async (taskIds) => {
    const rows = await database.query(selectTraces([...new Set(taskIds)])).catch(() => []); // a trace is never worth a failure
    const traces = new Map(rows.map(({ task_id: taskId, traceparent }) => [taskId, traceparent]));
    return (taskId) => traces.get(taskId);
  });
}

export type TracedRun = { readonly chunk: TakenChunk; readonly type: string; readonly handle: () => Promise<unknown> };

/** Runs a handler in a span, which `onSpan` receives and which the caller ends with the outcome. */
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

export function endChunkSpan(span: LiveSpan, outcome: DecidedOutcome): void {
  span.set({ "rota.outcome": OUTCOME_NAMES[outcome.kind] });
  const hasFailed = outcome.kind === "retry" || outcome.kind === "exhausted" || outcome.kind === "fail";
  span.end(hasFailed ? outcome.error : undefined);
}
