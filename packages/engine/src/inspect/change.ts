/** Defines the changes that live events report, and their place in one order of time and name. Pure. */
import type { LaneLevel } from "./list-queues.ts";
import { writeCursor } from "../paging.ts";
import type { TaskEvent, TaskEventType } from "../tasks/task-event.ts";
import { paging } from "./page.ts";

type ChangeOf<Kind, Fields> = {
  /** Cursor from which reading continues after this change. */
  readonly id: string;
  readonly kind: Kind;
  readonly at: Date;
  /** Tenant that the change belongs to; undefined if it belongs to none. */
  readonly tenant: string | undefined;
} & Fields;

export type TaskChange = ChangeOf<
  "task",
  {
    /** Event. Jobs are reported by their turns and by `chunkFailed`, and by `ended` only if they were cancelled. */
    readonly event: "submitted" | "ended" | "chunkFailed";
    readonly taskId: bigint;
    readonly taskKey: string | undefined;
    readonly type: string;
    readonly group: string;
    readonly queue: string;
    /** State of the task at the time of reading. */
    readonly state: string;
    /** Number of the chunk that failed. */
    readonly number: number | undefined;
    /** Code of its error. */
    readonly code: string | undefined;
  }
>;

/** Turns of one tenant in one claim. */
export type DispatchChange = ChangeOf<
  "dispatch",
  {
    readonly pool: string;
    /** The pool, under its name of 0.1.0. */
    readonly queue: string;
    readonly entry: bigint;
    /** Number of turns. */
    readonly count: number;
    /** First turns, at most LISTED_TURNS_MAX. */
    readonly turns: readonly DispatchedTurn[];
  }
>;

export type DispatchedTurn = {
  readonly turn: bigint;
  readonly laneId: bigint;
  readonly group: string;
  readonly type: string;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};

export type LiveLaneChange = ChangeOf<
  "lane",
  {
    readonly event: "arrived" | "emptied" | "set" | "rested" | "forgotten";
    readonly pool: string;
    /** The pool, under its name of 0.1.0. */
    readonly queue: string;
    readonly laneId: bigint;
    /** Level; undefined if the lane was deleted. */
    readonly level: "pool" | "queue" | LaneLevel | undefined;
    readonly name: string | undefined;
    /** Settings that were changed: weight, isPaused, maxInFlight, rateUs, rateBurst. */
    readonly settings: unknown;
  }
>;

export type WorkerChange = ChangeOf<
  "worker",
  { readonly event: "came" | "stopped" | "absent"; readonly owner: string; readonly queues: readonly string[] }
>;

/** Event that a task announced. */
export type AnnouncedChange = ChangeOf<
  "announcement",
  {
    readonly event: TaskEventType;
    /** Id of the event, the same for every receiver. */
    readonly eventId: string;
    readonly taskId: bigint;
    readonly data: TaskEvent["data"];
  }
>;

/** Change of a task, a turn, a lane or a worker, or what a task announced. */
export type Change = TaskChange | DispatchChange | LiveLaneChange | WorkerChange | AnnouncedChange;

/** Changes in the order of their times. */
export type ChangesPage = {
  readonly items: readonly Change[];
  /** Cursor from which reading continues, also after an empty page. */
  readonly next: string;
  /** Whether there may be more changes now. */
  readonly isFull: boolean;
  /** Whether the cursor was too old, so that changes were skipped: the reader has to read the current state again. */
  readonly hasGap: boolean;
};

type ChangeFields<Kind> = Kind extends Change ? Omit<Kind, "id" | "at"> : never;

export type PlacedChange = { readonly place: ChangePlace; readonly change: Change };

export function placed(place: ChangePlace, fields: ChangeFields<Change>): PlacedChange {
  const at = new Date(Number(place.atUs / 1_000n));
  return { place, change: { ...fields, id: writeChangeCursor(place), at } };
}

/** Changes that were read from one source. */
export type SourceChanges = {
  readonly changes: readonly PlacedChange[];
  /** Time up to which the changes are complete; undefined if all were read. */
  readonly cutAtUs: bigint | undefined;
};

export const NOTHING: SourceChanges = { changes: [], cutAtUs: undefined };

/**
 * Returns the time up to which the rows of a source are complete; undefined if there are no more. A source that returned as
 * many rows as the limit may have more rows of the last time.
 */
export function cutAt(rows: readonly { readonly at_us: bigint }[], limit: number): bigint | undefined {
  const [first, last] = [rows[0]?.at_us, rows.at(-1)?.at_us];
  if (rows.length < limit || first === undefined || last === undefined) return undefined;
  return first < last ? last - 1n : last;
}

export type ChangePlace = {
  /** Time in microseconds since 1970. */
  readonly atUs: bigint;
  /** Name that distinguishes changes of the same microsecond; "~" follows all names. */
  readonly name: string;
};

export const AFTER_NAMES = "~";

export function writeChangeCursor({ atUs, name }: ChangePlace): string {
  return writeCursor(String(atUs), name);
}

export function readChangeCursor(text: string | undefined): ChangePlace | undefined {
  const place = paging.placeOf(text);
  if (place === undefined) return undefined;
  const [atUs, name] = place;
  if (typeof atUs !== "string" || !/^\d{1,17}$/.test(atUs) || typeof name !== "string") throw paging.unreadable();
  return { atUs: BigInt(atUs), name };
}

export function comparePlaces(a: ChangePlace, b: ChangePlace): number {
  if (a.atUs !== b.atUs) return a.atUs < b.atUs ? -1 : 1;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
