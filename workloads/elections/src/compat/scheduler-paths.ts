/** Offers the `/api/scheduler` paths of the replaced system, with its fields, its states and its names of task types. */
import { type Queryable, RotaError, type TaskCounts } from "@rota/engine";
import { getGroupProgress, getSystemStatistics, getTaskProgress } from "@rota/engine/admin";
import type { Operation } from "@rota/engine/workload";
import { Given, Line, Tenant, Whole } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { defineRoute, ElectionParams } from "../http/fields.ts";
import { readElection } from "../store/election.ts";
import { type KeptTask, readKeptTasks } from "../store/phase-log.ts";
import { selectElectionOfKept, selectTasksThere } from "../store/phase-log.sql.ts";
import { groupOfElection } from "../tasks/phase-work.ts";
import { votingHours } from "../tasks/voting-hours.ts";

const Progress = Type.Object({
  taskInstanceId: Type.String(),
  taskType: Type.String({ examples: ["TALLY_CREATION"] }),
  totalChunks: Whole,
  completedChunks: Whole,
  failedChunks: Whole,
  processingChunks: Whole,
  queuedChunks: Whole,
  pendingChunks: Whole,
  completionPercentage: Type.Number({ minimum: 0, maximum: 100 }),
  complete: Type.Boolean(),
});

const ofTask = defineRoute({
  name: "elections.source.taskProgress",
  method: "GET",
  path: "/api/scheduler/task/{taskInstanceId}/progress",
  summary: "How far a task is",
  role: "viewer",
  params: Given({ taskInstanceId: Line(300, { description: "The key of a task, or its id." }) }),
  answers: { 200: Progress },
  async handle({ engine, params: { taskInstanceId }, tenant }) {
    const name = ID.test(taskInstanceId) ? BigInt(taskInstanceId) : taskInstanceId;
    const kept = await findKept(engine.database, taskInstanceId, tenant);
    if (kept !== undefined) return { status: 200, body: keptProgress(kept) };
    const progress = await getTaskProgress(engine.database, name);
    if (tenant !== undefined && progress.tenant !== tenant)
      throw new RotaError(
        "TASK_NOT_FOUND",
        `there is no task ${taskInstanceId}: it was never submitted, or was pruned`,
        { task: taskInstanceId },
      );
    return { status: 200, body: sourceProgress(progress) };
  },
});

const ofElection = defineRoute({
  name: "elections.source.electionProgress",
  method: "GET",
  path: "/api/scheduler/election/{electionId}/progress",
  summary: "How far the tasks of an election are",
  description: "The tasks of the group `election-{electionId}` of the election's tenant, the newest first.",
  role: "viewer",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Array(Progress) },
  async handle({ engine, params, tenant }) {
    const election = await readElection(engine.database, { electionId: BigInt(params.electionId), tenant });
    const placed = { tenant: election.tenant, group: groupOfElection(election.electionId) };
    const { tasks } = await getGroupProgress(engine.database, placed);
    const kept = (await prunedOf(engine.database, election.electionId)).reverse();
    const phases = tasks.filter(({ type }) => type !== votingHours.name);
    return { status: 200, body: [...phases.map(sourceProgress), ...kept.map(keptProgress)] };
  },
});

const SourceCounts = Type.Object({
  PENDING: Whole,
  QUEUED: Whole,
  PROCESSING: Whole,
  COMPLETED: Whole,
  FAILED: Whole,
});

