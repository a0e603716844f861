/** Says which election a task works for: the group of the task names it. */
import { locateTask, type Queryable } from "@rota/engine";

export async function electionOfTask(on: Queryable, taskId: bigint): Promise<{ electionId: bigint; tenant: string }> {
  const { group, tenant } = await locateTask(on, taskId);
  return { electionId: BigInt(group.slice(group.lastIndexOf("-") + 1)), tenant };
}
