/** How far tasks and groups are. */
import { getGroupProgress, RotaError } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Given, Group, Tenant } from "../fields.ts";
import { GroupProgress, TaskProgress } from "./task-schemas.ts";
import { TaskParams } from "./tasks.ts";

/** Of submissions that name none. */
export const DEFAULT_TENANT = "default";

const ofTask = defineRoute({
  name: "tasks.progress",
  method: "GET",
  path: "/v1/tasks/{taskId}/progress",
  summary: "How far a task is",
  tag: "tasks",
  role: "viewer",
  params: TaskParams,
  answers: { 200: TaskProgress },
  async handle({ engine, params, tenant }) {
    const progress = await engine.task(BigInt(params.taskId)).progress();
    if (tenant !== undefined && progress.tenant !== tenant) throw taskNotFound(params.taskId);
    return { status: 200, body: toWire(progress) };
  },
});

const ofGroup = defineRoute({
  name: "groups.progress",
  method: "GET",
  path: "/v1/groups/{group}/progress",
  summary: "How far the tasks of a group are",
  description: "A group nobody knows has no tasks. Without a tenant it is that of the key, else `default`.",
  tag: "tasks",
  role: "viewer",
  params: Given({ group: Group }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: GroupProgress },
  handle: async ({ engine, params, tenant = DEFAULT_TENANT }) => ({
    status: 200,
    body: toWire(await getGroupProgress(engine.database, { tenant, group: params.group })),
  }),
});

export function taskNotFound(task: string): RotaError {
  return new RotaError("TASK_NOT_FOUND", `there is no task ${task}: it was never submitted, or was pruned`, { task });
}

export const progressRoutes = [ofTask, ofGroup];
