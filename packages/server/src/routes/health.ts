/** Whether the process is there and whether it can do its work. */
import { Type } from "typebox";
import { defineRoute } from "../define-route.ts";

export const isLive = defineRoute({
  name: "health.live",
  method: "GET",
  path: "/v1/health/live",
  summary: "Whether the process answers",
  tag: "health",
  role: "anyone",
  answers: { 200: Type.Object({ status: Type.Literal("live") }) },
  handle: async () => ({ status: 200, body: { status: "live" as const } }),
});

export const healthRoutes = [isLive];
