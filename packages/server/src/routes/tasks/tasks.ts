/** Tasks: list, submit, look at one. */
import { getTask, listTasks } from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Id, Page, PageQuery } from "../../wire.ts";
import { Given, Group, Line, Queue, TaskState, TaskType, Tenant, Word } from "../fields.ts";
import { toPage } from "../page.ts";
import { placementOf, Submission, Submitted } from "./submission.ts";
import { Task, TaskDetails } from "./task-schemas.ts";

const TAG = "tasks";
export const TaskParams = Given({ taskId: Id });

const list = defineRoute({
  name: "tasks.list",
  method: "GET",
  path: "/v1/tasks",
  summary: "Tasks, the newest first",
  tag: TAG,
  role: "viewer",
  query: Given({
    ...PageQuery,
    tenant: Type.Optional(Tenant),
    state: Type.Optional(TaskState),
    type: Type.Optional(TaskType),
    queue: Type.Optional(Queue),
    group: Type.Optional(Group),
    kind: Type.Optional(Word(["job", "task"], { description: "Only jobs, or only tasks with chunks." })),
    key: Type.Optional(Line(300, { description: "The id that a workload gave it." })),
  }),
  answers: { 200: Page(Task) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listTasks(engine.database, { ...query, tenant })),
  }),
});

const submit = defineRoute({
  name: "tasks.submit",
  method: "POST",
  path: "/v1/tasks",
  summary: "Submit a task",
  description:
    "The input is checked by the definition of the type. With a key, or the header `Idempotency-Key`, the same submission " +
    "again answers 200 with the task of the first one; other input under that key is a conflict.",
  tag: TAG,
  role: "operator",
  headers: Given({ "idempotency-key": Type.Optional(Line(255)) }, { additionalProperties: true }),
  body: Submission,
  answers: { 201: Submitted, 200: Submitted },
  async handle(request) {
    const { engine, body, tenant, actor } = request;
    const placement = placementOf(body, {
      tenant,
      idempotencyKey: request.header("idempotency-key"),
      submittedBy: actor.name,
    });
    const { taskId, taskKey, isNew } = await engine.submitNamed(placement);
    const headers = { location: `/v1/tasks/${String(taskId)}` };
    const answer = toWire({ taskId, taskKey, isNew });
    return isNew ? { status: 201, body: answer, headers } : { status: 200, body: answer, headers };
  },
});

const get = defineRoute({
  name: "tasks.get",
  method: "GET",
  path: "/v1/tasks/{taskId}",
  summary: "One task with its phases",
  tag: TAG,
  role: "viewer",
  params: TaskParams,
  answers: { 200: TaskDetails },
  handle: async ({ engine, params, tenant }) => ({
    status: 200,
    body: toWire(await getTask(engine.database, { task: BigInt(params.taskId), tenant })),
  }),
});

export const taskRoutes = [list, submit, get];
