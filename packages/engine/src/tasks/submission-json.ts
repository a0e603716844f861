/** Writes a submission as the JSON that rota.append_tasks reads: common fields once, the rest as lists. Pure. */
import type { JsonValue } from "../database/sql.ts";
import { checkDueAt, checkedJson, checkTask, refusal } from "./check-task.ts";
import { groupLane, jobsLane, tenantLane, typeId } from "./lanes.ts";
import { checkLimits, writeLimits } from "./named-limits.ts";
import {
  CHUNKS_MAX,
  DEBOUNCE_WINDOWS_MAX,
  DEFAULT_ATTEMPTS,
  DEFAULT_PRIORITY,
  type NewChunk,
  type NewTask,
  SUBMISSION_BYTES_MAX,
  TASKS_MAX,
} from "./new-task.ts";
import type { EncodedTask } from "./submit-tasks.ts";
import { announceBits } from "./task-event.ts";

/** Tasks that differ only in what the lists hold, and their places in the submission. */
type Alike = { readonly fields: string; readonly nths: number[]; readonly tasks: NewTask[] };

/** Checks everything first, so that a refusal costs no round trip. */
export function submissionJson(tasks: readonly EncodedTask[]): JsonValue {
  for (const task of tasks) {
    checkTask(task);
    checkLimits(task.limits);
  }
  checkCounts(tasks);
  checkKeysDiffer(tasks);
  const jsonText = `[${gather(tasks).map(alikeJson).join(",")}]`;
  const bytes = Buffer.byteLength(jsonText);
  if (bytes <= SUBMISSION_BYTES_MAX) return { jsonText };
  throw refusal(
    `the submission has ${String(bytes)} bytes, at most ${String(SUBMISSION_BYTES_MAX)} go in one call: ${USE_SEVERAL}`,
    { bytes, bytesMax: SUBMISSION_BYTES_MAX },
  );
}

/** True when another task may hold a key of the task already. */
export function hasKeys({ taskKey, unique }: NewTask): boolean {
  return taskKey !== undefined || unique !== undefined;
}

const USE_SEVERAL = "use several, in a transaction if they belong together";

function checkCounts(tasks: readonly NewTask[]): void {
  const chunkCount = tasks.reduce((sum, task) => sum + task.chunks.length, 0);
  if (tasks.length <= TASKS_MAX && chunkCount <= CHUNKS_MAX) return;
  throw refusal(
    `the submission has ${String(tasks.length)} tasks with ${String(chunkCount)} chunks, at most ${String(TASKS_MAX)} with ${String(CHUNKS_MAX)} go in one call: ${USE_SEVERAL}`,
    { tasks: tasks.length, tasksMax: TASKS_MAX, chunks: chunkCount, chunksMax: CHUNKS_MAX },
  );
}

/** Two tasks of one submission cannot stand for each other: it would be unclear which of them is the new one. */
function checkKeysDiffer(tasks: readonly NewTask[]): void {
  const seen = new Set<string>();
  for (const { tenant, type, taskKey, unique } of tasks) {
    const names = [
      ...(typeof taskKey === "string" ? [JSON.stringify([taskKey])] : []),
      ...(unique === undefined ? [] : [JSON.stringify([tenant, type, unique.key])]),
    ];
    for (const name of names) {
      if (seen.has(name)) throw refusal(`two tasks of the submission have the key ${name}`, { key: name });
      seen.add(name);
    }
  }
}

/** Tasks with keys stay single, since it is decided for each of them whether it is new. */
function gather(tasks: readonly EncodedTask[]): Alike[] {
  const offsetOf = keyCounter();
  const mayGather = !tasks.some(hasKeys);
  const gathered = new Map<string, Alike>();
  for (const [index, task] of tasks.entries()) {
    const name = mayGather ? nameOf(task) : String(index);
    const alike = gathered.get(name) ?? { fields: commonFields(task, offsetOf(task)), nths: [], tasks: [] };
    if (alike.tasks.length === 0) gathered.set(name, alike);
    alike.nths.push(index + 1);
    alike.tasks.push(task);
  }
  return [...gathered.values()];
}

/** The same for tasks without keys that have the same common fields; no name holds a NUL. */
function nameOf({
  queue,
  pool = "",
  tenant,
  group,
  type,
  version,
  priority,
  cost,
  weight,
  maxInFlight,
  limits,
  isJob,
  attemptsMax,
  hasFinish,
  parentId,
  announce = [],
  announceWanted = false,
  callback,
  chunks,
}: NewTask): string {
  const names = `${pool}\0${queue}\0${tenant}\0${group}\0${type}`;
  return `${names}\0${String(version)} ${String(priority)} ${String(cost)} ${String(weight)} ${String(maxInFlight)} ${String(isJob)} ${String(attemptsMax)} ${String(hasFinish)} ${String(parentId)} ${String(chunks.length)} ${announce.join()} ${String(announceWanted)} ${String(callback !== undefined)} ${limits === undefined ? "" : JSON.stringify(limits)}`;
}

