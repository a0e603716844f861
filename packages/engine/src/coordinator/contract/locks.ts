/** The contract of locks: who holds what, since when and until when. */

/** A lock as anybody may see it. */
export type Lock = {
  readonly key: string;
  readonly holder: string;
  /** What is done under it, such as TALLY_CREATION; it may have a time to live of its own. */
  readonly operation: string;
  readonly startedAt: Date;
  readonly expectedEndAt: Date | undefined;
  /** When it ends unless it is extended; undefined when it guards a task and ends with it. */
  readonly expiresAt: Date | undefined;
  /** The task that it guards. */
  readonly taskId: bigint | undefined;
  /** What the holder wanted others to know, as json; undefined when nothing was given. */
  readonly context: unknown;
  readonly progress: LockProgress | undefined;
};

/** How far the holder is, as it last said. */
export type LockProgress = { readonly done: number; readonly total: number; readonly note?: string };

/** What shows that a lock is ours: keep the token to yourself. */
export type LockHold = { readonly key: string; readonly token: string };

/** A lock as its holder has it. */
export type OwnLock = Lock & LockHold;

export type LockRequest = {
  readonly key: string;
  readonly holder: string;
  readonly operation: string;
  /** After this the lock is free, unless extended. Default: that of the operation, else 2 h. */
  readonly ttlMs?: number;
  /** How long the holder thinks that it will take: told to others, nothing more. */
  readonly expectedMs?: number;
  /** Any json that others may see. */
  readonly context?: unknown;
  /** How long to wait in line while somebody else holds it. Default: not at all. */
  readonly waitMs?: number;
  /** Ends the waiting early; the answer is then as if the time had run out. */
  readonly signal?: AbortSignal;
};

export type AcquireAnswer =
  { readonly acquired: true; readonly lock: OwnLock } | { readonly acquired: false; readonly heldBy: Lock };

export type LockExtension = {
  /** From now. Default: the time to live that the lock was taken with. */
  readonly ttlMs?: number;
  readonly expectedMs?: number;
  readonly progress?: LockProgress;
};

export type ExtendAnswer = { readonly kind: "extended"; readonly lock: OwnLock } | { readonly kind: "lost" };

export type LockOverride = { readonly key: string; readonly by: string; readonly reason: string };

export type LockFilter = {
  /** Only keys that start so. */
  readonly prefix?: string;
  readonly holder?: string;
  readonly operation?: string;
  /** Go on behind this key: that of the last lock of the page before. */
  readonly afterKey?: string;
  /** Default 100. */
  readonly limit?: number;
};

/** Somebody who stands in line. */
export type LockWaiter = { readonly holder: string; readonly operation: string; readonly since: Date };

/** What this process has seen of locks since it started. */
export type LockStats = {
  readonly acquired: number;
  readonly refused: number;
  readonly extended: number;
  readonly released: number;
  /** Extensions, releases and attachments that came too late. */
  readonly lost: number;
  /** Locks of anybody that were found past their time. */
  readonly expired: number;
  /** Locks of anybody that were found after the end of the task that they guarded. */
  readonly endedWithTask: number;
  readonly overridden: number;
  /** How long the released locks had been held, together. */
  readonly heldMs: number;
  /** How many calls stand in line now. */
  readonly waiting: number;
};

/**
 * "Lost" says that the lock is no longer ours: its time ran out, its task ended, or somebody overrode it. It changes
 * nothing. Time is that of the store, never that of the caller.
 */
export type Locks = {
  /** Takes the lock, or tells who holds it. Those who wait get it in the order in which they came. */
  acquire(request: LockRequest): Promise<AcquireAnswer>;
  /** Keeps the lock for longer, and tells others how far the holder is. */
  extend(hold: LockHold, extension?: LockExtension): Promise<ExtendAnswer>;
  /**
   * From now on the lock guards the task: it has no time limit any more and is free once the task is finished or gone.
   * TASK_NOT_FOUND when there is no such task.
   */
  attach(hold: LockHold, taskId: bigint): Promise<"attached" | "lost">;
  release(hold: LockHold): Promise<"released" | "lost">;
  /** For administrators: ends the lock whoever holds it. Answers that lock; undefined when nobody held it. */
  override(override: LockOverride): Promise<Lock | undefined>;
  /** Who holds the lock; undefined when it is free. */
  inspect(key: string): Promise<Lock | undefined>;
  /** The locks that are held, by key. */
  list(filter?: LockFilter): Promise<readonly Lock[]>;
  /** Who waits for the lock, the next one first. */
  line(key: string): Promise<readonly LockWaiter[]>;
  stats(): LockStats;
};