const statistics = defineRoute({
  name: "elections.source.statistics",
  method: "GET",
  path: "/api/scheduler/stats",
  summary: "How the whole system stands",
  description:
    "Of all tenants: refused to those who are bound to one. Jobs count as task instances. All numbers are exact; of task instances at least 100,000 beside the jobs.",
  role: "viewer",
  answers: {
    200: Type.Object({
      activeTaskInstances: Whole,
      totalChunksQueued: Type.Integer({ description: "Chunks registered so far, in all states." }),
      totalChunksCompleted: Whole,
      totalChunksFailed: Whole,
      taskInstancesByType: Type.Record(Type.String(), Whole),
      chunksByState: SourceCounts,
    }),
  },
  async handle({ engine, tenant }) {
    if (tenant !== undefined)
      throw new RotaError(
        "TENANT_FOREIGN",
        "this tells of all tenants, and your key is bound to one: ask for what is listed by tenant instead",
        { tenant },
      );
    const { openTasks, openTasksByType, chunks, chunksByState } = await getSystemStatistics(engine.database);
    const states = sourceStates(chunksByState);
    const byType: Record<string, number> = {};
    for (const [type, tasks] of Object.entries(openTasksByType))
      byType[sourceType(type)] = (byType[sourceType(type)] ?? 0) + tasks;
    return {
      status: 200,
      body: {
        activeTaskInstances: openTasks.count,
        totalChunksQueued: chunks.count,
        totalChunksCompleted: states.COMPLETED,
        totalChunksFailed: states.FAILED,
        taskInstancesByType: byType,
        chunksByState: states,
      },
    };
  },
});

function sourceProgress({ taskId, taskKey, type, state, total, chunks, percent }: TaskCounts): Static<typeof Progress> {
  const states = sourceStates(chunks);
  return {
    taskInstanceId: taskKey ?? String(taskId),
    taskType: sourceType(type),
    totalChunks: total,
    completedChunks: states.COMPLETED,
    failedChunks: states.FAILED,
    processingChunks: states.PROCESSING,
    queuedChunks: states.QUEUED,
    pendingChunks: states.PENDING,
    completionPercentage: percent,
    complete: state !== "ACTIVE" && state !== "PAUSED",
  };
}

/** Returns the progress of a task that is over and was pruned. */
function keptProgress({ taskInstanceId, type, total, completed, percent }: KeptTask): Static<typeof Progress> {
  return {
    taskInstanceId,
    taskType: sourceType(type),
    totalChunks: total,
    completedChunks: completed,
    failedChunks: total - completed,
    processingChunks: 0,
    queuedChunks: 0,
    pendingChunks: 0,
    completionPercentage: percent,
    complete: true,
  };
}

const ID = /^\d{1,18}$/;

/** Returns a task of an election's phase that was pruned, by its key or id. */
async function findKept(on: Queryable, name: string, tenant: string | undefined): Promise<KeptTask | undefined> {
  const [place] = await on.query(selectElectionOfKept(name));
  if (place === undefined || (tenant !== undefined && place.tenant !== tenant)) return undefined;
  const pruned = await prunedOf(on, place.election_id);
  return pruned.find(({ taskInstanceId, taskId }) => taskInstanceId === name || String(taskId) === name);
}

/** Returns the tasks of an election's phases that were pruned, the oldest first. */
async function prunedOf(on: Queryable, electionId: bigint): Promise<KeptTask[]> {
  const kept = await readKeptTasks(on, electionId);
  const there = await on.query(selectTasksThere(kept.map(({ taskId }) => taskId)));
  const ids = new Set(there.map((row) => row.task_id));
  return kept.filter(({ taskId }) => !ids.has(taskId));
}

/**
 * Maps the states to the five of the replaced system: scheduled chunks are PENDING, cancelled and dead ones are FAILED.
 */
function sourceStates(chunks: TaskCounts["chunks"]): Static<typeof SourceCounts> {
  return {
    PENDING: chunks.SCHEDULED.count + chunks.PENDING.count,
    QUEUED: chunks.QUEUED.count,
    PROCESSING: chunks.PROCESSING.count,
    COMPLETED: chunks.COMPLETED.count,
    FAILED: chunks.FAILED.count + chunks.DEAD_LETTER.count + chunks.CANCELLED.count,
  };
}

/** Converts a task type to the form of the replaced system: `elections.tally-creation` becomes TALLY_CREATION. */
function sourceType(type: string): string {
  return type
    .slice(type.lastIndexOf(".") + 1)
    .replaceAll("-", "_")
    .toUpperCase();
}

export const sourceSchedulerOperations: readonly Operation[] = [ofTask, ofElection, statistics];
