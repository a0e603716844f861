/** Chunks, their attempts and why they wait, as the API tells of them. */
import { Type } from "typebox";
import { Id, Time } from "../../wire.ts";
import { ChunkNumber, ChunkState, Json, Nullable, Whole, Word } from "../fields.ts";
import { Reported } from "./task-schemas.ts";

const view = {
  taskId: Id,
  number: ChunkNumber,
  state: ChunkState,
  phase: Word(["chunks", "finish"]),
  attempt: Whole,
  turn: Nullable(Id, { description: "Of its latest dispatch." }),
  dueAt: Nullable(Time),
  startedAt: Nullable(Time),
  finishedAt: Nullable(Time),
  error: Nullable(Type.Object({ code: Nullable(Type.String()), message: Nullable(Type.String()) })),
  owner: Nullable(Type.String(), { description: "Who runs it now." }),
  reported: Nullable(Reported),
};

export const Chunk = Type.Object(view);

export const Attempt = Type.Object({
  attempt: Whole,
  outcome: Word(["RETRY", "EXHAUSTED", "SNOOZE", "FAIL", "RETURN", "LOST"]),
  owner: Nullable(Type.String()),
  error: Json,
  endedAt: Time,
});

export const ChunkDetails = Type.Object({
  ...view,
  tenant: Type.String(),
  group: Type.String(),
  queue: Type.String(),
  type: Type.String(),
  leaseUntil: Nullable(Time),
  isSuspect: Type.Boolean(),
  returns: Whole,
  payload: Json,
  result: Json,
  lastError: Json,
  attempts: Type.Array(Attempt, { description: "Those that did not complete it, the oldest first." }),
  decision: Nullable(
    Type.Object({
      state: Word(["REPLAYED", "DISCARDED"]),
      by: Type.String(),
      reason: Nullable(Type.String()),
      at: Time,
    }),
  ),
});

export const ChunkGrid = Type.Object({
  taskId: Id,
  total: Whole,
  from: Whole,
  states: Type.String({
    description:
      "A letter for each chunk: s scheduled, p pending, q queued, r running, c completed, f failed, d dead letter, x cancelled.",
    examples: ["ccccrrpp"],
  }),
  attempts: Type.String({ description: "A digit for each chunk: attempts so far, 9 for more." }),
  next: Nullable(Type.Integer(), { description: "The number that the next grid begins with; null: there is none." }),
});

const Level = Word(["queue", "tenant", "group", "task"]);
const Lanes = Type.Object({ chunks: Whole, lanes: Whole });
const place = { level: Level, name: Type.String() };

const Obstacle = Type.Union([
  Type.Object({ kind: Type.Literal("PAUSED"), ...place }),
  Type.Object({ kind: Type.Literal("CAPPED"), ...place, maxInFlight: Whole }),
  Type.Object({ kind: Type.Literal("RATE_LIMITED"), ...place, until: Time }),
]);

const Ahead = Type.Object({
  chunks: Whole,
  otherTenants: Lanes,
  otherGroups: Lanes,
  otherTasks: Lanes,
  ownTask: Whole,
});

const turn = { turn: Nullable(Id) };
const Standing = Type.Union([
  Type.Object({
    kind: Type.Literal("WAITING"),
    obstacles: Type.Array(Obstacle),
    ahead: Ahead,
    isBeyond: Type.Boolean({ description: "More turns are ahead than were looked at." }),
  }),
  Type.Object({ kind: Type.Literal("DELAYED"), dueAt: Time, attempt: Whole }),
  Type.Object({ kind: Type.Literal("QUEUED"), ...turn }),
  Type.Object({ kind: Type.Literal("RUNNING"), owner: Type.String(), leaseUntil: Time, ...turn, attempt: Whole }),
  Type.Object({
    kind: Type.Literal("FINISHED"),
    state: Type.String(),
    at: Nullable(Time),
    ...turn,
    attempt: Whole,
  }),
  Type.Object({ kind: Type.Literal("CANCELLED") }),
]);

export const Explanation = Type.Object({
  taskId: Id,
  taskKey: Nullable(Type.String()),
  number: ChunkNumber,
  queue: Type.String(),
  tenant: Type.String(),
  group: Type.String(),
  state: Type.String(),
  at: Time,
  standing: Standing,
  sentence: Type.String({ examples: ["3 chunks of 2 other tenants go first"] }),
});
