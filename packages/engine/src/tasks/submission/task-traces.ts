/** Says which traces tasks belong to. Pure. */
import { readTraceparent } from "../../runtime/tracing/spans.ts";
import type { NewTask } from "../new-task.ts";

/** Tasks that name none of their own belong to the given one. */
export function withTraces(tasks: readonly NewTask[], traceparent: string | undefined): readonly NewTask[] {
  if (traceparent === undefined) return tasks;
  return tasks.map((task) => (task.traceparent === undefined ? { ...task, traceparent } : task));
}

/** In the order of the tasks, empty for those without; undefined when all are. What is no `traceparent` is left out: a trace is never worth a refusal. */
export function tracesOf(tasks: readonly NewTask[]): readonly string[] | undefined {
  if (!tasks.some(({ traceparent }) => traceparent !== undefined)) return undefined;
  return tasks.map(({ traceparent }) => (isTraceparent(traceparent) ? traceparent : ""));
}

function isTraceparent(text: string | undefined): text is string {
  return text !== undefined && readTraceparent(text) !== undefined;
}
