/** Says which traces tasks belong to and who submitted them. Pure. */
import { readTraceparent } from "../../runtime/tracing/spans.ts";
import type { NewTask } from "../new-task.ts";

/** What is noted beside tasks: lists in the order of the tasks, with an empty text for those that have none. */
export type TaskNotes = { readonly traces: readonly string[]; readonly submitters: readonly string[] };

/** Tasks that name none of their own belong to the given one. */
export function withTraces(tasks: readonly NewTask[], traceparent: string | undefined): readonly NewTask[] {
  if (traceparent === undefined) return tasks;
  return tasks.map((task) => (task.traceparent === undefined ? { ...task, traceparent } : task));
}

/** Undefined: there is nothing to note. What is no `traceparent` is left out: a trace is never worth a refusal. */
export function notesOf(tasks: readonly NewTask[]): TaskNotes | undefined {
  const hasNotes = tasks.some(({ traceparent, submittedBy }) => traceparent !== undefined || submittedBy !== undefined);
  if (!hasNotes) return undefined;
  return {
    traces: tasks.map(({ traceparent }) => (isTraceparent(traceparent) ? traceparent : "")),
    submitters: tasks.map(({ submittedBy }) => submittedBy ?? ""),
  };
}

function isTraceparent(text: string | undefined): text is string {
  return text !== undefined && readTraceparent(text) !== undefined;
}
