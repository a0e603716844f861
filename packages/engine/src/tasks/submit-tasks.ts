/** Appends tasks, their chunks and word of their arrival in one statement, in a transaction of the caller's if there is one. */
import type { Queryable } from "../database/database.ts";
import { checkDueAt, checkedJson, checkTask, refusal } from "./check-task.ts";
import { groupLane, jobsLane, tenantLane, type LanePath } from "./lane-id.ts";
import { CHUNKS_MAX, SUBMISSION_BYTES_MAX, TASKS_MAX, type NewTask, type SubmittedTask } from "./new-task.ts";
import { insertTasks } from "./tasks.sql.ts";

export const DEFAULT_PRIORITY = 2;

/**
 * Submits all of the tasks or none. On a database it is a transaction of its own; in a transaction the tasks become
 * visible when it commits. Nothing is locked that a claim needs, however long that takes.
 *
 * @returns the tasks in the order in which they were given.
 */
export async function submitTasks(on: Queryable, tasks: readonly NewTask[]): Promise<SubmittedTask[]> {
  if (tasks.length === 0) return [];
  const rows = await on.query(insertTasks(toJson(tasks)));
  const ids = new Map(rows.map((row) => [row.nth, row.task_id]));
  return tasks.map(({ taskKey }, index) => ({ taskId: idOf(ids, index), taskKey }));
}

function idOf(ids: ReadonlyMap<number, bigint>, index: number): bigint {
  const id = ids.get(index + 1);
  if (id === undefined) throw new Error(`the database gave no id for task ${String(index + 1)} of the submission`);
  return id;
}

/** The whole submission as one value: checked first, so that a refusal costs no round trip. */
function toJson(tasks: readonly NewTask[]): { jsonText: string } {
  for (const task of tasks) checkTask(task);
  checkCounts(tasks);
  const findLanes = laneFinder();
  const jsonText = `[${tasks.map((task) => taskJson(task, findLanes)).join(",")}]`;
  const bytes = Buffer.byteLength(jsonText);
  if (bytes > SUBMISSION_BYTES_MAX)
    throw refusal(
      `the submission has ${String(bytes)} bytes, at most ${String(SUBMISSION_BYTES_MAX)} go in one call: use several, in a transaction if they belong together`,
      { bytes, bytesMax: SUBMISSION_BYTES_MAX },
    );
  return { jsonText };
}

function checkCounts(tasks: readonly NewTask[]): void {
  const chunkCount = tasks.reduce((sum, task) => sum + task.chunks.length, 0);
  if (tasks.length <= TASKS_MAX && chunkCount <= CHUNKS_MAX) return;
  throw refusal(
    `the submission has ${String(tasks.length)} tasks with ${String(chunkCount)} chunks, at most ${String(TASKS_MAX)} with ${String(CHUNKS_MAX)} go in one call: use several, in a transaction if they belong together`,
    { tasks: tasks.length, chunks: chunkCount },
  );
}

/** Payloads are checked as text and pasted as they are, so that each is written once. */
function taskJson(task: NewTask, findLanes: (task: NewTask) => Lanes): string {
  const isJob = task.isJob ?? task.chunks.length === 1;
  const { tenant, group, jobs } = findLanes(task);
  const fields = JSON.stringify({
    task_key: task.taskKey,
    queue: task.queue,
    tenant: task.tenant,
    group_name: task.group,
    type: task.type,
    version: task.version ?? 1,
    priority: task.priority ?? DEFAULT_PRIORITY,
    cost: task.cost ?? 1,
    weight: task.weight ?? 1,
    max_in_flight: task.maxInFlight,
    is_job: isJob,
    chunk_count: task.chunks.length,
    tenant_lane: tenant,
    group_lane: group,
    jobs_lane: isJob ? jobs : undefined,
    due_times: dueTimes(task),
  });
  const input = task.input === undefined ? "" : `,"input":${checkedJson("input", task.input)}`;
  const payloads = task.chunks.map(({ payload }) => checkedJson("payload", payload)).join(",");
  return `${fields.slice(0, -1)}${input},"payloads":[${payloads}]}`;
}

/** One for each chunk, or nothing when all may run at once. */
function dueTimes({ chunks }: NewTask): (Date | null)[] | undefined {
  if (chunks.every(({ dueAt }) => dueAt === undefined)) return undefined;
  return chunks.map(({ dueAt }) => {
    if (dueAt !== undefined) checkDueAt(dueAt);
    return dueAt ?? null;
  });
}

type Lanes = { readonly tenant: string; readonly group: string; readonly jobs: string };

/** A thousand jobs of one type need three hashes, not three thousand. */
function laneFinder(): (task: NewTask) => Lanes {
  const known = new Map<string, Lanes>();
  return (task) => {
    const path: LanePath & { type: string } = {
      queue: task.queue,
      tenant: task.tenant,
      priority: task.priority ?? DEFAULT_PRIORITY,
      group: task.group,
      type: task.type,
    };
    const name = JSON.stringify([path.queue, path.tenant, path.priority, path.group, path.type]);
    const found = known.get(name) ?? {
      tenant: String(tenantLane(path)),
      group: String(groupLane(path)),
      jobs: String(jobsLane(path)),
    };
    known.set(name, found);
    return found;
  };
}
