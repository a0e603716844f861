/** Every route over the engine: what is asked and done with tasks, queues, locks, dead letters, webhooks and records. */
import type { Operation } from "@rota/engine";
import { deadLetterRoutes } from "./dead-letters/dead-letters.ts";
import { letterActRoutes } from "./dead-letters/letter-acts.ts";
import { lockRoutes } from "./locks/locks.ts";
import { laneRoutes } from "./queues/lanes.ts";
import { queueRoutes } from "./queues/queues.ts";
import { statisticsRoutes } from "./queues/statistics.ts";
import { auditRoutes } from "./records/audit.ts";
import { intakeRoutes } from "./records/intakes.ts";
import { keyRoutes } from "./records/keys.ts";
import { scheduleRoutes } from "./records/schedules.ts";
import { schedulerRoutes } from "./source/scheduler.ts";
import { chunkRoutes } from "./tasks/chunks.ts";
import { progressRoutes } from "./tasks/progress.ts";
import { taskActRoutes } from "./tasks/task-acts.ts";
import { taskRoutes } from "./tasks/tasks.ts";
import { deliveryRoutes } from "./webhooks/deliveries.ts";
import { endpointActRoutes } from "./webhooks/endpoint-acts.ts";
import { endpointRoutes } from "./webhooks/endpoints.ts";

export const allRoutes: readonly Operation[] = [
  ...taskRoutes,
  ...progressRoutes,
  ...taskActRoutes,
  ...chunkRoutes,
  ...queueRoutes,
  ...laneRoutes,
  ...statisticsRoutes,
  ...lockRoutes,
  ...deadLetterRoutes,
  ...letterActRoutes,
  ...endpointRoutes,
  ...endpointActRoutes,
  ...deliveryRoutes,
  ...auditRoutes,
  ...keyRoutes,
  ...scheduleRoutes,
  ...intakeRoutes,
  ...schedulerRoutes,
];
