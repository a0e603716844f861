/** Shows metrics at `/metrics`. */
import { defineOperation, type Operation } from "@rota/engine";
import { refuseBound } from "../routes/refuse-bound.ts";
import type { Metrics } from "./create-metrics.ts";

/** `isOpen`: to anybody. Otherwise to viewers that are bound to no tenant. */
export function metricsRoute(metrics: Metrics, { isOpen }: { readonly isOpen: boolean }): Operation {
  return defineOperation({
    name: "metrics.read",
    method: "GET",
    path: "/metrics",
    summary: "What Prometheus reads",
    description: "Of all tenants: refused to those who are bound to one.",
    tag: "health",
    role: isOpen ? "anyone" : "viewer",
    answers: { 200: { type: "string" } },
    contentType: metrics.contentType,
    async handle({ tenant }) {
      if (!isOpen) refuseBound(tenant);
      return { status: 200, body: await metrics.read() };
    },
  });
}
