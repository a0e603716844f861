/** Queues, their lanes, who got which turn and whether that was fair; workers. */
import { listDispatches, listLanes, listQueues, listWorkers, queueFairness } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Page, PageQuery } from "../../wire.ts";
import { Given, Queue as QueueName, Tenant } from "../fields.ts";
import { toPage } from "../page.ts";
import { Dispatch, Fairness, Lane, Queue, Worker } from "./queue-schemas.ts";

const TAG = "queues";
const QueueParams = Given({ queue: QueueName });
const Listing = Given({ ...PageQuery, tenant: Type.Optional(Tenant) });

const list = defineRoute({
  name: "queues.list",
  method: "GET",
  path: "/v1/queues",
  summary: "Queues, by name",
  tag: TAG,
  role: "viewer",
  query: Listing,
  answers: { 200: Page(Queue) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listQueues(engine.database, { ...query, tenant })),
  }),
});

const lanes = defineRoute({
  name: "queues.lanes",
  method: "GET",
  path: "/v1/queues/{queue}/lanes",
  summary: "Lanes of a queue as a tree: tenants, groups, tasks",
  tag: TAG,
  role: "viewer",
  params: QueueParams,
  query: Listing,
  answers: { 200: Page(Lane) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await listLanes(engine.database, { ...query, ...params, tenant })),
  }),
});

const fairness = defineRoute({
  name: "queues.fairness",
  method: "GET",
  path: "/v1/queues/{queue}/fairness",
  summary: "Shares of the latest turns against what was due",
  tag: TAG,
  role: "viewer",
  params: QueueParams,
  query: Given({ turns: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })), tenant: Type.Optional(Tenant) }),
  answers: { 200: Fairness },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toWire(await queueFairness(engine.database, { ...query, ...params, tenant })),
  }),
});

const dispatches = defineRoute({
  name: "queues.dispatches",
  method: "GET",
  path: "/v1/queues/{queue}/dispatches",
  summary: "The latest turns, the newest first",
  tag: TAG,
  role: "viewer",
  params: QueueParams,
  query: Listing,
  answers: { 200: Page(Dispatch) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await listDispatches(engine.database, { ...query, ...params, tenant })),
  }),
});

const workers = defineRoute({
  name: "workers.list",
  method: "GET",
  path: "/v1/workers",
  summary: "Processes that run chunks",
  description: "A tenant sees only those that run chunks of its own, and only how many of these.",
  tag: "workers",
  role: "viewer",
  query: Listing,
  answers: { 200: Page(Worker) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listWorkers(engine.database, { ...query, tenant })),
  }),
});

export const queueRoutes = [list, lanes, fairness, dispatches, workers];
