/**
 * Lists tasks, the newest first. A reader who follows `next` sees each task once that existed at the first page; later ones
 * are newer than the first page.
 */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { COUNTED_MAX, countTasks, type TaskCounts } from "../progress/task-counts.ts";
import { TASK_TRANSITIONS, type TaskState } from "../tasks/task-states.ts";
import * as rows from "./inspect-tasks.sql.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of tasks that a page scans for those that match. */
export const SCANNED_TASKS_MAX = 20_000;
/** Number up to which lists count the chunks of one task; `getTask` and `getTaskProgress` count further. */
const LISTED_COUNT_MAX = 1_000;
const AFTER_ALL = 9_223_372_036_854_775_807n;

/** Filter and position of a page of tasks, which must match every given field. */
export type TaskListing = PageQuery & {
  readonly state?: TaskState | undefined;
  readonly type?: string | undefined;
  readonly queue?: string | undefined;
  /** Group of a tenant; `tenant` must be given too. */
  readonly group?: string | undefined;
  /** Key that a workload gave the task. */
  readonly key?: string | undefined;
  /** Kind: tasks with chunks, or jobs. Default: both. */
  readonly kind?: "task" | "job" | undefined;
};

/**
 * Lists tasks, the newest first. A reader who follows `next` sees each task once that existed at the first page; later ones
 * are newer than the first page.
 *
 * @example const { items, next } = await listTasks(database, { tenant: "ann", state: "FAILED" });
 */
export async function listTasks(on: Queryable, listing: TaskListing = {}): Promise<Page<TaskView>> {
  const limit = paging.limitOf(listing.limit);
  const below = paging.numberOf(listing.after) ?? AFTER_ALL;
  checkListing(listing);
  const { key = null, tenant = null, group = null, queue = null, type = null, state = null, kind } = listing;
  const isJob = kind === undefined ? null : kind === "job";
  const query = { key, tenant, group, queue, type, state, isJob, below, scanMax: SCANNED_TASKS_MAX, limit };
  const [found] = await on.query(rows.findTasks(query));
  const items = await viewTasks(on, found?.task_ids ?? [], LISTED_COUNT_MAX);
  const scannedTo = found?.scanned_to ?? undefined;
  return { items, next: scannedTo === undefined ? undefined : writeCursor(String(scannedTo)) };
}

function checkListing({ state, kind, group, tenant }: TaskListing): void {
  if (state !== undefined && !Object.hasOwn(TASK_TRANSITIONS, state))
    throw paging.refuse(`state "${state}" must be one of ${Object.keys(TASK_TRANSITIONS).join(", ")}`, {
      field: "state",
    });
  if (kind !== undefined && kind !== "task" && kind !== "job")
    throw paging.refuse(`kind "${String(kind)}" must be task or job`, { field: "kind" });
  if (group !== undefined && tenant === undefined)
    throw paging.refuse("a group is of a tenant: give the tenant as well", { field: "tenant" });
}

export const LISTED_CHILDREN_MAX = 100;
export const LISTED_ACTIONS_MAX = 50;

/** Names one task. */
export type TaskName = {
  /** Id of the task, or the key that a workload gave it. */
  readonly task: bigint | string;
  readonly tenant?: string | undefined;
};

/**
 * Reads one task by its id or key, with its phases, children and recorded actions. Throws TASK_NOT_FOUND if it does not exist
 * or belongs to another tenant.
 */
