/** Chunks of a task: as a list, as a grid, one with its attempts, and why one waits. */
import { chunkGrid, explainChunk, getChunk, listChunks, locateTask } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Id, Page, PageQuery } from "../../wire.ts";
import { ChunkNumber, ChunkState, Given } from "../fields.ts";
import { toPage } from "../page.ts";
import { Chunk, ChunkDetails, ChunkGrid, Explanation } from "./chunk-schemas.ts";
import { TaskParams } from "./tasks.ts";

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
  answers: { 200: Page(Chunk) },
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
