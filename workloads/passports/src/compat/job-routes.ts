/** Routes of jobs: list, get, retry, cancel. */
import { listTasks, type TaskView, type Transaction } from "@rota/engine";
import { Given, Line, Nullable, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { defineRoute, defineWrite } from "../http/define-route.ts";
import { JobId, Page, PAGE_FIELDS, pageLimit } from "../http/fields.ts";
import { PASSPORT_WORK } from "../tasks/passport-work.ts";
import {
  JOB_STATUSES,
  JOB_TASKS,
  JOB_TYPES,
  jobStatusOf,
  type JobType,
  jobTypeOf,
  TASK_STATE_OF,
} from "./job-types.ts";
import { cancelJob, type Job, type JobChange, readJob, retryJob } from "./jobs.ts";

const listed = {
  job_id: JobId,
  tenant: Type.String(),
  type: Word(JOB_TYPES),
  status: Word(JOB_STATUSES, {
    description: "FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.",
  }),
  priority: Type.Integer({ minimum: 0, maximum: 3, description: "0 goes first." }),
  created_at: Time,
  finished_at: Nullable(Time),
};

const ListedJob = Type.Object(listed);

const JobView = Type.Object({
  ...listed,
  created_by: Nullable(Type.String(), { description: "Null: another job." }),
  attempts: Whole,
  max_attempts: Type.Integer({ minimum: 1 }),
  scheduled_at: Nullable(Time, { description: "When it is tried next, if it waits for that." }),
  started_at: Nullable(Time),
  last_error: Nullable(Type.Object({ code: Nullable(Type.String()), message: Nullable(Type.String()) })),
  payload: Type.Unknown({ description: "What it is about: ids." }),
  result: Type.Unknown({ description: "What came of it, once it has succeeded." }),
});

/** Returns undefined for a task that is not a job of passports. */
function listedJob(task: TaskView): Static<typeof ListedJob> | undefined {
  const type = jobTypeOf(task.type);
  return type === undefined ? undefined : listedOf(task, type);
}

function listedOf(task: TaskView, type: JobType): Static<typeof ListedJob> {
  return {
    job_id: String(task.taskId),
    tenant: task.tenant,
    type,
    status: jobStatusOf(task),
    priority: task.priority,
    created_at: task.submittedAt.toISOString(),
    finished_at: task.finishedAt?.toISOString() ?? null,
  };
}

function jobView({ type, task, chunk }: Job): Static<typeof JobView> {
  const { error } = chunk;
  return {
    ...listedOf(task, type),
    created_by: task.submittedBy ?? null,
    attempts: chunk.attempt,
    max_attempts: task.attemptsMax,
    scheduled_at: chunk.dueAt?.toISOString() ?? null,
    started_at: chunk.startedAt?.toISOString() ?? null,
    last_error: error === undefined ? null : { code: error.code ?? null, message: error.message ?? null },
    payload: chunk.payload ?? null,
    result: chunk.result ?? null,
  };
}

const JobParams = Given({ jobId: Type.String({ pattern: "^[1-9][0-9]{0,17}$", examples: ["42"] }) });

const list = defineRoute({
  name: "passports.jobs.list",
  method: "GET",
  path: "/v1/jobs",
  summary: "Jobs, the newest first",
  description:
    "Without a type those that make passports; deliveries of webhooks are told with `type=DELIVER_WEBHOOK`. A page may be short, even empty, and have a next one.",
  role: "jobs:read",
  query: Given({
    ...PAGE_FIELDS,
    type: Type.Optional(Word(JOB_TYPES)),
    status: Type.Optional(Word(JOB_STATUSES)),
  }),
  answers: { 200: Page(ListedJob) },
  async handle({ engine, query: { type, status, limit, cursor }, tenant }) {
    const { items, next } = await listTasks(engine.database, {
      tenant,
      limit: pageLimit(limit),
      after: cursor,
      ...(type === undefined ? { queue: PASSPORT_WORK.queue } : { type: JOB_TASKS[type] }),
      ...(status === undefined ? {} : { state: TASK_STATE_OF[status] }),
    });
    const jobs = items.flatMap((task) => listedJob(task) ?? []);
    const wanted = jobs.filter((job) => status === undefined || job.status === status);
    return { status: 200, body: { items: wanted, next_cursor: next ?? null } };
  },
});

const get = defineRoute({
  name: "passports.jobs.get",
  method: "GET",
  path: "/v1/jobs/{jobId}",
  summary: "A job: how it stands, its last error and its result",
  role: "jobs:read",
  params: JobParams,
  answers: { 200: JobView },
  handle: async ({ engine, params: { jobId }, tenant }) => ({
    status: 200,
    body: jobView(await readJob(engine.database, { jobId, tenant })),
  }),
});

const retry = defineJobAction({
  verb: "retry",
  summary: "Have a job done again that has failed",
  description: "With all its attempts before it. One that was cancelled is not done again.",
  change: retryJob,
});

const cancel = defineJobAction({
  verb: "cancel",
  summary: "Cancel a job",
  description:
    "One that runs is told to end. What it was to do stays undone: a version that was to be compiled or signed says so in its `failure`.",
  change: cancelJob,
});

type JobAction = {
  readonly verb: "retry" | "cancel";
  readonly summary: string;
  readonly description: string;
  readonly change: (tx: Transaction, change: JobChange) => Promise<Job>;
};

function defineJobAction({ verb, summary, description, change }: JobAction) {
  return defineWrite({
    name: `passports.jobs.${verb}`,
    method: "POST",
    path: `/v1/jobs/{jobId}:${verb}`,
    summary,
    description,
    role: "jobs:manage",
    params: JobParams,
    body: Given({ reason: Type.Optional(Line(500, { description: "Kept in the audit log." })) }),
    answers: { 200: JobView },
    handle({ commit, params: { jobId }, body: { reason }, actor, tenant }) {
      const request = { jobId, tenant, actor: actor.name, reason };
      return commit(async (tx) => ({ status: 200, body: jobView(await change(tx, request)) }));
    },
  });
}

export const jobOperations = [list, get, retry, cancel];
