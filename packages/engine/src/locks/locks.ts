/** Defines the contract for locks, once and secrets; every implementation passes lock-store.conformance.ts. */
import type { Queryable } from "../database/database.ts";

/**
 * Every call is about one key and is done when it answers; none needs another to happen with it. Work is never lost when
 * a driver forgets: what must hold whatever happens is a constraint in the database.
 */
export type Coordinator = {
  readonly locks: Locks;
  readonly once: Once;
  readonly secrets: Secrets;
  /** Takes away one batch of what is over. Call again while `isMore`. */
  prune(): Promise<PruneAnswer>;
  /** Ends the waiting of those who stand in line; further calls are refused. The store itself stays open. */
  close(): Promise<void>;
};

export type PruneAnswer = {
  readonly locks: number;
  readonly once: number;
  readonly secrets: number;
  /** At least one of the batches was full. */
  readonly isMore: boolean;
};

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

/** Proof that the caller holds a lock: keep the token secret. */
export type LockHold = { readonly key: string; readonly token: string };

/** A lock as its holder has it. */
export type OwnLock = Lock & LockHold;

/** Request for a lock. */
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

/** Result of taking a lock: the lock, or the one that is in the way. */
export type AcquireAnswer =
  { readonly acquired: true; readonly lock: OwnLock } | { readonly acquired: false; readonly heldBy: Lock };

/** Request to extend a lock or to report its progress. */
export type LockExtension = {
  /** From now. Default: the time to live that the lock was taken with. */
  readonly ttlMs?: number;
  readonly expectedMs?: number;
  readonly progress?: LockProgress;
};

/** Result of extending a lock: the lock, or that it was lost. */
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

/** Idempotency key with the hash of its input. */
export type OnceRequest = {
  /** Whose keys they are, such as a tenant: the same key in two scopes is two keys. */
  readonly scope: string;
  readonly key: string;
  /** Hash of the input, from `inputHashOf` or your own: two inputs are the same when their hashes are. */
  readonly inputHash: string;
  /** How long the work may take, unless extended, before somebody else may begin. Default 60 s. */
  readonly leaseMs?: number;
  /** How long the answer is kept. Default 72 h. */
  readonly keepMs?: number;
};

/** Proof that the caller does the work of a key. */
export type OnceClaim = { readonly scope: string; readonly key: string; readonly token: string };

/** Result of `begin`: do the work, wait, take the stored answer, or refuse. */
export type OnceAnswer =
  /** Do the work, then call `finish`, or `abandon` if it failed. */
  | { readonly kind: "first"; readonly claim: OnceClaim }
  /** Somebody is at it; after `until` somebody else may begin. */
  | { readonly kind: "running"; readonly since: Date; readonly until: Date }
  /** The work was done before, and this was its answer. */
  | { readonly kind: "done"; readonly answer: unknown; readonly finishedAt: Date };

/**
 * A key whose lease or keeping time is over is as if it had never been used: a crash blocks it for one lease. "Lost"
 * says that the claim is no longer ours and nothing was written.
 */
export type Once = {
  /** Rejects with IDEMPOTENCY_CONFLICT when the key is in use with other input. */
  begin(request: OnceRequest): Promise<OnceAnswer>;
  /** Starts the lease again from now. Default 60 s. */
  extend(claim: OnceClaim, leaseMs?: number): Promise<"extended" | "lost">;
  /** Keeps the answer, any json, for those who come with the same key and input. */
  finish(claim: OnceClaim, answer: unknown, options?: OnceFinishOptions): Promise<"finished" | "lost">;
  /** Forgets the key, so that the next one begins anew. */
  abandon(claim: OnceClaim): Promise<"abandoned" | "lost">;
};

/** Transaction and retention of an answer. */
export type OnceFinishOptions = {
  /**
   * A transaction of the caller's, on the database of the coordinator: the answer is kept when it commits. What is written
   * in it happens once, if "lost" rolls it back.
   */
  readonly in?: Queryable;
};

/** Secret to store for a limited time. */
export type NewSecret = {
  readonly key: string;
  readonly value: Uint8Array;
  /** After this it is gone. Default 6 h. */
  readonly ttlMs?: number;
};

/**
 * Values are sealed before they are stored, and never logged or told in errors. A store may lose them at any moment, so
 * undefined is an answer to be ready for: ask whoever has the secret to put it again. Without a key to seal with, every
 * call is refused with SECRETS_NOT_CONFIGURED.
 */
export type Secrets = {
  /** Replaces what was there under the key, and its time. */
  put(secret: NewSecret): Promise<void>;
  read(key: string): Promise<Uint8Array | undefined>;
  /** Reads and forgets: of many who take it at once, one gets it. */
  take(key: string): Promise<Uint8Array | undefined>;
  /** False when it was not there any more. */
  drop(key: string): Promise<boolean>;
};
