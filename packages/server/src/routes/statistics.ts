/** Defines the routes of system statistics: the current state and the recent history. */
import { activityHistory, getSystemStatistics } from "@rota/engine/admin";
import { defineRoute, Given, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { refuseBound } from "../access/authorize.ts";
import { ChunkCounts, Count, Pool, poolNames } from "../schemas.ts";
import { toWire } from "../to-wire.ts";

const SPANS_MAX = 360;

const PoolStatistics = Type.Object({
  ...poolNames,
  pending: Whole,
  scheduled: Whole,
  processing: Whole,
  lanesWaiting: Whole,
  oldestWaitingAt: Nullable(Time),
  turnsPerSecond: Type.Number(),
});

const WorkerStatistics = Type.Object({
  owner: Type.String(),
  ...poolNames,
  chunks: Whole,
  leaseExpiresAt: Time,
  isAbsent: Type.Boolean(),
});

const byType = Type.Record(Type.String(), Whole);

const now = defineRoute({
  name: "statistics.get",
  method: "GET",
  path: "/v1/statistics",
  summary: "How the whole system stands",
  description: "Of all tenants: refused to those who are bound to one.",
  tag: "statistics",
  role: "viewer",
  answers: {
    200: Type.Object({
      openTasks: Count,
      openTasksByType: byType,
      openJobsByType: byType,
      chunks: Count,
      chunksByState: ChunkCounts,
      lanesWaiting: Count,
      oldestWaitingAt: Nullable(Time),
      turnsPerSecond: Type.Number(),
      queues: Type.Array(PoolStatistics, { description: "The pools." }),
      workers: Type.Array(WorkerStatistics),
    }),
  },
  async handle({ engine, tenant }) {
    refuseBound(tenant);
    return { status: 200, body: toWire(await getSystemStatistics(engine.database)) };
  },
});

const Span = Type.Object({ at: Time, dispatched: Whole, completed: Whole, retried: Whole, failed: Whole });

const history = defineRoute({
  name: "statistics.history",
  method: "GET",
  path: "/v1/statistics/history",
  summary: "What happened lately: 90 spans of 10 seconds unless told otherwise",
  tag: "statistics",
  role: "viewer",
  query: Given({
    pool: Type.Optional(Pool),
    queue: Type.Optional(Pool),
    tenant: Type.Optional(Tenant),
    spanMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 3_600_000 })),
    spans: Type.Optional(Type.Integer({ minimum: 1, maximum: SPANS_MAX })),
  }),
  answers: {
    200: Type.Object({
      spanMs: Whole,
      spans: Type.Array(Span),
      completedPrecision: Word(["exact", "about"]),
    }),
  },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toWire(await activityHistory(engine.database, { ...query, queue: query.pool ?? query.queue, tenant })),
  }),
});

export const statisticsRoutes = [now, history];