export async function getTask(on: Queryable, { task, tenant }: TaskName): Promise<TaskDetails> {
  const taskKey = typeof task === "string" ? task : null;
  const asked = typeof task === "bigint" ? task : null;
  const [settings] = await on.query(rows.selectTaskSettings({ taskId: asked, taskKey, tenant: tenant ?? null }));
  if (settings === undefined) throw notFound(task);
  const { task_id: taskId } = settings;
  const [counts] = await countTasks(on, [taskId], COUNTED_MAX);
  const [rest] = await on.query(rows.selectTaskRests([taskId]));
  if (counts === undefined || rest === undefined) throw notFound(task); // it has just been pruned
  const children = await on.query(rows.selectChildren({ taskId, scanMax: COUNTED_MAX, limit: LISTED_CHILDREN_MAX }));
  const [counted] = await on.query(rows.countChildren({ taskId, scanMax: COUNTED_MAX }));
  const actions = await on.query(
    rows.selectTaskActions({ tenant: settings.tenant, taskId, limit: LISTED_ACTIONS_MAX }),
  );
  const [submitter] = await on.query(rows.selectSubmitter(taskId));
  return {
    ...viewTask(counts, rest),
    cost: settings.cost,
    weight: settings.weight,
    maxInFlight: settings.max_in_flight ?? undefined,
    attemptsMax: settings.attempts_max,
    input: settings.input ?? undefined,
    phases: phasesOf(counts, rest, counted),
    children: children.map(({ task_id: id, task_key: key, submitted_at: at, finished_at: end, type, state }) => ({
      taskId: id,
      taskKey: key ?? undefined,
      type,
      state,
      submittedAt: at,
      finishedAt: end ?? undefined,
    })),
    submittedBy: submitter?.name,
    acts: actions.map(({ at, actor, action }) => ({ at, actor: actor ?? undefined, action })),
  };
}

export function notFound(task: bigint | string): RotaError {
  const name = typeof task === "bigint" ? `task ${String(task)}` : `task with the key "${task}"`;
  return new RotaError("TASK_NOT_FOUND", `there is no ${name}: it was never submitted, or was pruned`, {
    task: String(task),
  });
}

type Children = { readonly children: number; readonly ended: number; readonly failed: number };

function phasesOf(task: TaskCounts, rest: rows.TaskRestRow, counted: Children | undefined): TaskPhase[] {
  const children = counted ?? { children: 0, ended: 0, failed: 0 };
  return [
    chunksPhase(task, rest),
    ...(rest.has_finish ? [finishPhase(task, rest)] : []),
    ...(children.children === 0 ? [] : [childrenPhase(children)]),
  ];
}

/** Describes the phase of the chunks. It is completed once the finish chunk exists. */
function chunksPhase(task: TaskCounts, rest: rows.TaskRestRow): TaskPhase {
  const total = rest.chunk_count;
  if (rest.has_finish_chunk) return { name: "chunks", state: "completed", total, ended: total };
  const { COMPLETED, FAILED, DEAD_LETTER, CANCELLED } = task.chunks;
  const ended = COMPLETED.count + FAILED.count + DEAD_LETTER.count + CANCELLED.count;
  const hasFailed = FAILED.count + DEAD_LETTER.count > 0;
  if (task.state === "CANCELLED") return { name: "chunks", state: "cancelled", total, ended };
  if (ended < total) return { name: "chunks", state: "open", total, ended };
  return { name: "chunks", state: hasFailed ? "failed" : "completed", total, ended };
}

/** Describes the phase of the finish chunk, which exists only if no other chunk failed. */
function finishPhase(task: TaskCounts, rest: rows.TaskRestRow): TaskPhase {
  const isOpen = task.state === "ACTIVE" || task.state === "PAUSED";
  const phase = (state: TaskPhase["state"], ended: number): TaskPhase => ({ name: "finish", state, total: 1, ended });
  if (!rest.has_finish_chunk) return isOpen ? phase("waiting", 0) : phase("cancelled", 0);
  const { COMPLETED, FAILED, DEAD_LETTER } = task.chunks;
  if (COMPLETED.count > rest.chunk_count) return phase("completed", 1);
  if (FAILED.count + DEAD_LETTER.count > 0) return phase("failed", 1);
  return isOpen ? phase("open", 0) : phase("cancelled", 0);
}

function childrenPhase({ children, ended, failed }: Children): TaskPhase {
  const state = ended < children ? "open" : failed > 0 ? "failed" : "completed";
  return { name: "children", state, total: children, ended };
}

