/** Finds a chunk of a lane that waits for its turn, by way of the lane's open tasks. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import type { LaneShare } from "../../../api/wire.ts";
import { firstWaiting } from "../../task/chunks/grid-cells.ts";

type Waiting = { readonly taskId: string; readonly number: number };

export async function findWaiting(queue: string, lane: LaneShare): Promise<Waiting | undefined> {
  const { tenant, group } = lane;
  const query = { queue, tenant, state: "ACTIVE", ...given({ group: group ?? undefined }) } as const;
  const { items } = await answerOf(client.GET("/v1/tasks", { params: { query } }));
  const task = items.find(({ chunks, ...each }) => chunks.PENDING.count > 0 && isOf(lane, each));
  if (task === undefined) return undefined;
  const { taskId } = task;
  const grid = await answerOf(client.GET("/v1/tasks/{taskId}/grid", { params: { path: { taskId } } }));
  const number = firstWaiting(grid);
  return number === undefined ? undefined : { taskId, number };
}

/** A leaf is named after its task, or after the type of its jobs. */
function isOf(lane: LaneShare, task: { taskId: string; taskKey: string | null; type: string }): boolean {
  return (
    lane.level !== "task" ||
    [task.taskId, task.taskKey, task.type].includes(lane.name) ||
    lane.name.includes(task.taskId)
  );
}
