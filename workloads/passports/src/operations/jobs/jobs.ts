/** What is done in the background for passports: list, see, do again, cancel. */
import { listTasks, type Transaction } from "@rota/engine";
import { Type } from "typebox";
import { cancelJob, retryJob, type JobChange } from "../../life/jobs/change-job.ts";
import { JOB_STATUSES, JOB_TASKS, JOB_TYPES, TASK_STATE_OF } from "../../life/jobs/job.ts";
import { readJob, type Job } from "../../life/jobs/read-job.ts";
import { PASSPORT_WORK } from "../../tasks/passport-work.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Word } from "../fields.ts";
import { Page, PAGE_FIELDS, pageLimit } from "../pages.ts";
import { JobView, jobView, ListedJob, listedJob } from "./job-view.ts";

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

const retry = defineAct({
  verb: "retry",
  summary: "Have a job done again that has failed",
  description: "With all its attempts before it. One that was cancelled is not done again.",
  change: retryJob,
});

const cancel = defineAct({
  verb: "cancel",
  summary: "Cancel a job",
  description:
    "One that runs is told to end. What it was to do stays undone: a version that was to be compiled or signed says so in its `failure`.",
  change: cancelJob,
});

type Act = {
  readonly verb: "retry" | "cancel";
  readonly summary: string;
  readonly description: string;
  readonly change: (tx: Transaction, change: JobChange) => Promise<Job>;
};

function defineAct({ verb, summary, description, change }: Act) {
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
      const wish = { jobId, tenant, actor: actor.name, reason };
      return commit(async (tx) => ({ status: 200, body: jobView(await change(tx, wish)) }));
    },
  });
}

export const jobOperations = [list, get, retry, cancel];
