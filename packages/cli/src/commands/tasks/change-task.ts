/** Cancels, pauses and resumes a task; the act and its entry in the audit log are one transaction. */
import { appendAudit, cancelTask, getTask, pauseTask, resumeTask, RotaError, type Database } from "@rota/engine";
import { readActor, spelled } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";

const ACTS = {
  cancel: { change: cancelTask, done: "cancelled" },
  pause: { change: pauseTask, done: "paused" },
  resume: { change: resumeTask, done: "resumed" },
} as const;

export const TASK_ACTS: readonly string[] = Object.keys(ACTS);

export type TaskChange = { readonly name: bigint | string; readonly act: string };

export async function changeTask(
  context: CommandContext,
  database: Database,
  { name, act }: TaskChange,
): Promise<void> {
  const found = Object.entries(ACTS).find(([word]) => word === act);
  if (found === undefined) throw new Error(`the command line let "${act}" pass`);
  const [, { change, done }] = found;
  const { actor, reason } = readActor(context);
  const changed = await database.transaction(async (tx) => {
    const { taskId, tenant } = await getTask(tx, { task: name });
    const isChanged = await change(tx, taskId);
    if (isChanged) {
      const subject = { type: "task", id: String(taskId) };
      const details = reason === undefined ? null : { reason };
      await appendAudit(tx, { tenant, actor, action: `task.${done}`, subject, details });
    }
    return { taskId, isChanged };
  });
  answer(context, changed, ({ taskId, isChanged }) => [
    `task ${String(taskId)} ${isChanged ? "was" : "had been"} ${done}${isChanged ? "" : " before"}`,
  ]);
}

/** A flag that is not looked at would be taken for one that was. */
export function refuseStray({ flags }: CommandContext, act: string): void {
  const others = act === "show" ? ["actor", "reason"] : ["watch"];
  const stray = others.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new RotaError("COMMAND_INVALID", `${spelled(stray)} does not go with rota task … ${act}; leave it out`);
}
