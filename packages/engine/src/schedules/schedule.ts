/** Describes a schedule and its limits, builds the task of one run, and encodes the stored task. */
import { decodeValue, encodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec } from "../codec/payload-codec.ts";
import type { NewTask, TimedKey } from "../tasks/new-task.ts";

/** Of a cron expression; long lists fit. */
export const CRON_LENGTH_MAX = 500;
export const DEFAULT_TIME_ZONE = "UTC";
/** A run that is submitted within this time is on time; later it is a missed one, and `onMissed` decides. */
export const LATE_RUN_MS = 60_000;
export const DEFAULT_CATCH_UP = 100;
export const CATCH_UP_MAX = 1_000;
/** Of a schedule's task: every run makes as many, so it stays small. */
export const SCHEDULED_CHUNKS_MAX = 100;
/** Of a schedule's task as json: many runs are submitted in one statement. */
export const SCHEDULED_TASK_BYTES_MAX = 65_536;

/** The field that each run adds to the input and to every payload: its nominal time, in ISO 8601 and UTC. */
export const SCHEDULED_FOR = "scheduledFor";

/** Schedule to set. */
export type NewSchedule = {
  /** What it is known by, unique among all schedules. */
  readonly name: string;
  /** Five fields (minute, hour, day, month, weekday), six with seconds before them, or a nickname such as @hourly. */
  readonly cron: string;
  /** The IANA name of the zone in which the expression is read. Default UTC. */
  readonly timeZone?: string;
  /** What each run submits. */
  readonly task: ScheduledTask;
  /**
   * What becomes of runs that nobody was there to submit in time: the latest of them is made up for (`once`, default),
   * each of them is, up to `catchUpMax` (`all`), or none is. What is left out is recorded as missed.
   */
  readonly onMissed?: OnMissed;
  /** With `onMissed: "all"`: how many missed runs are made up for at most, the latest ones. Default 100. */
  readonly catchUpMax?: number;
};

/** Policy for runs that fell due while no process was running. */
export type OnMissed = (typeof ON_MISSED)[number];
export const ON_MISSED = ["once", "all", "none"] as const;

/**
 * A task without what belongs to a single run: the unique key is made of the schedule's name and the run's time, and
 * every chunk is due at once. Input and payloads are objects, since each run adds `scheduledFor` to them.
 */
export type ScheduledTask = Omit<NewTask, "unique" | "taskKey" | "input" | "chunks"> & {
  readonly taskKey?: TimedKey;
  readonly input?: JsonObject;
  readonly chunks: readonly { readonly payload?: JsonObject }[];
};

export type JsonObject = Readonly<Record<string, unknown>>;

/** For tests: another time than the database's. */
export type AtTime = { readonly now?: Date };

export type ScheduledRun = { readonly name: string; readonly task: ScheduledTask; readonly run: Date };

/** Builds the task of one run: the schedule's task with the run's time and a key that no other run has. Pure. */
export function runTask({ name, task, run }: ScheduledRun): NewTask {
  const time = { [SCHEDULED_FOR]: run.toISOString() };
  return {
    ...task,
    unique: { key: runKey(name, run) },
    input: { ...task.input, ...time },
    chunks: task.chunks.map(({ payload }) => ({ payload: { ...payload, ...time } })),
  };
}

/** Held until the task is pruned: however often a run is decided, it is submitted once. */
function runKey(name: string, run: Date): string {
  return `schedule/${name}/${run.toISOString()}`;
}

/** The task as it is to be stored. */
export async function encodeScheduledTask(codec: PayloadCodec | undefined, task: ScheduledTask): Promise<unknown> {
  if (codec === undefined) return task;
  const { type } = task;
  return {
    ...task,
    input: await encodeValue(codec, task.input, { field: "input", type }),
    chunks: await Promise.all(
      task.chunks.map(async ({ payload }) => ({
        payload: await encodeValue(codec, payload, { field: "payload", type }),
      })),
    ),
  };
}

/** Throws PAYLOAD_UNREADABLE. */
export async function decodeScheduledTask(
  codec: PayloadCodec | undefined,
  task: ScheduledTask,
): Promise<ScheduledTask> {
  if (codec === undefined) return task;
  const { type } = task;
  const input = await decodeValue(codec, task.input, { field: "input", type });
  const payloads = await Promise.all(
    task.chunks.map(({ payload }) => decodeValue(codec, payload, { field: "payload", type })),
  );
  return {
    ...task,
    ...(input === undefined ? {} : { input }),
    chunks: payloads.map((payload) => (payload === undefined ? {} : { payload })),
  };
}