/** Reads tasks in the order of their ids; tasks that do not exist are left out. */
async function viewTasks(on: Queryable, taskIds: readonly bigint[], countedMax: number): Promise<TaskView[]> {
  if (taskIds.length === 0) return [];
  const counts = new Map((await countTasks(on, taskIds, countedMax)).map((task) => [task.taskId, task]));
  const rests = new Map((await on.query(rows.selectTaskRests(taskIds))).map((row) => [row.task_id, row]));
  return taskIds.flatMap((taskId) => {
    const [task, rest] = [counts.get(taskId), rests.get(taskId)];
    return task === undefined || rest === undefined ? [] : [viewTask(task, rest)];
  });
}

function viewTask(task: TaskCounts, rest: rows.TaskRestRow): TaskView {
  return {
    ...task,
    version: rest.version,
    priority: rest.priority,
    parentId: rest.parent_id ?? undefined,
    phase: phaseOf(task, rest),
    waitingFor: waitingFor(task, rest),
  };
}

function phaseOf({ state }: TaskCounts, rest: rows.TaskRestRow): TaskView["phase"] {
  if (state !== "ACTIVE" && state !== "PAUSED") return "over";
  if (rest.is_parked) return "children";
  return rest.has_finish_chunk ? "finish" : "chunks";
}

/** Returns what a task waits for: nothing while one of its chunks runs, else the event that may come first. */
function waitingFor(task: TaskCounts, { is_parked: isParked }: rows.TaskRestRow): WaitingFor | undefined {
  const { PENDING: pending, QUEUED: queued, SCHEDULED: scheduled, PROCESSING: processing } = task.chunks;
  if ((task.state !== "ACTIVE" && task.state !== "PAUSED") || processing.count > 0) return undefined;
  if (task.state === "PAUSED") return "resume";
  if (isParked) return "children";
  if (queued.count > 0) return "broker";
  if (pending.count > 0) return "turn";
  return scheduled.count > 0 ? "dueTime" : undefined;
}

/** Reason why no chunk of an open task runs. */
export type WaitingFor = "turn" | "dueTime" | "broker" | "children" | "resume";

/** Task as lists show it. */
export type TaskView = TaskCounts & {
  readonly version: number;
  /** Priority: 0 critical, 1 high, 2 normal, 3 low. */
  readonly priority: number;
  /** Id of the task that waits for this one. */
  readonly parentId: bigint | undefined;
  /** Current phase: its chunks, its finish chunk or its children; "over" if the task has ended. */
  readonly phase: TaskPhaseName | "over";
  /** Event that the task waits for; undefined if a chunk of it runs or it has ended. */
  readonly waitingFor: WaitingFor | undefined;
};

export type TaskPhaseName = "chunks" | "finish" | "children";

export type TaskPhase = {
  readonly name: TaskPhaseName;
  readonly state: "waiting" | "open" | "completed" | "failed" | "cancelled";
  /** Number of chunks, or of children as far as they were counted. */
  readonly total: number;
  readonly ended: number;
};

/** Child of a task. */
export type TaskChild = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly type: string;
  readonly state: TaskState;
  readonly submittedAt: Date;
  readonly finishedAt: Date | undefined;
};

/** Action on a task, as the audit log recorded it. */
export type TaskAction = { readonly at: Date; readonly actor: string | undefined; readonly action: string };

/** Task with its phases, children and recorded actions. */
export type TaskDetails = TaskView & {
  readonly cost: number;
  readonly weight: number;
  readonly maxInFlight: number | undefined;
  readonly attemptsMax: number;
  /** Input as it is stored: it is not decoded. */
  readonly input: unknown;
  /** Phases in their order. */
  readonly phases: readonly TaskPhase[];
  /** Children, the newest first, at most LISTED_CHILDREN_MAX. */
  readonly children: readonly TaskChild[];
  /** Submitter; undefined if none was given. */
  readonly submittedBy: string | undefined;
  /** Recorded actions, the newest first, at most LISTED_ACTIONS_MAX. */
  readonly acts: readonly TaskAction[];
};
