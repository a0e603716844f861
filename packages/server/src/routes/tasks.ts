/** Defines the routes of tasks: list, submit, show, cancel, pause, resume and progress. */
import { appendAudit, cancelTask, getTask, listTasks, type Queryable, RotaError } from "@rota/engine";
import { getGroupProgress, locateTask, pauseTask, resumeTask } from "@rota/engine/admin";
import {
  DEFAULT_TENANT,
  defineRoute,
  Given,
  Line,
  Nullable,
  PageView,
  Tenant,
  Time,
  Whole,
  Word,
} from "@rota/engine/operations";
import { Type } from "typebox";
import {
  ChunkCounts,
  ChunkNumber,
  Group,
  Id,
  Json,
  PageQuery,
  Queue,
  Reason,
  TaskState,
  TaskType,
} from "../schemas.ts";
import { toPage, toWire } from "../to-wire.ts";
import { requireTenant } from "../access/authorize.ts";
import { placementOf, Submission } from "./submission.ts";
import { outcomeFields, readOutcomeFields, resultRoute, type TaskWaits, Wait } from "./task-results.ts";

const counts = {
  taskId: Id,
  taskKey: Nullable(Type.String(), { description: "The id that a workload gave it." }),
  queue: Type.String(),
  pool: Type.String({ description: "The pool in which it shares turns." }),
  tenant: Type.String(),
  group: Type.String(),
  type: Type.String(),
  isJob: Type.Boolean({ description: "Whether it is of one chunk and shares a lane with others of its type." }),
  state: TaskState,
  total: Type.Integer({ description: "Chunks that there are, in all states." }),
  chunks: ChunkCounts,
  percent: Type.Number({ minimum: 0, maximum: 100, description: "Completed chunks of all that there will be." }),
  submittedAt: Time,
  finishedAt: Nullable(Time),
};

/** Schema of a task with its chunks by state. */
const TaskCounts = Type.Object(counts);

const view = {
  ...counts,
  version: Whole,
  priority: Type.Integer({ minimum: 0, maximum: 3, description: "0 critical, 1 high, 2 normal, 3 low." }),
  parentId: Nullable(Id, { description: "The task that waits for this one." }),
  phase: Word(["chunks", "finish", "children", "over"]),
  waitingFor: Nullable(Word(["turn", "dueTime", "broker", "children", "resume"]), {
    description: "What an open task waits for; null when something of it runs, or when it is over.",
  }),
};

const Task = Type.Object(view);

const Phase = Type.Object({
  name: Word(["chunks", "finish", "children"]),
  state: Word(["waiting", "open", "completed", "failed", "cancelled"]),
  total: Whole,
  ended: Whole,
});

const Child = Type.Object({
  taskId: Id,
  taskKey: Nullable(Type.String()),
  type: Type.String(),
  state: TaskState,
  submittedAt: Time,
  finishedAt: Nullable(Time),
});

const RecordedAction = Type.Object({ at: Time, actor: Nullable(Type.String()), action: Type.String() });

const TaskDetails = Type.Object({
  ...view,
  cost: Whole,
  weight: Whole,
  maxInFlight: Nullable(Whole),
  attemptsMax: Whole,
  input: Json,
  phases: Type.Array(Phase),
  children: Type.Array(Child),
  submittedBy: Nullable(Type.String()),
  acts: Type.Array(RecordedAction),
  ...outcomeFields,
});

export const Reported = Type.Object({
  done: Type.Number(),
  total: Type.Number(),
  note: Nullable(Type.String()),
  at: Time,
});

const Running = Type.Object({
  number: ChunkNumber,
  attempt: Whole,
  owner: Type.String(),
  since: Nullable(Time),
  reported: Nullable(Reported),
});

const Failure = Type.Object({
  number: ChunkNumber,
  state: Word(["FAILED", "DEAD_LETTER"]),
  attempt: Whole,
  error: Json,
  failedAt: Time,
});

const Waiting = Type.Object({ number: ChunkNumber, dueAt: Time, code: Type.String(), reason: Type.String() });

