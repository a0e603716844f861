/** What a schedule says, and the limits of it. */
import type { NewTask, TimedKey } from "../tasks/new-task.ts";

/** Of a cron expression; long lists fit. */
export const CRON_LENGTH_MAX = 500;
export const DEFAULT_TIME_ZONE = "UTC";
/** A run that is submitted within this time is on time; later it is a missed one, and `onMissed` decides. */
export const LATE_MS = 60_000;
export const DEFAULT_CATCH_UP = 100;
export const CATCH_UP_MAX = 1_000;
/** Of a schedule's task: every run makes as many, so it stays small. */
export const SCHEDULED_CHUNKS_MAX = 100;
/** Of a schedule's task as json: many runs are submitted in one statement. */
export const SCHEDULED_TASK_BYTES_MAX = 65_536;

/** The field that each run adds to the input and to every payload: its nominal time, in ISO 8601 and UTC. */
export const SCHEDULED_FOR = "scheduledFor";

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
