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
    pool: Type.Optional(Queue),
    queue: Type.Optional(Queue),
    limit: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: "A limit that tasks share by name." }),
    ),
    tenant: Type.Optional(Tenant),
    group: Type.Optional(Group),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    type: Type.Optional(TaskType),
    taskId: Type.Optional(Id),
    ...Settings,
  },
  {
    description:
      "The lane is named by `taskId`; by `tenant`, `group` with `priority`, and `type` in a `pool`, by default `default`; by `queue` for the " +
      "limits of a queue of the pool; by `limit` for one that tasks share by name; or by `pool` alone.",
    examples: [{ tenant: "ann", weight: 3 }],
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
      const lane = laneOf(named, tenant);
      const owner = "taskId" in lane ? (await locateTask(tx, lane.taskId, { tenant })).tenant : tenant;
      if (actor.tenant !== undefined && !("taskId" in lane || "group" in lane)) throw notBelowTenant();
      await setLane(tx, lane, settings);
      const subject = { type: "lane", id: subjectOf(named) };
      const entry = { tenant: owner ?? SYSTEM_TENANT, actor: actor.name, action: "lane.set", subject };
      await appendAudit(tx, { ...entry, details: { lane: named, settings } });
    });
    return { status: 204 };
  },
});

/** `tenant` is the one that was named, or the one that the caller is bound to. */
function laneOf(
  { pool, queue, limit, group, priority, type, taskId, ...named }: LaneSettings,
  tenant: string | undefined,
): LaneName {
  const isNone = (...fields: readonly unknown[]): boolean => fields.every((field) => field === undefined);
  if (taskId !== undefined) {
    if (!isNone(pool, queue, limit, group, priority, type)) throw invalidName();
    return { taskId: BigInt(taskId) };
  }
  const inPool = defined({ pool });
  if (queue !== undefined) {
    if (!isNone(limit, named.tenant, group, priority, type)) throw invalidName();
    return { ...inPool, queue };
  }
  if (limit !== undefined) {
    if (!isNone(named.tenant, group, priority, type)) throw invalidName();
    return { ...inPool, limit };
  }
  if (group === undefined) {
    if (!isNone(priority, type)) throw invalidName();
    if (tenant !== undefined) return { ...inPool, tenant };
    if (pool === undefined) throw invalidName();
    return { pool };
  }
  if (tenant === undefined) throw invalidName();
  return { ...inPool, tenant, group, ...defined({ priority, type }) };
}

function subjectOf({ pool, queue, limit, tenant, group, type, taskId }: LaneSettings): string {
  if (taskId !== undefined) return `task ${taskId}`;
  return [pool, queue, limit, tenant, group, type]
    .filter((part) => part !== undefined)
    .join(" > ")
    .slice(0, 290);
}

function invalidName(): RotaError {
  return new RotaError(
    "TASK_INVALID",
    "refused: a lane is named by taskId alone, by pool, queue or limit, by tenant, or by tenant and group with priority and type",
    { field: "tenant" },
  );
}

function notBelowTenant(): RotaError {
  return new RotaError(
    "TENANT_FOREIGN",
    "lanes of a pool, a queue or a whole tenant are shared with other tenants: name a group, or ask who may set them",
  );
}

export const laneRoutes = [set];
