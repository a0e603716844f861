/** Shows one task with its phases, its children and who did what to it. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { COUNTED_MAX } from "../../progress/chunk-counts.ts";
import { countTasks, type TaskCounts } from "../../progress/task-counts.ts";
import type { TaskDetails, TaskPhase } from "./task-view.ts";
import * as rows from "./tasks.sql.ts";
import { viewTask } from "./view-tasks.ts";

export const LISTED_CHILDREN_MAX = 100;
export const LISTED_ACTS_MAX = 50;

export type TaskName = {
  /** Its id, or the key that a workload gave it. */
  readonly task: bigint | string;
  readonly tenant?: string | undefined;
};

/** Throws TASK_NOT_FOUND when there is none, or it is of another tenant. */
export async function getTask(on: Queryable, { task, tenant }: TaskName): Promise<TaskDetails> {
  const taskKey = typeof task === "string" ? task : null;
  const asked = typeof task === "bigint" ? task : null;
  const [settings] = await on.query(rows.selectTaskSettings({ taskId: asked, taskKey, tenant: tenant ?? null }));
  if (settings === undefined) throw notFound(task);
  const { task_id: taskId } = settings;
  const [counts] = await countTasks(on, [taskId], COUNTED_MAX);
  const [rest] = await on.query(rows.selectTaskRests([taskId]));
  if (counts === undefined || rest === undefined) throw notFound(task); // pruned in this moment
  const children = await on.query(rows.selectChildren({ taskId, looked: COUNTED_MAX, limit: LISTED_CHILDREN_MAX }));
  const [counted] = await on.query(rows.countChildren({ taskId, looked: COUNTED_MAX }));
  const acts = await on.query(rows.selectActs({ tenant: settings.tenant, taskId, limit: LISTED_ACTS_MAX }));
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
    acts: acts.map(({ at, actor, action }) => ({ at, actor: actor ?? undefined, action })),
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

/** Once the chunk that follows is there, all others are completed. */
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

/** It comes only when nothing has failed. */
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
