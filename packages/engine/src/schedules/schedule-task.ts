/** Schedules a task by its definition: plans the task of the runs, and refuses what a run would be refused for. */
import type { PayloadCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import type { NewTask } from "../tasks/new-task.ts";
import { planUnknown, type TaskPlacement } from "../tasks/plan-task.ts";
import { DEFAULT_PLACE } from "../tasks/submit-tasks.ts";
import type { Schedule } from "./list-schedules.ts";
import { type JsonObject, type NewSchedule, SCHEDULED_FOR, type ScheduledTask } from "./schedule.ts";
import { checkedAsRun, setSchedule } from "./set-schedule.ts";

/** Schedule of a task that is defined. */
export type TaskSchedule<Given = unknown> = ScheduleSettings & ScheduledInput<Given>;

type ScheduleSettings = Omit<NewSchedule, "name" | "task"> &
  Partial<Omit<TaskPlacement, "taskKey" | "unique" | "dueAt" | "callback" | "announceWanted">> & {
    /** Name, unique among all schedules. Default: the name of the task, with that of the tenant if one is given. */
    readonly name?: string;
  };

/** Input of a schedule. Each run adds `scheduledFor`, so it is left out. */
type ScheduledInput<Given> =
  Record<never, never> extends WithoutTime<Given>
    ? { readonly input?: WithoutTime<Given> }
    : { readonly input: WithoutTime<Given> };

type WithoutTime<Given> = Given extends { scheduledFor?: unknown } ? Omit<Given, typeof SCHEDULED_FOR> : Given;

export type ScheduleParts = { readonly database: Transaction; readonly codec: PayloadCodec | undefined };

/** Sets the schedule of a task. `split` runs now, not with each run. */
export async function scheduleTask<Given>(
  parts: ScheduleParts,
  definition: TaskDefinition<Given>,
  schedule: TaskSchedule<NoInfer<Given>>,
): Promise<Schedule>;
export async function scheduleTask(
  { database, codec }: ScheduleParts,
  definition: TaskDefinition,
  given: ScheduleSettings & { readonly input?: unknown },
): Promise<Schedule> {
  const { name = defaultName(definition, given), cron, timeZone, onMissed, catchUpMax, input, ...placement } = given;
  const task = await planScheduled(definition, input, { ...DEFAULT_PLACE, ...placement });
  const set: NewSchedule = {
    name,
    cron,
    task,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(onMissed === undefined ? {} : { onMissed }),
    ...(catchUpMax === undefined ? {} : { catchUpMax }),
  };
  return setSchedule(database, set, { codec, definitions: [definition] });
}

function defaultName({ name }: Pick<TaskDefinition, "name">, { tenant }: { readonly tenant?: string }): string {
  return tenant === undefined ? name : `${name} of ${tenant}`;
}

/** Two times, to see whether `split` makes of them what each run would have to make. */
const SAMPLE_TIMES = [new Date(0), new Date(86_400_000)] as const;

async function planScheduled(
  definition: TaskDefinition,
  given: unknown,
  placement: TaskPlacement,
): Promise<ScheduledTask> {
  const what = `task "${definition.name}"`;
  const input = asObject(given, `input of ${what}`);
  const [first, second] = await Promise.all(
    SAMPLE_TIMES.map((time) => planRun(definition, { input, time, placement })),
  );
  if (first === undefined || JSON.stringify(first) !== JSON.stringify(second))
    throw refusal(`split of ${what} uses ${SCHEDULED_FOR}, but it runs once, when the schedule is set: use it in run`);
  return first;
}

type RunPlan = { readonly input: JsonObject; readonly time: Date; readonly placement: TaskPlacement };

/** Plans the task of a run, checks it as the run would be, and takes the time out again. */
async function planRun(definition: TaskDefinition, { input, time, placement }: RunPlan): Promise<ScheduledTask> {
  const withTime = { ...input, [SCHEDULED_FOR]: time.toISOString() };
  return withoutTimes(await checkedAsRun(() => planUnknown(definition, withTime, placement)), definition.name);
}

function withoutTimes({ unique: _unique, taskKey: _taskKey, ...task }: NewTask, name: string): ScheduledTask {
  const { input, chunks, ...rest } = task;
  return {
    ...rest,
    ...(input === undefined ? {} : { input: withoutTime(asObject(input, `input of task "${name}"`)) }),
    chunks: chunks.map(({ payload }) => ({ payload: withoutTime(asObject(payload, `payload of task "${name}"`)) })),
  };
}

function withoutTime({ [SCHEDULED_FOR]: _time, ...rest }: JsonObject): JsonObject {
  return rest;
}

function asObject(value: unknown, what: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw refusal(`${what} must be an object, since each run adds ${SCHEDULED_FOR} to it`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refusal(message: string): RotaError {
  return new RotaError("SCHEDULE_INVALID", message);
}
