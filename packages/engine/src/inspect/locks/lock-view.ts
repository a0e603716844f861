/** Locks, those who wait for them and what became of them, as people look at them. */
import type { Lock, LockWaiter } from "../../coordinator/coordinator.ts";

export type LockView = Lock & {
  /** Of the task that it guards, or named as `tenant` in its context; undefined when it is nobody's. */
  readonly tenant: string | undefined;
  /** Those who stand in line, the next one first. */
  readonly line: readonly LockWaiter[];
};

export type LockOutcome = "RELEASED" | "EXPIRED" | "TASK_ENDED" | "OVERRIDDEN";

/** A lock that somebody had. */
export type PastLock = {
  readonly key: string;
  readonly holder: string;
  readonly operation: string;
  readonly tenant: string | undefined;
  readonly taskId: bigint | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly heldMs: number;
  readonly outcome: LockOutcome;
  /** Who overrode it, and why. */
  readonly endedBy: string | undefined;
  readonly reason: string | undefined;
};

export type OperationStatistics = {
  readonly operation: string;
  /** Taken in the span of time: those that ended in it, and those held now. */
  readonly acquired: number;
  readonly held: number;
  readonly waiting: number;
  /** Asked for and refused since somebody else held it. */
  readonly refused: number;
  readonly released: number;
  readonly expired: number;
  readonly endedWithTask: number;
  readonly overridden: number;
  /** Of those that ended. */
  readonly heldMsMean: number | undefined;
  readonly heldMsMax: number | undefined;
};

export type LockStatistics = {
  readonly since: Date;
  /** False: more locks ended in that time than were looked at; counts are of the newest. */
  readonly isWhole: boolean;
  readonly operations: readonly OperationStatistics[];
};
