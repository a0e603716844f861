/** Describes a schedule and its limits, builds the task of one run, and encodes the stored task. */
import { decodeValue, encodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec } from "../codec/payload-codec.ts";
import type { NewTask, TimedKey } from "../tasks/new-task.ts";
import { DEFAULT_POOL } from "../tasks/task-options.ts";

/** Maximum length of a cron expression; long lists fit. */
export const CRON_LENGTH_MAX = 500;
export const DEFAULT_TIME_ZONE = "UTC";
/** Time within which a run is on time; a later one is missed, and `onMissed` decides. */
export const LATE_RUN_MS = 60_000;
export const DEFAULT_CATCH_UP = 100;
export const CATCH_UP_MAX = 1_000;
/** Maximum number of chunks of a schedule's task: every run creates that many. */
export const SCHEDULED_CHUNKS_MAX = 100;
/** Maximum size of a schedule's task as JSON: many runs are submitted in one statement. */
export const SCHEDULED_TASK_BYTES_MAX = 65_536;

/** Name of the field that each run adds to the input and to every payload: its nominal time, in ISO 8601 and UTC. */
export const SCHEDULED_FOR = "scheduledFor";

/** Schedule to set. */
export type NewSchedule = {
  /** Name, unique among all schedules. */
  readonly name: string;
  /** Five fields (minute, hour, day, month, weekday), six with seconds before them, or a nickname such as @hourly. */
  readonly cron: string;
  /** IANA name of the zone in which the expression is read. Default UTC. */
  readonly timeZone?: string;
  /** Task that each run submits. */
  readonly task: ScheduledTask;
  /**
   * Policy for runs that no process submitted in time: the latest of them is submitted (`once`, default), each of them is,
   * up to `catchUpMax` (`all`), or none is. The others are recorded as missed.
   */
  readonly onMissed?: OnMissed;
  /** Maximum number of missed runs that `onMissed: "all"` submits, the latest ones. Default 100. */
  readonly catchUpMax?: number;
};

/** Policy for runs that fell due while no process was running. */
export type OnMissed = (typeof ON_MISSED)[number];
export const ON_MISSED = ["once", "all", "none"] as const;

/**
 * Task without the fields of a single run: the unique key consists of the schedule's name and the run's time, and every
 * chunk is due at once. Input and payloads are objects, since each run adds `scheduledFor` to them.
 */
export type ScheduledTask = Omit<NewTask, "unique" | "taskKey" | "input" | "chunks"> & {
  readonly taskKey?: TimedKey;
  readonly input?: JsonObject;
  readonly chunks: readonly { readonly payload?: JsonObject }[];
};

export type JsonObject = Readonly<Record<string, unknown>>;

/** Time for tests that replaces the database's. */
export type AtTime = { readonly now?: Date };

export type ScheduledRun = { readonly name: string; readonly task: ScheduledTask; readonly run: Date };

/** Builds the task of one run: the schedule's task with the run's time and a key that no other run has. Pure. */
export function runTask({ name, task, run }: ScheduledRun): NewTask {
  const time = { [SCHEDULED_FOR]: run.toISOString() };
  return {
    pool: DEFAULT_POOL,
    ...task,
    unique: { key: runKey(name, run) },
    input: { ...task.input, ...time },
    chunks: task.chunks.map(({ payload }) => ({ payload: { ...payload, ...time } })),
  };
}

/** Returns the key of a run. It is kept until the task is pruned, so that a run is submitted once. */
function runKey(name: string, run: Date): string {
  return `schedule/${name}/${run.toISOString()}`;
}

/** Returns the task in its stored form. */
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

/** Reads a stored task. Throws PAYLOAD_UNREADABLE. */
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
