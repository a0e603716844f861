/** Starts a task under a lock: the lock ends with the task, and whoever comes meanwhile learns who runs it and how far it is. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Lock, LockRequest, Locks, OwnLock } from "../locks/locks.ts";
import type { Database } from "../database/database.ts";
import { isRotaError, type RotaError } from "../errors.ts";
import type { NewTask, SubmittedTask } from "../tasks/new-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { isLeftBehind, selectTaskStanding } from "./operations.sql.ts";

/** Lock and task of `startUnderLock`. */
export type GuardedTask = {
  readonly lock: LockRequest;
  /** Its unique key is the key of the lock: whatever becomes of the lock, two of them never run. */
  readonly task: Omit<NewTask, "unique">;
};

/** Result of `startUnderLock`: the task, or the lock that is in the way. */
export type StartAnswer =
  | { readonly kind: "started"; readonly task: SubmittedTask }
  | {
      readonly kind: "already running";
      readonly taskId: bigint | undefined;
      readonly since: Date;
      /** Undefined when the lock was lost and only the task is known. */
      readonly heldBy: Lock | undefined;
      /** Chunks that have ended, of all. */
      readonly progress: { readonly ended: number; readonly total: number } | undefined;
    };

/** Between taking a lock and submitting lie milliseconds: a lock without a task for longer was left by a crash. */
const UNGUARDED_MS_MAX = 30_000;

/** Database and locks that a guarded task starts on, such as an engine. */
export type StartOn = WithCodec & { readonly database: Database; readonly locks: Locks };

/**
 * Starts a task once: takes a lock, submits the task and binds the lock to it, or returns who holds the lock.
 *
 * @example
 * const lock = { key: "tally:42", holder: "ann", operation: "TALLY", expectedMs: 60_000 };
 * const answer = await startUnderLock(engine, { lock, task: await planTask(tally, { election: 42 }, { tenant: "bern" }) });
 * if (answer.kind === "already running") console.log("since", answer.since);
 */
export async function startUnderLock(on: StartOn, guarded: GuardedTask): Promise<StartAnswer> {
  const { locks } = on;
  const first = await locks.acquire(guarded.lock);
  const isLeft = !first.acquired && (await wasLeftBehind(on, guarded, first.heldBy));
  if (!first.acquired && !isLeft) return running(on, first.heldBy);
  if (isLeft)
    await locks.override({ key: guarded.lock.key, by: "rota", reason: "it was taken for a task that never came" });
  const answer = first.acquired ? first : await locks.acquire(guarded.lock);
  return answer.acquired ? submitUnder(on, guarded, answer.lock) : running(on, answer.heldBy);
}

async function submitUnder(on: StartOn, { task }: GuardedTask, lock: OwnLock): Promise<StartAnswer> {
  const { locks } = on;
  try {
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

/** The store of locks forgot a lock, so we got it; the task that it guarded goes on. */
async function giveWay(on: StartOn, lock: OwnLock, taskId: bigint): Promise<StartAnswer> {
  await on.locks.release(lock);
  const standing = await readStanding(on.database, taskId);
  return {
    kind: "already running",
    taskId,
    since: standing?.since ?? lock.startedAt,
    heldBy: undefined,
    progress: standing?.progress,
  };
}

async function running({ database }: StartOn, heldBy: Lock): Promise<StartAnswer> {
  const standing = heldBy.taskId === undefined ? undefined : await readStanding(database, heldBy.taskId);
  return {
    kind: "already running",
    taskId: heldBy.taskId,
    since: heldBy.startedAt,
    heldBy,
    progress: standing?.progress,
  };
}

async function wasLeftBehind({ database }: StartOn, { task, lock }: GuardedTask, heldBy: Lock): Promise<boolean> {
  if (heldBy.taskId !== undefined) return false;
  const { tenant, type } = task;
  const asked = { tenant, type, key: lock.key, lockedAt: heldBy.startedAt, afterMs: UNGUARDED_MS_MAX };
  const [row] = await database.query(isLeftBehind(asked));
  return row?.is_left ?? false;
}

async function readStanding(database: Database, taskId: bigint) {
  const [row] = await database.query(selectTaskStanding(taskId));
  return row === undefined ? undefined : { since: row.submitted_at, progress: { ended: row.ended, total: row.total } };
}

function holderOf(error: RotaError): bigint {
  return BigInt(String(error.details["heldBy"]));
}
