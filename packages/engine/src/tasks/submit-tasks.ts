/** Appends tasks, their chunks and word of their arrival in one statement, in a transaction of the caller's if there is one. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { inSpan, isTracing } from "../runtime/tracing/spans.ts";
import type { NewTask, SubmittedTask } from "./new-task.ts";
import { encodeTasks, type EncodedTask } from "./submission/encode-tasks.ts";
import { hasKeys, submissionJson } from "./submission/submission-json.ts";
import { notesOf, withTraces } from "./submission/task-notes.ts";
import * as statements from "./tasks.sql.ts";
import type { ParentRefusal, SubmittedRow } from "./tasks.sql.ts";

/**
 * Submits all of the tasks or none. On a database it is a transaction of its own; in a transaction the tasks become
 * visible when it commits. Nothing is locked that a claim needs, however long that takes. A submission that is refused
 * leaves the transaction as it was.
 *
 * @returns the tasks in the order in which they were given.
 * @example const [task] = await submitTasks(database, [{ queue, tenant, group, type: "count", chunks: [{ payload: 1 }] }]);
 */
export async function submitTasks(
  on: Queryable,
  tasks: readonly NewTask[],
  { codec }: WithCodec = {},
): Promise<SubmittedTask[]> {
  if (tasks.length === 0) return [];
  if (!isTracing() || tasks.every(({ traceparent }) => traceparent !== undefined)) return submit(on, tasks, codec);
  const [{ type } = { type: "" }] = tasks;
  const wish = { name: `submit ${type}`, kind: "producer", attributes: { "rota.tasks": tasks.length } } as const;
  return inSpan(wish, (span) => submit(on, withTraces(tasks, span?.traceparent), codec));
}

async function submit(on: Queryable, tasks: readonly NewTask[], codec: WithCodec["codec"]): Promise<SubmittedTask[]> {
  const encoded = codec === undefined ? tasks : await encodeTasks(codec, tasks);
  return tasks.some(mayBeRefused) ? submitOrRefuse(on, encoded) : append(on, encoded);
}

/** By what the database holds; everything else was checked before. */
function mayBeRefused(task: NewTask): boolean {
  return hasKeys(task) || task.parentId !== undefined;
}

async function append(on: Queryable, tasks: readonly EncodedTask[]): Promise<SubmittedTask[]> {
  const submission = submissionJson(tasks);
  const notes = notesOf(tasks);
  const [row] = await on.query(
    notes === undefined ? statements.appendTasks(submission) : statements.appendNotedTasks(submission, notes),
  );
  const taskIds = row?.task_ids.split(",") ?? [];
  return taskIds.map((taskId) => ({ taskId: BigInt(taskId), taskKey: undefined, isNew: true }));
}

async function submitOrRefuse(on: Queryable, tasks: readonly EncodedTask[]): Promise<SubmittedTask[]> {
  const submission = submissionJson(tasks);
  const notes = notesOf(tasks);
  const rows = await on.query(
    notes === undefined ? statements.submitUnderKeys(submission) : statements.submitNotedUnderKeys(submission, notes),
  );
  const remarked = withNextMarks(tasks, rows);
  if (remarked !== undefined) return submitOrRefuse(on, remarked);
  for (const row of rows) if (row.refused !== null) throw conflict(tasks[row.nth - 1], row);
  return [...rows]
    .sort((a, b) => a.nth - b.nth)
    .map((row) => ({ taskId: BigInt(row.task_id), taskKey: row.task_key ?? undefined, isNew: row.is_new }));
}

/** What seems to be other input may be the same one, marked with an earlier key of the codec. Undefined: nothing is left to try. */
function withNextMarks(
  tasks: readonly EncodedTask[],
  rows: readonly SubmittedRow[],
): readonly EncodedTask[] | undefined {
  const refused = rows.filter((row) => row.refused !== null);
  const marked = new Map(refused.map(({ nth }) => [nth - 1, tasks[nth - 1]?.inputMarks?.slice(1) ?? []]));
  const isWorthIt = refused.every((row) => row.refused === "OTHER_INPUT" && marked.get(row.nth - 1)?.length !== 0);
  if (refused.length === 0 || !isWorthIt) return undefined;
  return tasks.map((task, index) => {
    const inputMarks = marked.get(index);
    return inputMarks === undefined ? task : { ...task, inputMarks };
  });
}

function conflict(task: NewTask | undefined, { refused, task_id: holder }: SubmittedRow): RotaError {
  if (isParentRefusal(refused)) return parentRefusal(holder, refused);
  const { tenant = "", type = "", taskKey, unique } = task ?? {};
  const isTaskKey = refused === "TASK_KEY" && typeof taskKey === "string";
  const key = isTaskKey ? taskKey : (unique?.key ?? "");
  const name = isTaskKey ? `task key "${key}"` : `unique key "${key}" of tenant "${tenant}" and type "${type}"`;
  const reason =
    refused === "OTHER_INPUT" ? ", which has other input" : refused === "OTHER_MODE" ? " in another mode" : "";
  return new RotaError(
    "TASK_KEY_CONFLICT",
    `${name} is held by task ${holder}${reason}: use another key, or that task; nothing was submitted`,
    { key, tenant, type, heldBy: holder },
  );
}

const PARENT_REFUSALS = {
  PARENT_MISSING: { code: "TASK_NOT_FOUND", reason: "does not exist: submit it first" },
  PARENT_IS_JOB: { code: "TASK_INVALID", reason: "is a job and waits for nobody: submit it with isJob false" },
  PARENT_ENDED: { code: "TASK_FINISHED", reason: "has ended: submit the task without parentId" },
} as const;

function isParentRefusal(refused: SubmittedRow["refused"]): refused is ParentRefusal {
  return refused !== null && refused in PARENT_REFUSALS;
}

function parentRefusal(parentId: string, refused: ParentRefusal): RotaError {
  const { code, reason } = PARENT_REFUSALS[refused];
  return new RotaError(code, `task ${parentId}, named as the parent, ${reason}; nothing was submitted`, {
    taskId: parentId,
  });
}
