/** Tasks and how far they are, as the API tells of them. */
import { Type } from "typebox";
import { Id, Time } from "../../wire.ts";
import { ChunkCounts, ChunkNumber, Json, Nullable, TaskState, Whole, Word } from "../fields.ts";

const counts = {
  taskId: Id,
  taskKey: Nullable(Type.String(), { description: "The id that a workload gave it." }),
  queue: Type.String(),
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

/** A task with its chunks by state. */
export const TaskCounts = Type.Object(counts);

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

export const Task = Type.Object(view);

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

const Act = Type.Object({ at: Time, actor: Nullable(Type.String()), action: Type.String() });

export const TaskDetails = Type.Object({
  ...view,
  cost: Whole,
  weight: Whole,
  maxInFlight: Nullable(Whole),
  attemptsMax: Whole,
  input: Json,
  phases: Type.Array(Phase),
  children: Type.Array(Child),
  submittedBy: Nullable(Type.String()),
  acts: Type.Array(Act),
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

export const TaskProgress = Type.Object({
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

export const GroupProgress = Type.Object({
  tasks: Type.Array(TaskCounts, { description: "The newest first, at most 1,000." }),
  isWhole: Type.Boolean({ description: "Whether all tasks of the group are listed." }),
  byType: Type.Array(TypeProgress),
});
