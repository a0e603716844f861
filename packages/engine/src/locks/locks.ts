/** Defines the contract for locks, once and secrets; every implementation passes lock-store.conformance.ts. */
import type { Queryable } from "../database/database.ts";

/**
 * Store of locks, idempotency keys and secrets. Every call concerns one key and is complete when it returns. No work is
 * lost when a store loses data: constraints in the database ensure what must always be true.
 */
export type Coordinator = {
  readonly locks: Locks;
  readonly once: Once;
  readonly secrets: Secrets;
  /** Deletes one batch of locks, keys and secrets that are over. Call again while `isMore`. */
  prune(): Promise<PruneAnswer>;
  /** Ends all waiting for locks; further calls are refused. The database stays open. */
  close(): Promise<void>;
};

export type PruneAnswer = {
  readonly locks: number;
  readonly once: number;
  readonly secrets: number;
  /** Whether at least one of the batches was full. */
  readonly isMore: boolean;
};

/** Lock without its token, which everyone may see. */
export type Lock = {
  readonly key: string;
  readonly holder: string;
  /** Name of the work under the lock, such as TALLY_CREATION. An operation may have its own time to live. */
  readonly operation: string;
  readonly startedAt: Date;
  /** While it guards a task: its end if chunks end as fast as until now. Otherwise what the holder expects. */
  readonly expectedEndAt: Date | undefined;
  /** Time at which it ends unless it is extended; undefined when it guards a task and ends with it. */
  readonly expiresAt: Date | undefined;
  /** Task that it guards. */
  readonly taskId: bigint | undefined;
  /** Information of the holder for others, as json; undefined when none was given. */
  readonly context: unknown;
  readonly progress: LockProgress | undefined;
};

/** Progress that the holder reported last. */
export type LockProgress = { readonly done: number; readonly total: number; readonly note?: string };

/** Held lock as the database returns it. */
export type LockRow = {
  key: string;
  holder: string;
  operation: string;
  context: unknown;
  progress: LockProgress | null;
  started_at: Date;
  expected_end_at: Date | null;
  expires_at: Date | null;
  task_id: bigint | null;
};

/** Returns a held lock as callers see it. */
export function readLock(row: LockRow): Lock {
  return {
    key: row.key,
    holder: row.holder,
    operation: row.operation,
    startedAt: row.started_at,
    expectedEndAt: row.expected_end_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    taskId: row.task_id ?? undefined,
    context: row.context ?? undefined,
    progress: row.progress ?? undefined,
  };
}

/** Proof that the caller holds a lock: keep the token secret. */
export type LockHold = { readonly key: string; readonly token: string };

/** Lock with its token, which only its holder has. */
export type OwnLock = Lock & LockHold;

/** Request for a lock. */
export type LockRequest = {
  readonly key: string;
  readonly holder: string;
  readonly operation: string;
  /** Time to live, after which the lock is free unless extended. Default: that of the operation, otherwise 2 h. */
  readonly ttlMs?: number;
  /** Expected duration of the work, which is only shown to others. A lock that guards a task measures it instead. */
  readonly expectedMs?: number;
  /** Any json, which others may see. Its member `tenant` names the tenant that the lock belongs to in lists and counts. */
  readonly context?: unknown;
  /** Time to wait while another holder has the lock. Default 0. */
  readonly waitMs?: number;
  /** Ends the waiting early, with the same answer as at the end of `waitMs`. */
  readonly signal?: AbortSignal;
};

/** Result of `acquire`: the lock, or the one that another holder has. */
export type AcquireAnswer =
  { readonly acquired: true; readonly lock: OwnLock } | { readonly acquired: false; readonly heldBy: Lock };

/** Request to extend a lock or to report its progress. */
export type LockExtension = {
  /** Time to live from now. Default: the time to live with which the lock was acquired. */
  readonly ttlMs?: number;
  readonly expectedMs?: number;
  readonly progress?: LockProgress;
};

/** Result of extending a lock: the lock, or that it was lost. */
export type ExtendAnswer = { readonly kind: "extended"; readonly lock: OwnLock } | { readonly kind: "lost" };

export type LockOverride = { readonly key: string; readonly by: string; readonly reason: string };

/** Request of an administrator to extend the lock of any holder. */
export type LockProlongation = LockOverride & {
  /** Time to live from now. */
  readonly ttlMs: number;
};

export type LockFilter = {
  /** Start of the keys. */
  readonly prefix?: string;
  readonly holder?: string;
  readonly operation?: string;
  /** Key after which the page starts: that of the last lock of the previous page. */
  readonly afterKey?: string;
  /** Maximum number of locks. Default 100. */
  readonly limit?: number;
};

/** Caller that waits for a lock. */
export type LockWaiter = { readonly holder: string; readonly operation: string; readonly since: Date };

/** Counts of this process about locks since it started. */
export type LockStats = {
  readonly acquired: number;
  readonly refused: number;
  readonly extended: number;
  readonly released: number;
  /** Number of extensions, releases and attachments that came too late. */
  readonly lost: number;
  /** Number of locks of any process that this process found expired. */
  readonly expired: number;
  /** Number of locks of any process that this process found after the end of the task that they guarded. */
  readonly endedWithTask: number;
  readonly overridden: number;
  /** Total time for which the locks were held that this process released, overrode or found ended. */
  readonly heldMs: number;
  /** Number of calls that wait now. */
  readonly waiting: number;
};