const TaskProgress = Type.Object({
  ...counts,
  startedAt: Nullable(Time),
  running: Type.Array(Running),
  failures: Type.Array(Failure),
  waiting: Type.Array(Waiting, { description: "Chunks that wait for another attempt." }),
  turnsPerSecond: Nullable(Type.Number()),
  estimatedEndAt: Nullable(Time),
});

const TypeProgress = Type.Object({
  type: Type.String(),
  tasks: Type.Object({ ACTIVE: Whole, PAUSED: Whole, COMPLETED: Whole, FAILED: Whole, CANCELLED: Whole }),
  total: Whole,
  completed: Whole,
  failed: Whole,
  percent: Type.Number(),
});

const GroupProgress = Type.Object({
  tasks: Type.Array(TaskCounts, { description: "The newest first, at most 1,000." }),
  isWhole: Type.Boolean({ description: "Whether all tasks of the group are listed." }),
  byType: Type.Array(TypeProgress),
});

const Submitted = Type.Object({
  taskId: Id,
  taskKey: Nullable(Type.String()),
  isNew: Type.Boolean({ description: "False when the holder of its key stands for it." }),
  state: Type.Optional(TaskState),
  result: Type.Optional(outcomeFields.result),
  resultAt: Type.Optional(outcomeFields.resultAt),
  error: Type.Optional(outcomeFields.error),
  waitAt: Type.Optional(outcomeFields.waitAt),
});

const TAG = "tasks";
export const TaskParams = Given({ taskId: Id });

const list = defineRoute({
  name: "tasks.list",
  method: "GET",
  path: "/v1/tasks",
  summary: "Tasks, the newest first",
  tag: TAG,
  role: "viewer",
  query: Given({
    ...PageQuery,
    tenant: Type.Optional(Tenant),
    state: Type.Optional(TaskState),
    type: Type.Optional(TaskType),
    queue: Type.Optional(Queue),
    group: Type.Optional(Group),
    kind: Type.Optional(Word(["job", "task"], { description: "Only jobs, or only tasks with chunks." })),
    key: Type.Optional(Line(300, { description: "The id that a workload gave it." })),
  }),
  answers: { 200: PageView(Task) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listTasks(engine.database, { ...query, tenant })),
  }),
});

const submit = (waits: TaskWaits) =>
  defineRoute({
    name: "tasks.submit",
    method: "POST",
    path: "/v1/tasks",
    summary: "Submit a task",
    description:
      "The input is checked by the definition of the type. With a key, or the header `Idempotency-Key`, the same submission " +
      "again answers 200 with the task of the first one; other input under that key is a conflict. What it announces, and " +
      "`callbackUrl`, are those of the first one. With `wait` the answer says how the task ended, or how to go on waiting.",
    tag: TAG,
    role: "operator",
    headers: Given({ "idempotency-key": Type.Optional(Line(255)) }, { additionalProperties: true }),
    query: Given({ wait: Type.Optional(Wait) }),
    body: Submission,
    answers: { 201: Submitted, 200: Submitted },
    async handle(request) {
      const { engine, body, query, tenant, actor } = request;
      requireTenant(actor, tenant);
      const waitMs = waits.check(query.wait);
      const placement = placementOf(body, {
        tenant,
        idempotencyKey: request.header("idempotency-key"),
        submittedBy: actor.name,
      });
      const { taskId, taskKey, isNew } = await engine.submitNamed(placement);
      const { signal } = request;
      await waits.untilEnded({ engine, signal, taskId }, waitMs);
      const outcome = query.wait === undefined ? {} : await readOutcomeFields({ engine, actor, taskId });
      const headers = { location: `/v1/tasks/${String(taskId)}` };
      const answer = { ...toWire({ taskId, taskKey, isNew }), ...outcome };
      return isNew ? { status: 201, body: answer, headers } : { status: 200, body: answer, headers };
    },
  });

