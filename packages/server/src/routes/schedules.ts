/** Defines the routes of schedules: list, missed runs, pause and resume, each change in one transaction with its audit entry. */
import { appendAudit, type Schedule as EngineSchedule, type Transaction } from "@rota/engine";
import { getSchedule, listMissedRuns, listSchedules, pauseSchedule, resumeSchedule } from "@rota/engine/admin";
import {
  definePaging,
  defineRoute,
  Given,
  Line,
  Nullable,
  pageOf,
  PageView,
  Tenant,
  Time,
  Whole,
  Word,
  writeCursor,
} from "@rota/engine/operations";
import { Type } from "typebox";
import { Id, PAGE_LENGTH, PAGE_LENGTH_MAX, PageQuery } from "../schemas.ts";
import { defined, toWire } from "../to-wire.ts";

const TAG = "schedules";
const ScheduleParams = Given({ name: Line(200) });

const Schedule = Type.Object({
  name: Type.String(),
  cron: Type.String(),
  timeZone: Type.String(),
  tenant: Type.String(),
  group: Type.String(),
  queue: Type.String(),
  type: Type.String(),
  onMissed: Word(["once", "all", "none"]),
  catchUpMax: Whole,
  isPaused: Type.Boolean(),
  nextRunAt: Nullable(Time),
  lastRunAt: Nullable(Time),
  lastTaskId: Nullable(Id),
  lastError: Nullable(Type.String()),
});

const list = defineRoute({
  name: "schedules.list",
  method: "GET",
  path: "/v1/schedules",
  summary: "Schedules, by name",
  tag: TAG,
  role: "viewer",
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: { 200: PageView(Schedule) },
  async handle({ engine, query, tenant }) {
    const { limit = PAGE_LENGTH, after } = query;
    const listing = { limit, ...defined({ tenant, after: nameOf(after), codec: engine.codec }) };
    const schedules = await listSchedules(engine.database, listing);
    return {
      status: 200,
      body: pageOf(
        schedules.map((schedule) => toWire(view(schedule))),
        { limit, cursorOf: ({ name }) => writeCursor(name) },
      ),
    };
  },
});

const paging = definePaging({
  code: "INSPECTION_INVALID",
  refusal: "cannot be listed",
  limit: PAGE_LENGTH,
  limitMax: PAGE_LENGTH_MAX,
});

function nameOf(after: string | undefined): string | undefined {
  const place = paging.placeOf(after);
  if (place === undefined) return undefined;
  const [name] = place;
  if (typeof name === "string") return name;
  throw paging.unreadable();
}

const missed = defineRoute({
  name: "schedules.missedRuns",
  method: "GET",
  path: "/v1/schedules/{name}/missed-runs",
  summary: "Runs that were left out, the newest first, at most 100",
  tag: TAG,
  role: "viewer",
  params: ScheduleParams,
  answers: {
    200: PageView(
      Type.Object({
        fromRun: Time,
        beforeRun: Time,
        cron: Type.String(),
        timeZone: Type.String(),
        reason: Word(["LATE", "PAUSED", "CHANGED"]),
        recordedAt: Time,
      }),
    ),
  },
  async handle({ engine, params, tenant }) {
    await getSchedule(engine.database, { ...params, tenant });
    return { status: 200, body: { items: toWire(await listMissedRuns(engine.database, params)), next: null } };
  },
});

type ScheduleAction = {
  readonly word: "pause" | "resume";
  readonly action: string;
  readonly summary: string;
  readonly change: (on: Transaction, name: string) => Promise<boolean>;
};

const ACTIONS: readonly ScheduleAction[] = [
  { word: "pause", action: "schedule.paused", summary: "Submit nothing more by a schedule", change: pauseSchedule },
  {
    word: "resume",
    action: "schedule.resumed",
    summary: "Let a schedule go on with its next run",
    change: resumeSchedule,
  },
];

/** Routes that pause and resume a schedule. The change and its audit entry are one transaction. */
const actions = ACTIONS.map(({ word, action, summary, change }) =>
  defineRoute({
    name: `schedules.${word}`,
    method: "POST",
    path: `/v1/schedules/{name}/${word}`,
    summary,
    tag: TAG,
    role: "operator",
    params: ScheduleParams,
    answers: { 200: Type.Object({ name: Type.String(), isChanged: Type.Boolean() }) },
    async handle({ engine, params, actor, tenant }) {
      const isChanged = await engine.database.transaction(async (tx) => {
        const { task } = await getSchedule(tx, { ...params, tenant });
        if (!(await change(tx, params.name))) return false;
        const subject = { type: "schedule", id: params.name };
        await appendAudit(tx, { tenant: task.tenant, actor: actor.name, action, subject });
        return true;
      });
      return { status: 200, body: { ...params, isChanged } };
    },
  }),
);

/** Returns a schedule without the input of its task, which may be secret or large. */
function view({ task, ...schedule }: EngineSchedule) {
  const { tenant, group, queue, type } = task;
  return { ...schedule, tenant, group, queue, type };
}

export const scheduleRoutes = [list, missed, ...actions];
