/** What operators do to a task: cancel, pause, resume. Each act and its entry in the audit log are one transaction. */
import { appendAudit, cancelTask, locateTask, pauseTask, resumeTask, type Queryable } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Id } from "../../wire.ts";
import { Given, Reason } from "../fields.ts";
import { TaskParams } from "./tasks.ts";

const Changed = Type.Object({
  taskId: Id,
  isChanged: Type.Boolean({ description: "False when it was so before." }),
});

type Act = {
  readonly word: "cancel" | "pause" | "resume";
  readonly action: string;
  readonly summary: string;
  readonly description: string;
  readonly change: (on: Queryable, taskId: bigint) => Promise<boolean>;
};

const ACTS: readonly Act[] = [
  {
    word: "cancel",
    action: "task.cancelled",
    summary: "Cancel a task",
    description: "None of its chunks is given out any more; those that run are asked to end.",
    change: cancelTask,
  },
  {
    word: "pause",
    action: "task.paused",
    summary: "Pause a task",
    description: "What runs goes on, nothing else of it starts. A job is refused: pause the lane of its type.",
    change: pauseTask,
  },
  {
    word: "resume",
    action: "task.resumed",
    summary: "Let a paused task go on",
    description: "It has no claim to the turns that it missed.",
    change: resumeTask,
  },
];

export const taskActRoutes = ACTS.map(({ word, action, summary, description, change }) =>
  defineRoute({
    name: `tasks.${word}`,
    method: "POST",
    path: `/v1/tasks/{taskId}/${word}`,
    summary,
    description,
    tag: "tasks",
    role: "operator",
    params: TaskParams,
    body: Given({ reason: Type.Optional(Reason) }),
    answers: { 200: Changed },
    async handle({ engine, params, body, actor, tenant }) {
      const taskId = BigInt(params.taskId);
      const isChanged = await engine.database.transaction(async (tx) => {
        const { tenant: owner } = await locateTask(tx, taskId, { tenant });
        if (!(await change(tx, taskId))) return false;
        const subject = { type: "task", id: String(taskId) };
        await appendAudit(tx, { tenant: owner, actor: actor.name, action, subject, details: body });
        return true;
      });
      return { status: 200, body: toWire({ taskId, isChanged }) };
    },
  }),
);
