/** Defines the routes of pools: list, lanes, fairness and dispatches, and the list of workers. Their paths are those of 0.1.0. */
import { listDispatches, listLanes, listQueues, listWorkers, queueFairness } from "@rota/engine/admin";
import { defineRoute, Given, Nullable, PageView, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { ChunkNumber, Count, Id, PageQuery, Pool as PoolName, poolNames } from "../schemas.ts";
import { toPage, toWire } from "../to-wire.ts";

const LaneId = Type.String({ pattern: "^-?[0-9]{1,19}$" });
const Level = Word(["tenant", "group", "task"], {
  description: "A leaf is of level task: a task, or all jobs of one type.",
});
const Part = Type.Number({ minimum: 0, maximum: 1 });
const Priority = Nullable(Type.Integer({ minimum: 0, maximum: 3 }));

const limits = {
  isPaused: Type.Boolean(),
  maxInFlight: Nullable(Whole),
  rate: Nullable(Type.Object({ turns: Type.Number(), perMs: Type.Number(), burst: Type.Number() })),
};

const Pool = Type.Object({
  ...limits,
  ...poolNames,
  waiting: Count,
  scheduled: Count,
  queued: Count,
  running: Whole,
  lanesWaiting: Count,
  oldestWaitingAt: Nullable(Time),
  turnsPerSecond: Type.Number({ description: "In the last minute." }),
  turns: Id,
  lastTurnAt: Nullable(Time),
});

const Lane = Type.Object({
  ...limits,
  laneId: LaneId,
  parentId: Nullable(LaneId),
  level: Level,
  name: Type.String(),
  tenant: Type.String(),
  priority: Priority,
  group: Nullable(Type.String()),
  weight: Nullable(Whole),
  cost: Nullable(Whole),
  isAwake: Type.Boolean({ description: "Takes part in the sharing now." }),
  waiting: Count,
  running: Whole,
  turns: Whole,
  share: Nullable(Part, { description: "Part of the latest turns of the pool that it had." }),
  entitlement: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Part of the turns that is its due at this moment.",
  }),
  lastTurnAt: Nullable(Time),
});

const Spread = Type.Object({ tenant: Type.Number(), group: Type.Number(), task: Type.Number() });

const LaneShare = Type.Object({
  laneId: LaneId,
  parentId: Nullable(LaneId),
  level: Level,
  name: Type.String(),
  tenant: Type.String(),
  group: Nullable(Type.String()),
  priority: Priority,
  weight: Whole,
  isLimited: Type.Boolean(),
  turns: Whole,
  share: Part,
  entitlement: Part,
});

const Fairness = Type.Object({
  ...poolNames,
  turns: Type.Integer({ description: "How many turns were looked at: the newest ones." }),
  from: Nullable(Time),
  to: Nullable(Time),
  lanes: Type.Array(LaneShare),
  isWhole: Type.Boolean(),
  spread: Type.Object(Spread.properties, {
    description: "How far two siblings that share turns are apart now, by level.",
  }),
  bound: Type.Object(Spread.properties, { description: "How far they may be apart, by level." }),
});

const Dispatch = Type.Object({
  ...poolNames,
  turn: Id,
  at: Time,
  laneId: LaneId,
  tenant: Nullable(Type.String()),
  group: Nullable(Type.String()),
  priority: Priority,
  type: Nullable(Type.String()),
  taskId: Id,
  taskKey: Nullable(Type.String()),
  number: ChunkNumber,
});

const Worker = Type.Object({
  owner: Type.String(),
  state: Word(["present", "absent", "stopped"]),
  since: Nullable(Time),
  lastSeenAt: Nullable(Time),
  queues: Type.Array(Type.String()),
  slots: Nullable(Whole),
  running: Whole,
  leaseExpiresAt: Nullable(Time),
  host: Nullable(Type.String()),
  pid: Nullable(Type.Integer()),
  version: Nullable(Type.String()),
});

const TAG = "pools";
const PoolParams = Given({ queue: PoolName });
const Listing = Given({ ...PageQuery, tenant: Type.Optional(Tenant) });

const list = defineRoute({
  name: "queues.list",
  method: "GET",
  path: "/v1/queues",
  summary: "Pools, by name",
  tag: TAG,
  role: "viewer",
  query: Listing,
  answers: { 200: PageView(Pool) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listQueues(engine.database, { ...query, tenant })),
  }),
});

const lanes = defineRoute({
  name: "queues.lanes",
  method: "GET",
  path: "/v1/queues/{queue}/lanes",
  summary: "Lanes of a pool as a tree: tenants, groups, tasks",
  tag: TAG,
  role: "viewer",
  params: PoolParams,
  query: Listing,
  answers: { 200: PageView(Lane) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await listLanes(engine.database, { ...query, ...params, tenant })),
  }),
});

const fairness = defineRoute({
  name: "queues.fairness",
  method: "GET",
  path: "/v1/queues/{queue}/fairness",
  summary: "Shares of the latest turns of a pool against what was due",
  tag: TAG,
  role: "viewer",
  params: PoolParams,
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
  summary: "The latest turns of a pool, the newest first",
  tag: TAG,
  role: "viewer",
  params: PoolParams,
  query: Listing,
  answers: { 200: PageView(Dispatch) },
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
  answers: { 200: PageView(Worker) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listWorkers(engine.database, { ...query, tenant })),
  }),
});

export const queueRoutes = [list, lanes, fairness, dispatches, workers];