function commonFields(task: EncodedTask, keyOffset: number): string {
  const { queue, pool, tenant, group, type, priority = DEFAULT_PRIORITY, taskKey, unique } = task;
  const { names, limits } = writeLimits(task.limits, pool ?? queue);
  const path = { pool: pool ?? queue, tenant, priority, group };
  const isJob = isJobTask(task);
  return JSON.stringify({
    queue,
    pool,
    tenant,
    group_name: group,
    type,
    version: task.version ?? 1,
    priority,
    cost: task.cost ?? 1,
    weight: task.weight ?? 1,
    max_in_flight: task.maxInFlight,
    is_job: isJob,
    attempts_max: task.attemptsMax ?? DEFAULT_ATTEMPTS,
    has_finish: task.hasFinish ?? false,
    parent_id: task.parentId === undefined ? undefined : String(task.parentId),
    is_counted: !isJob || task.hasFinish === true || task.parentId !== undefined,
    ...announceFields(task),
    type_id: String(typeId({ type, version: task.version ?? 1 })),
    chunk_count: task.chunks.length,
    tenant_lane: String(tenantLane(path)),
    group_lane: String(groupLane(path)),
    // Jobs with other limits wait apart, or those without room would hold up the rest.
    jobs_lane: isJob ? String(jobsLane({ ...path, type: [type, ...names].join(" ") })) : undefined,
    limits,
    key_stem: typeof taskKey === "object" ? taskKey.stem : undefined,
    key_offset: keyOffset,
    unique_key: unique?.key,
    unique_mode: unique === undefined ? undefined : (unique.mode ?? "forever"),
    window_ms: unique !== undefined && "windowMs" in unique ? unique.windowMs : undefined,
    windows_max: DEBOUNCE_WINDOWS_MAX,
    input_mark: task.inputMarks?.[0],
  });
}

/** Returns the announcements of a task; none where nothing is announced, which most submissions are. The end of a task with a callback is always announced. */
function announceFields({ announce = [], announceWanted = false, callback, isEncoded = false }: EncodedTask) {
  const all = callback === undefined ? announce : ([...announce, "completed", "failed"] as const);
  if (all.length === 0 && !announceWanted) return {};
  return { announce: announceBits(all, { isEncoded }), announce_wanted: announceWanted };
}

/** Payloads are checked as text and pasted as they are, so that each is written once. */
function alikeJson({ fields, nths, tasks }: Alike): string {
  const lists = [
    fields.slice(0, -1),
    `"nths":[${nths.join(",")}]`,
    `"payloads":[${tasks.map((task) => ofChunks(task, task.chunks.map(payloadJson))).join(",")}]`,
  ];
  if (tasks.some(({ input }) => input !== undefined))
    lists.push(`"inputs":[${tasks.map(({ input }) => checkedJson("input", input)).join(",")}]`);
  if (tasks.some(({ chunks }) => chunks.some(({ dueAt }) => dueAt !== undefined)))
    lists.push(`"due_times":[${tasks.map((task) => ofChunks(task, task.chunks.map(dueTimeJson))).join(",")}]`);
  if (tasks.some(({ taskKey }) => typeof taskKey === "string"))
    lists.push(`"task_keys":${JSON.stringify(tasks.map(({ taskKey }) => taskKey))}`);
  return `${lists.join(",")}}`;
}

/** A job has one chunk, so it needs no list: taking lists apart is what costs the database most. */
function ofChunks(task: NewTask, texts: readonly string[]): string {
  return isJobTask(task) ? texts.join() : `[${texts.join(",")}]`;
}

function payloadJson({ payload }: NewChunk): string {
  return checkedJson("payload", payload);
}

function dueTimeJson({ dueAt }: NewChunk): string {
  if (dueAt === undefined) return "null";
  checkDueAt(dueAt);
  return JSON.stringify(dueAt);
}

function isJobTask({ isJob, chunks }: NewTask): boolean {
  return isJob ?? chunks.length === 1;
}

/** Counts the earlier tasks of the submission with a timed key of the same stem: each takes a millisecond of its own. */
function keyCounter(): (task: NewTask) => number {
  const counts = new Map<string, number>();
  return ({ taskKey }) => {
    if (typeof taskKey !== "object") return 0;
    const count = counts.get(taskKey.stem) ?? 0;
    counts.set(taskKey.stem, count + 1);
    return count;
  };
}
