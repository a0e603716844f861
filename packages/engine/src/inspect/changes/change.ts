/** What live events tell of: tasks, turns, lanes, workers. */
import type { LaneLevel } from "../queues/queue-view.ts";

/** `id` is where to go on after it; `tenant` is whose it is, undefined when it is nobody's. */
type ChangeOf<Kind, Told> = {
  readonly id: string;
  readonly kind: Kind;
  readonly at: Date;
  readonly tenant: string | undefined;
} & Told;

export type TaskChange = ChangeOf<
  "task",
  {
    /** Jobs are told of by their turns, and by `chunkFailed`. */
    readonly event: "submitted" | "ended" | "chunkFailed";
    readonly taskId: bigint;
    readonly taskKey: string | undefined;
    readonly type: string;
    readonly group: string;
    readonly queue: string;
    /** As it is when this is read. */
    readonly state: string;
    /** Of the chunk that failed. */
    readonly number: number | undefined;
    readonly code: string | undefined;
  }
>;

/** The turns of one tenant in one claim. */
export type DispatchChange = ChangeOf<
  "dispatch",
  {
    readonly queue: string;
    readonly entry: bigint;
    /** How many there were. */
    readonly count: number;
    /** The first of them, at most TOLD_TURNS_MAX. */
    readonly turns: readonly ToldTurn[];
  }
>;

export type ToldTurn = {
  readonly turn: bigint;
  readonly laneId: bigint;
  readonly group: string;
  readonly type: string;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};

export type LaneChangeTold = ChangeOf<
  "lane",
  {
    readonly event: "arrived" | "emptied" | "set" | "rested" | "forgotten";
    readonly queue: string;
    readonly laneId: bigint;
    /** Undefined when the lane is gone. */
    readonly level: "queue" | LaneLevel | undefined;
    readonly name: string | undefined;
    /** What was set: weight, isPaused, maxInFlight, rateUs, rateBurst. */
    readonly settings: unknown;
  }
>;

export type WorkerChange = ChangeOf<
  "worker",
  { readonly event: "came" | "stopped" | "absent"; readonly owner: string; readonly queues: readonly string[] }
>;

export type Change = TaskChange | DispatchChange | LaneChangeTold | WorkerChange;

export type ChangesPage = {
  readonly items: readonly Change[];
  /** Where to go on; also when there was nothing. */
  readonly next: string;
  /** There may be more at once. */
  readonly isFull: boolean;
  /** The place asked for is too long ago: what happened in between was passed over, so look at everything anew. */
  readonly hasGap: boolean;
};
