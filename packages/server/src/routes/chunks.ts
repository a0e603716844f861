/** Defines the routes of chunks: list, grid, show with attempts, and explain why one waits. */
import { getChunk, locateTask } from "@rota/engine";
import { chunkGrid, explainChunk, listChunks } from "@rota/engine/internal";
import { defineRoute, Given, Nullable, PageView, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { ChunkNumber, ChunkState, Id, Json, PageQuery } from "../schemas.ts";
import { toPage, toWire } from "../to-wire.ts";
import { Reported, TaskParams } from "./tasks.ts";

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

const Chunk = Type.Object(view);

export const Attempt = Type.Object({
  attempt: Whole,
  outcome: Word(["RETRY", "EXHAUSTED", "SNOOZE", "FAIL", "RETURN", "LOST"]),
  owner: Nullable(Type.String()),
  error: Json,
  endedAt: Time,
});

const ChunkDetails = Type.Object({
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

const ChunkGrid = Type.Object({
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

const Level = Word(["pool", "queue", "limit", "tenant", "group", "task"]);
const Lanes = Type.Object({ chunks: Whole, lanes: Whole });
const place = { level: Level, name: Type.String() };

const Obstacle = Type.Union([
  Type.Object({ kind: Type.Literal("PAUSED"), ...place }),
  Type.Object({ kind: Type.Literal("CAPPED"), ...place, maxInFlight: Whole, inFlight: Whole }),
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

const Explanation = Type.Object({
  taskId: Id,
  taskKey: Nullable(Type.String()),
  number: ChunkNumber,
  queue: Type.String(),
  pool: Type.String(),
  tenant: Type.String(),
  group: Type.String(),
  state: Type.String(),
  at: Time,
  standing: Standing,
  sentence: Type.String({ examples: ["3 chunks of 2 other tenants go first"] }),
});

const TAG = "chunks";
const ChunkParams = Given({ taskId: Id, number: ChunkNumber });

const list = defineRoute({
  name: "chunks.list",
  method: "GET",
  path: "/v1/tasks/{taskId}/chunks",
  summary: "Chunks of a task, in order",
  tag: TAG,
  role: "viewer",
  params: TaskParams,
  query: Given({ ...PageQuery, state: Type.Optional(ChunkState) }),
  answers: { 200: PageView(Chunk) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await listChunks(engine.database, { ...query, taskId: BigInt(params.taskId), tenant })),
  }),
});

const grid = defineRoute({
  name: "chunks.grid",
  method: "GET",
  path: "/v1/tasks/{taskId}/grid",
  summary: "States of up to 10,000 chunks, a letter each",
  tag: TAG,
  role: "viewer",
  params: TaskParams,
  query: Given({
    from: Type.Optional(ChunkNumber),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  answers: { 200: ChunkGrid },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toWire(await chunkGrid(engine.database, { ...query, taskId: BigInt(params.taskId), tenant })),
  }),
});

const get = defineRoute({
  name: "chunks.get",
  method: "GET",
  path: "/v1/tasks/{taskId}/chunks/{number}",
  summary: "One chunk with its attempts",
  tag: TAG,
  role: "viewer",
  params: ChunkParams,
  answers: { 200: ChunkDetails },
  handle: async ({ engine, params: { taskId, number }, tenant }) => ({
    status: 200,
    body: toWire(await getChunk(engine.database, { taskId: BigInt(taskId), number, tenant })),
  }),
});

const explain = defineRoute({
  name: "chunks.explain",
  method: "GET",
  path: "/v1/tasks/{taskId}/chunks/{number}/explanation",
  summary: "Where a chunk stands and why it waits",
  tag: TAG,
  role: "viewer",
  params: ChunkParams,
  answers: { 200: Explanation },
  async handle({ engine, params, tenant }) {
    const { taskId } = await locateTask(engine.database, BigInt(params.taskId), { tenant });
    const { number } = params;
    return { status: 200, body: toWire(await explainChunk(engine.database, { taskId, number })) };
  },
});

export const chunkRoutes = [list, grid, get, explain];
