/** Defines the routes of health and metrics: liveness, readiness and `/metrics`. */
import type { Config } from "@rota/engine";
import { defineOperation, type Operation } from "@rota/engine/workload";
import { defineRoute } from "@rota/engine/operations";
import { Type } from "typebox";
import { refuseBound, requireRole } from "../access/authorize.ts";
import type { Metrics } from "../metrics/metrics.ts";

const TAG = "health";

const PartState = Type.Enum(["up", "down", "off"], { type: "string", description: "`off`: none is configured." });
const Readiness = Type.Object({
  status: Type.Enum(["ready", "not-ready"], { type: "string" }),
  parts: Type.Object({ database: PartState, broker: PartState, redis: PartState, intakes: PartState }),
});

export function healthRoutes(config: Config): Operation[] {
  return [isLive, isReady(config)];
}

const isLive = defineRoute({
  name: "health.live",
  method: "GET",
  path: "/v1/health/live",
  summary: "Whether the process answers",
  tag: TAG,
  role: "anyone",
  answers: { 200: Type.Object({ status: Type.Literal("live") }) },
  handle: async () => ({ status: 200, body: { status: "live" as const } }),
});

function isReady({ rabbitmqUrl, redisUrl }: Config): Operation {
  return defineRoute({
    name: "health.ready",
    method: "GET",
    path: "/v1/health/ready",
    summary: "Whether the process can do its work",
    description:
      "Work goes on without broker and Redis, unless `healthRequireBroker` or `healthRequireRedis` say otherwise. A process with an intake that should consume from the broker and does not is not ready.",
    tag: TAG,
    role: "anyone",
    answers: { 200: Readiness, 503: Readiness },
    async handle({ engine }) {
      const { isReady: canWork, missing, idleIntakes } = await engine.status();
      const consumes = Object.values(engine.counts().intakes).some(({ consumers }) => consumers !== undefined);
      const stateOf = (part: (typeof missing)[number], isConfigured: boolean) =>
        !isConfigured ? ("off" as const) : missing.includes(part) ? ("down" as const) : ("up" as const);
      const parts = {
        database: stateOf("database", true),
        broker: stateOf("broker", rabbitmqUrl !== undefined),
        redis: stateOf("redis", redisUrl !== undefined),
        intakes: idleIntakes.length > 0 ? ("down" as const) : consumes ? ("up" as const) : ("off" as const),
      };
      return canWork
        ? { status: 200, body: { status: "ready" as const, parts } }
        : { status: 503, body: { status: "not-ready" as const, parts } };
    },
  });
}

/**
 * Defines the metrics route. While `isOpen` anyone may read it; otherwise only viewers that are bound to no tenant. A
 * server that is mounted later is no longer open.
 */
export function metricsRoute(metrics: Metrics, { isOpen }: { readonly isOpen: () => boolean }): Operation {
  const name = "metrics.read";
  return defineOperation({
    name,
    method: "GET",
    path: "/metrics",
    summary: "What Prometheus reads",
    description: "Of all tenants: refused to those who are bound to one.",
    tag: "health",
    role: isOpen() ? "anyone" : "viewer",
    answers: { 200: { type: "string" } },
    contentType: metrics.contentType,
    async handle({ actor, tenant }) {
      if (!isOpen()) {
        requireRole(actor, { name, role: "viewer" });
        refuseBound(tenant);
      }
      return { status: 200, body: await metrics.read() };
    },
  });
}
