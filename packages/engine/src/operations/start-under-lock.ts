/** Starts a task under a lock: the lock ends with the task, and other callers receive its holder and its progress meanwhile. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Lock, LockRequest, Locks, OwnLock } from "../locks/locks.ts";
import type { Database } from "../database/database.ts";
import { isRotaError, type RotaError } from "../errors.ts";
import type { NewTask, SubmittedTask } from "../tasks/new-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { isLeftBehind, selectTaskProgress } from "./operations.sql.ts";

/** Lock and task of `startUnderLock`. */
export type GuardedTask = {
  /** Lock, which belongs to the tenant of the task. With `waitMs` the caller waits in line behind a running task. */
  readonly lock: LockRequest;
  /** Task. Its unique key is the key of the lock, so that two of them never run even if the lock is lost. */
  readonly task: Omit<NewTask, "unique">;
  /** Called when the lock is taken. Throws if the task is no longer wanted, as after waiting for one that succeeded. */
  readonly check?: () => Promise<void>;
};

/** Result of `startUnderLock`: the new task, or the one that is already running. */
export type StartAnswer =
  | { readonly kind: "started"; readonly task: SubmittedTask }
  | {
      readonly kind: "already running";
      readonly taskId: bigint | undefined;
      readonly since: Date;
      /** Lock of the running task; undefined when the lock was lost and only the task is known. */
      readonly heldBy: Lock | undefined;
      /** Number of chunks that have ended, and of all chunks. */
      readonly progress: { readonly ended: number; readonly total: number } | undefined;
    };

/** Age from which a lock without a task was left by a crash: the task is submitted milliseconds after the lock is taken. */
const UNGUARDED_MS_MAX = 30_000;

/** Database and locks that a guarded task starts on, such as an engine. */
export type StartOn = WithCodec & { readonly database: Database; readonly locks: Locks };

/**
 * Starts a task once: takes a lock, submits the task and binds the lock to it, or returns who holds the lock.
 *
 * @example
 * const lock = { key: "tally:42", holder: "ann", operation: "TALLY", expectedMs: 60_000 };
 * const answer = await startUnderLock(engine, { lock, task: await planTask(tally, { invoice: 42 }, { tenant: "bern" }) });
 * if (answer.kind === "already running") console.log("since", answer.since);
 */
export async function startUnderLock(on: StartOn, guarded: GuardedTask): Promise<StartAnswer> {
  const { locks } = on;
  const request = ofTenant(guarded);
  const first = await locks.acquire(request);
  const isLeft = !first.acquired && (await wasLeftBehind(on, guarded, first.heldBy));
  if (!first.acquired && !isLeft) return running(on, first.heldBy);
  if (isLeft) await locks.override({ key: request.key, by: "rota", reason: "it was taken for a task that never came" });
  const answer = first.acquired ? first : await locks.acquire(request);
  return answer.acquired ? submitUnder(on, guarded, answer.lock) : running(on, answer.heldBy);
}

/** Names the tenant in the context, so that refusals and waiters count for it. A context that is no object stays as it is. */
function ofTenant({ lock, task: { tenant } }: GuardedTask): LockRequest {
  const { context = {} } = lock;
  const isObject = typeof context === "object" && context !== null && !Array.isArray(context);
  return isObject ? { ...lock, context: { tenant, ...context } } : lock;
}

async function submitUnder(on: StartOn, { task, check }: GuardedTask, lock: OwnLock): Promise<StartAnswer> {
  const { locks } = on;
  try {
    await check?.();
    const unique = { key: lock.key, mode: "singleton" } as const;
    const [submitted] = await submitTasks(on.database, [{ ...task, unique }], on);
    if (submitted === undefined) throw new Error("a submission answered without a task");
    if (!submitted.isNew) return await giveWay(on, lock, submitted.taskId);
    await locks.attach(lock, submitted.taskId);
    return { kind: "started", task: submitted };
  } catch (error) {
    if (isRotaError(error, "IDEMPOTENCY_CONFLICT")) return giveWay(on, lock, holderOf(error));
    await locks.release(lock);
    throw error;
  }
}

/** Releases a lock that we got only because the lock store lost it: the task that it guarded continues. */
async function giveWay(on: StartOn, lock: OwnLock, taskId: bigint): Promise<StartAnswer> {
  await on.locks.release(lock);
  const known = await readProgress(on.database, taskId);
  return {
    kind: "already running",
    taskId,
    since: known?.since ?? lock.startedAt,
    heldBy: undefined,
    progress: known?.progress,
  };
}

async function running({ database }: StartOn, heldBy: Lock): Promise<StartAnswer> {
  const known = heldBy.taskId === undefined ? undefined : await readProgress(database, heldBy.taskId);
  return {
    kind: "already running",
    taskId: heldBy.taskId,
    since: heldBy.startedAt,
    heldBy,
    progress: known?.progress,
  };
}

async function wasLeftBehind({ database }: StartOn, { task, lock }: GuardedTask, heldBy: Lock): Promise<boolean> {
  if (heldBy.taskId !== undefined) return false;
  const { tenant, type } = task;
  const asked = { tenant, type, key: lock.key, lockedAt: heldBy.startedAt, afterMs: UNGUARDED_MS_MAX };
  const [row] = await database.query(isLeftBehind(asked));
  return row?.is_left ?? false;
}

async function readProgress(database: Database, taskId: bigint) {
  const [row] = await database.query(selectTaskProgress(taskId));
  return row === undefined ? undefined : { since: row.submitted_at, progress: { ended: row.ended, total: row.total } };
}

function holderOf(error: RotaError): bigint {
  return BigInt(String(error.details["heldBy"]));
}
