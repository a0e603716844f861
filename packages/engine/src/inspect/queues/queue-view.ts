/** Queues, lanes and how they share, as people look at them. */
import type { FairnessSpread } from "../../fairness/explain/fairness-spread.ts";
import type { Count } from "../../progress/chunk-counts.ts";

export type LaneLimits = {
  readonly isPaused: boolean;
  readonly maxInFlight: number | undefined;
  /** So many turns in so many milliseconds, `burst` at once after a rest. */
  readonly rate: { readonly turns: number; readonly perMs: number; readonly burst: number } | undefined;
};

export type QueueView = LaneLimits & {
  readonly queue: string;
  /** Chunks that are PENDING. */
  readonly waiting: Count;
  readonly scheduled: Count;
  readonly queued: Count;
  readonly running: number;
  readonly lanesWaiting: Count;
  /** Since when the chunk waits that has waited longest, of the first ones of the lanes that were looked at. */
  readonly oldestWaitingAt: Date | undefined;
  /** In the last minute, of all tenants. */
  readonly turnsPerSecond: number;
  /** Turns given since the queue began, of all tenants. */
  readonly turns: bigint;
  readonly lastTurnAt: Date | undefined;
};

export type LaneLevel = "tenant" | "group" | "task";

export type LaneView = LaneLimits & {
  readonly laneId: bigint;
  /** Of the lane above; undefined for a tenant. */
  readonly parentId: bigint | undefined;
  /** A leaf is of level "task": a task, or all jobs of one type. */
  readonly level: LaneLevel;
  readonly name: string;
  readonly tenant: string;
  /** Below a tenant: 0 critical to 3 low. */
  readonly priority: number | undefined;
  readonly group: string | undefined;
  /** Undefined for a leaf that was only set so far. */
  readonly weight: number | undefined;
  /** Of a turn; leaves only. */
  readonly cost: number | undefined;
  /** Takes part in the sharing now: it has work, and is within its limits. */
  readonly isAwake: boolean;
  readonly waiting: Count;
  readonly running: number;
  /** Of the turns that were looked at. */
  readonly turns: number;
  /** Part of the latest turns of the queue that it had; undefined when there were none. */
  readonly share: number | undefined;
  /** Part of the turns that is its due at this moment, by weight among those that are awake; 0 when it is not. */
  readonly entitlement: number;
  readonly lastTurnAt: Date | undefined;
};

export type LaneShare = {
  readonly laneId: bigint;
  readonly parentId: bigint | undefined;
  readonly level: LaneLevel;
  readonly name: string;
  readonly tenant: string;
  readonly group: string | undefined;
  readonly priority: number | undefined;
  readonly weight: number;
  /** It has a cap, a rate or is paused: it may get less than its entitlement because somebody wished so. */
  readonly isLimited: boolean;
  readonly turns: number;
  /** Cost of its turns by that of all. */
  readonly share: number;
  /** What it would have got by weight while it had work, had nobody had a limit. */
  readonly entitlement: number;
};

export type QueueFairness = {
  readonly queue: string;
  /** How many turns were looked at: the newest ones. */
  readonly turns: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** The lanes that had turns or work in that time: tenants, then groups, then leaves, at most FAIRNESS_LANES_MAX. */
  readonly lanes: readonly LaneShare[];
  /** False: there were more lanes than are told. */
  readonly isWhole: boolean;
  /** At this moment, by level: how far two siblings that share turns are apart. Of all tenants. */
  readonly spread: FairnessSpread;
  /** By level: how far they may be apart, by the largest cost and the smallest weight of those that share now. */
  readonly bound: FairnessSpread;
};

export type DispatchView = {
  readonly queue: string;
  readonly turn: bigint;
  readonly at: Date;
  readonly laneId: bigint;
  /** Undefined when the task was pruned. */
  readonly tenant: string | undefined;
  readonly group: string | undefined;
  readonly priority: number | undefined;
  readonly type: string | undefined;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};
