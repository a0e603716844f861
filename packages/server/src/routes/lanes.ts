/** Defines the route that sets weight, pause and limits of a lane, in one transaction with its audit entry. */
import { appendAudit, type LaneName, locateTask, RotaError, setLane } from "@rota/engine";
import { defineRoute, Given, Nullable, Tenant } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { EmptyBody, Group, Id, Queue, TaskType } from "../schemas.ts";
import { defined } from "../to-wire.ts";

/** Tenant whose audit log records changes that concern all tenants. */
const SYSTEM_TENANT = "system";
const CAP = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const Settings = {
  weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Its share among its siblings." })),
  isPaused: Type.Optional(Type.Boolean()),
  maxInFlight: Type.Optional(Nullable(CAP, { description: "How many chunks may run at once; null: no limit." })),
  rate: Type.Optional(
    Nullable(
      Given({
        turns: CAP,
        perMs: Type.Integer({ minimum: 1, maximum: 31_536_000_000 }),
        burst: Type.Optional(CAP),
      }),
      { description: "So many turns in so many milliseconds; null: no limit." },
    ),
  ),
};

const LaneSettings = Given(
  {
    queue: Type.Optional(Queue),
    tenant: Type.Optional(Tenant),
    group: Type.Optional(Group),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    type: Type.Optional(TaskType),
    taskId: Type.Optional(Id),
    ...Settings,
  },
  {
    description:
      "The lane is named by `taskId`, or by `queue` and, for what is below it, `tenant`, `group` with `priority`, and `type`.",
    examples: [{ queue: "tallies", tenant: "ann", weight: 3 }],
  },
);
type LaneSettings = Static<typeof LaneSettings>;

const set = defineRoute({
  name: "lanes.set",
  method: "PUT",
  path: "/v1/lanes",
  summary: "Set weight, pause and limits of a lane",
  description:
    "What is left out stays as it is. The next claim goes by it. Who is bound to a tenant sets lanes below the tenant only: " +
    "those above are shared with others.",
  tag: "queues",
  role: "admin",
  body: LaneSettings,
  answers: { 204: EmptyBody },
  async handle({ engine, body, actor, tenant }) {
    const { weight, isPaused, maxInFlight, rate, ...named } = body;
    const settings = defined({ weight, isPaused, maxInFlight, rate });
    await engine.database.transaction(async (tx) => {
      const lane = laneOf({ ...named, ...defined({ tenant }) });
      const owner = "taskId" in lane ? (await locateTask(tx, lane.taskId, { tenant })).tenant : lane.tenant;
      if (actor.tenant !== undefined && !("taskId" in lane || "group" in lane)) throw notBelowTenant();
      await setLane(tx, lane, settings);
      const subject = { type: "lane", id: subjectOf(named) };
      const entry = { tenant: owner ?? SYSTEM_TENANT, actor: actor.name, action: "lane.set", subject };
      await appendAudit(tx, { ...entry, details: { lane: named, settings } });
    });
    return { status: 204 };
  },
});

function laneOf({ queue, tenant, group, priority, type, taskId }: LaneSettings): LaneName {
  if (taskId !== undefined) {
    if ([queue, group, priority, type].some((field) => field !== undefined)) throw invalidName();
    return { taskId: BigInt(taskId) };
  }
  if (queue === undefined) throw invalidName();
  if (group === undefined) {
    if (priority !== undefined || type !== undefined) throw invalidName();
    return { queue, ...defined({ tenant }) };
  }
  if (tenant === undefined) throw invalidName();
  return { queue, tenant, group, ...defined({ priority, type }) };
}

function subjectOf({ queue, tenant, group, type, taskId }: LaneSettings): string {
  if (taskId !== undefined) return `task ${taskId}`;
  return [queue, tenant, group, type]
    .filter((part) => part !== undefined)
    .join(" > ")
    .slice(0, 290);
}

function invalidName(): RotaError {
  return new RotaError(
    "TASK_INVALID",
    "refused: a lane is named by taskId alone, or by queue, queue and tenant, or queue, tenant and group with priority and type",
    { field: "queue" },
  );
}

function notBelowTenant(): RotaError {
  return new RotaError(
    "TENANT_FOREIGN",
    "lanes of a queue or a whole tenant are shared with other tenants: name a group, or ask who may set them",
  );
}

export const laneRoutes = [set];