const get = (waits: TaskWaits) =>
  defineRoute({
    name: "tasks.get",
    method: "GET",
    path: "/v1/tasks/{taskId}",
    summary: "One task with its phases and its result",
    tag: TAG,
    role: "viewer",
    params: TaskParams,
    query: Given({ wait: Type.Optional(Wait), tenant: Type.Optional(Tenant) }),
    answers: { 200: TaskDetails },
    async handle({ engine, params, query, tenant, actor, signal }) {
      const taskId = BigInt(params.taskId);
      const waitMs = waits.check(query.wait);
      if (waitMs > 0) await locateTask(engine.database, taskId, { tenant });
      await waits.untilEnded({ engine, signal, taskId }, waitMs);
      const details = await getTask(engine.database, { task: taskId, tenant });
      return { status: 200, body: { ...toWire(details), ...(await readOutcomeFields({ engine, actor, taskId })) } };
    },
  });

const Changed = Type.Object({
  taskId: Id,
  isChanged: Type.Boolean({ description: "False when it was so before." }),
});

type TaskAction = {
  readonly word: "cancel" | "pause" | "resume";
  readonly action: string;
  readonly summary: string;
  readonly description: string;
  readonly change: (on: Queryable, taskId: bigint) => Promise<boolean>;
};

const ACTIONS: readonly TaskAction[] = [
  {
    word: "cancel",
    action: "task.cancelled",
    summary: "Cancel a task",
    description: "None of its chunks is given out any more; those that run are asked to end.",
    change: cancelTask,
  },
  {
    word: "pause",
    action: "task.paused",
    summary: "Pause a task",
    description: "What runs goes on, nothing else of it starts. A job is refused: pause the lane of its type.",
    change: pauseTask,
  },
  {
    word: "resume",
    action: "task.resumed",
    summary: "Let a paused task go on",
    description: "It has no claim to the turns that it missed.",
    change: resumeTask,
  },
];

/** Routes that cancel, pause and resume a task. The change and its audit entry are one transaction. */
const actions = ACTIONS.map(({ word, action, summary, description, change }) =>
  defineRoute({
    name: `tasks.${word}`,
    method: "POST",
    path: `/v1/tasks/{taskId}/${word}`,
    summary,
    description,
    tag: "tasks",
    role: "operator",
    params: TaskParams,
    body: Given({ reason: Type.Optional(Reason) }),
    answers: { 200: Changed },
    async handle({ engine, params, body, actor, tenant }) {
      const taskId = BigInt(params.taskId);
      const isChanged = await engine.database.transaction(async (tx) => {
        const { tenant: owner } = await locateTask(tx, taskId, { tenant });
        if (!(await change(tx, taskId))) return false;
        const subject = { type: "task", id: String(taskId) };
        await appendAudit(tx, { tenant: owner, actor: actor.name, action, subject, details: body });
        return true;
      });
      return { status: 200, body: toWire({ taskId, isChanged }) };
    },
  }),
);

const ofTask = defineRoute({
  name: "tasks.progress",
  method: "GET",
  path: "/v1/tasks/{taskId}/progress",
  summary: "How far a task is",
  tag: "tasks",
  role: "viewer",
  params: TaskParams,
  answers: { 200: TaskProgress },
  async handle({ engine, params, tenant }) {
    const progress = await engine.task(BigInt(params.taskId)).progress();
    if (tenant !== undefined && progress.tenant !== tenant) throw taskNotFound(params.taskId);
    return { status: 200, body: toWire(progress) };
  },
});

const ofGroup = defineRoute({
  name: "groups.progress",
  method: "GET",
  path: "/v1/groups/{group}/progress",
  summary: "How far the tasks of a group are",
  description: "A group nobody knows has no tasks. Without a tenant it is that of the key, else `default`.",
  tag: "tasks",
  role: "viewer",
  params: Given({ group: Group }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: GroupProgress },
  handle: async ({ engine, params, tenant = DEFAULT_TENANT }) => ({
    status: 200,
    body: toWire(await getGroupProgress(engine.database, { tenant, group: params.group })),
  }),
});

export function taskNotFound(task: string): RotaError {
  return new RotaError("TASK_NOT_FOUND", `there is no task ${task}: it was never submitted, or was pruned`, { task });
}

export function taskRoutes(waits: TaskWaits) {
  return [list, submit(waits), get(waits), resultRoute, ofTask, ofGroup, ...actions];
}
