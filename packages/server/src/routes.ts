/** Lists every route that the server itself offers, grouped by noun. */
import type { Config } from "@rota/engine";
import type { Operation } from "@rota/engine/workload";
import { auditRoutes } from "./routes/audit.ts";
import { chunkRoutes } from "./routes/chunks.ts";
import { deadLetterRoutes } from "./routes/dead-letters.ts";
import { healthRoutes } from "./routes/health.ts";
import { intakeRoutes } from "./routes/intakes.ts";
import { keyRoutes } from "./routes/keys.ts";
import { laneRoutes } from "./routes/lanes.ts";
import { lockRoutes } from "./routes/locks.ts";
import { queueRoutes } from "./routes/queues.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { statisticsRoutes } from "./routes/statistics.ts";
import { createTaskWaits } from "./routes/task-results.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { deliveryRoutes } from "./routes/webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./routes/webhook-endpoints.ts";

/** Returns the routes in the order of openapi.json, /docs and the generated client types. */
export function routes(config: Config, waits = createTaskWaits()): Operation[] {
  return [
    ...healthRoutes(config),
    ...taskRoutes(waits),
    ...chunkRoutes,
    ...queueRoutes,
    ...laneRoutes,
    ...statisticsRoutes,
    ...lockRoutes,
    ...deadLetterRoutes,
    ...webhookEndpointRoutes,
    ...deliveryRoutes,
    ...auditRoutes,
    ...keyRoutes,
    ...scheduleRoutes,
    ...intakeRoutes,
  ];
}