/**
 * Named locks, which expire or end with a task. The answer "lost" means that the caller no longer holds the lock: it
 * expired, its task ended or it was overridden. Nothing was changed then. Times are those of the database's clock.
 */
export type Locks = {
  /** Takes the lock, or returns the one that is held. Waiting callers get it in the order in which they came. */
  acquire(request: LockRequest): Promise<AcquireAnswer>;
  /** Extends the lock and stores its progress, which others may see. */
  extend(hold: LockHold, extension?: LockExtension): Promise<ExtendAnswer>;
  /**
   * Makes the lock guard a task: it no longer expires, and is free when the task has finished or was deleted.
   * TASK_NOT_FOUND when there is no such task.
   */
  attach(hold: LockHold, taskId: bigint): Promise<"attached" | "lost">;
  release(hold: LockHold): Promise<"released" | "lost">;
  /**
   * Extends the lock of any holder, for administrators. Returns that lock; undefined when it is free. Refused with LOCK_INVALID
   * for a lock that guards a task, which has no time limit.
   */
  prolong(prolongation: LockProlongation): Promise<Lock | undefined>;
  /** Ends the lock of any holder, for administrators. Returns that lock; undefined when it was free. */
  override(override: LockOverride): Promise<Lock | undefined>;
  /** Returns the lock; undefined when it is free. */
  inspect(key: string): Promise<Lock | undefined>;
  /** Returns the locks that are held, by key. */
  list(filter?: LockFilter): Promise<readonly Lock[]>;
  /** Returns the callers that wait for the lock, the next one first. */
  line(key: string): Promise<readonly LockWaiter[]>;
  stats(): LockStats;
};

/** Idempotency key with the hash of its input. */
export type OnceRequest = {
  /** Namespace of the key, such as a tenant: the same key in two scopes is two keys. */
  readonly scope: string;
  readonly key: string;
  /** Hash of the input, from `inputHashOf` or another function: inputs with equal hashes are the same. */
  readonly inputHash: string;
  /** Time for the work, unless extended, before another caller may begin. Default 60 s. */
  readonly leaseMs?: number;
  /** Time for which the answer is kept. Default 72 h. */
  readonly keepMs?: number;
};

/** Proof that the caller is the one that does the work of a key. */
export type OnceClaim = { readonly scope: string; readonly key: string; readonly token: string };

/** Result of `begin`: do the work, wait, take the stored answer, or refuse. */
export type OnceAnswer =
  /** Do the work, then call `finish`, or `abandon` if it failed. */
  | { readonly kind: "first"; readonly claim: OnceClaim }
  /** Another caller is doing the work; after `until` a new one may begin. */
  | { readonly kind: "running"; readonly since: Date; readonly until: Date }
  /** The work is done, with this answer. */
  | { readonly kind: "done"; readonly answer: unknown; readonly finishedAt: Date };

/**
 * Idempotency keys: the first caller of a key does the work, and later callers get its answer. A key counts as unused after
 * its lease or the time for which its answer is kept, so a crash blocks it for one lease at most. The answer "lost" means
 * that the caller no longer has the claim and that nothing was written.
 */
export type Once = {
  /** Claims a key, or returns its state. Throws IDEMPOTENCY_CONFLICT when the key is used with other input. */
  begin(request: OnceRequest): Promise<OnceAnswer>;
  /** Restarts the lease. Default 60 s. */
  extend(claim: OnceClaim, leaseMs?: number): Promise<"extended" | "lost">;
  /** Stores the answer, any json, for later calls with the same key and input. */
  finish(claim: OnceClaim, answer: unknown, options?: OnceFinishOptions): Promise<"finished" | "lost">;
  /** Frees the key, so that the next caller begins again. */
  abandon(claim: OnceClaim): Promise<"abandoned" | "lost">;
};

/** Transaction in which an answer is stored. */
export type OnceFinishOptions = {
  /**
   * Transaction of the caller on the coordinator's database: the answer is stored when it commits. Its other writes happen
   * once, provided that the caller rolls back on "lost".
   */
  readonly in?: Queryable;
};

/** Secret to store for a limited time. */
export type NewSecret = {
  readonly key: string;
  readonly value: Uint8Array;
  /** Time to live. Default 6 h. */
  readonly ttlMs?: number;
};

/**
 * Secrets with a time to live. They are sealed before they are stored, and never appear in logs or errors. The store may
 * lose them at any time: when a read returns undefined, the owner of the secret must put it again. Without a key to seal
 * with, every call is refused with SECRETS_NOT_CONFIGURED.
 */
export type Secrets = {
  /** Stores a secret. It replaces the value and the time to live of an earlier one. */
  put(secret: NewSecret): Promise<void>;
  read(key: string): Promise<Uint8Array | undefined>;
  /** Reads and deletes a secret: of concurrent calls one gets it. */
  take(key: string): Promise<Uint8Array | undefined>;
  /** Deletes a secret; returns false when it was missing. */
  drop(key: string): Promise<boolean>;
};
