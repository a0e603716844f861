/** Implements locks as rows: the caller that inserts the row of a key holds the lock, and waiters get it in order. */
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import * as checks from "./check-calls.ts";
import type { LockDatabase, LockMirror } from "./lock-database.ts";
import type { LockJournal, RefusalTally } from "./lock-journal.ts";
import { DEFAULT_LOCKS_LISTED, LINE_POLL_MS, WAITERS_MAX } from "./lock-limits.ts";
import * as lockRows from "./locks.sql.ts";
import {
  type AcquireAnswer,
  type Lock,
  type LockHold,
  type LockOverride,
  type LockProlongation,
  type LockRequest,
  type Locks,
  readLock,
} from "./locks.ts";

type DatabaseLocksOptions = {
  readonly store: LockDatabase;
  readonly journal: LockJournal;
  readonly mirror: LockMirror;
  readonly refusals: RefusalTally;
  /** Time to live of each operation that has its own. */
  readonly ttlMsOf: Readonly<Record<string, number>>;
  /** Time to live of all other operations. */
  readonly defaultTtlMs: number;
};

export function createDatabaseLocks(options: DatabaseLocksOptions): Locks {
  const { store, journal, mirror } = options;
  checks.checkLockTimes(options);
  return {
    acquire: (request) => acquireLock(options, request),
    async extend(hold, extension = {}) {
      checks.checkLockHold(hold);
      checks.checkLockExtension(extension);
      const [row] = await store.query(lockRows.extendLock(hold, extension));
      if (row === undefined) return { kind: journal.lost(hold.key, "extend") };
      const lock = { ...readLock(row), token: hold.token };
      journal.extended(lock);
      await mirror.keep(lock);
      return { kind: "extended", lock };
    },
    async attach(hold, taskId) {
      checks.checkLockHold(hold);
      const row = await store.one(lockRows.attachLock(hold, taskId));
      if (!row.has_task) throw taskNotFound(hold.key, taskId);
      if (!row.is_mine) return journal.lost(hold.key, "attach");
      await mirror.keep(readLock(row));
      return "attached";
    },
    release: (hold) => releaseLock(options, hold),
    prolong: (prolongation) => prolongLock(options, prolongation),
    override: (override) => overrideLock(options, override),
    async inspect(key) {
      checks.checkLockKey(key);
      const [row] = await store.query(lockRows.selectLock(key));
      return row === undefined ? undefined : readLock(row);
    },
    async list(filter = {}) {
      checks.checkLockFilter(filter);
      const rows = await store.query(lockRows.selectLocks({ limit: DEFAULT_LOCKS_LISTED, ...filter }));
      return rows.map(readLock);
    },
    async line(key) {
      checks.checkLockKey(key);
      const rows = await store.query(lockRows.selectWaiters(key));
      return rows.map(({ holder, operation, waits_since: since }) => ({ holder, operation, since }));
    },
    stats: () => journal.stats(),
  };
}

async function releaseLock(options: DatabaseLocksOptions, hold: LockHold) {
  const { store, journal, mirror } = options;
  checks.checkLockHold(hold);
  const row = await store.one(lockRows.releaseLock(hold));
  await reportEnded(options, row.ended);
  if (!row.is_ended) return journal.lost(hold.key, "release");
  const lock = readLock(row);
  journal.released(lock, row.held_ms);
  await mirror.forget(lock);
  return "released";
}

async function prolongLock({ store, journal, mirror }: DatabaseLocksOptions, prolongation: LockProlongation) {
  checks.checkLockProlongation(prolongation);
  const { key } = prolongation;
  const [row] = await store.query(lockRows.prolongLock(prolongation));
  if (row !== undefined) {
    const lock = readLock(row);
    journal.prolonged(lock, prolongation);
    await mirror.keep(lock);
    return lock;
  }
  const [held] = await store.query(lockRows.selectLock(key));
  if (held === undefined) return undefined;
  const message = `lock "${key}" guards task ${String(held.task_id)} and ends with it: it has no time limit that could be extended`;
  throw new RotaError("LOCK_INVALID", message, { key, taskId: String(held.task_id) });
}

async function overrideLock(options: DatabaseLocksOptions, override: LockOverride) {
  const { store, journal, mirror } = options;
  checks.checkLockOverride(override);
  const row = await store.one(lockRows.overrideLock(override));
  await reportEnded(options, row.ended);
  if (!row.is_ended) return undefined;
  const lock = readLock(row);
  journal.overridden(lock, row.held_ms, override);
  await mirror.forget(lock);
  return lock;
}

function taskNotFound(key: string, taskId: bigint): RotaError {
  return new RotaError("TASK_NOT_FOUND", `lock "${key}" cannot guard task ${String(taskId)}: there is no such task`, {
    key,
    taskId: String(taskId),
  });
}

async function acquireLock(options: DatabaseLocksOptions, request: LockRequest): Promise<AcquireAnswer> {
  checks.checkLockRequest(request);
  const { journal, store, mirror, refusals } = options;
  store.checkOpen();
  const isWaiting = (request.waitMs ?? 0) > 0;
  const recent = isWaiting ? undefined : await mirror.recent(request.key);
  const answer = recent === undefined ? await askDatabase(options, request) : refusal(recent);
  if (answer.acquired) journal.acquired(answer.lock);
  else {
    journal.refused(request, answer.heldBy);
    refusals.add(request);
  }
  return answer;
}

async function askDatabase(options: DatabaseLocksOptions, request: LockRequest): Promise<AcquireAnswer> {
  const { store, mirror } = options;
  const ticket = newTicket(request, options);
  const atOnce = await ask(options, ticket, { waits: false });
  const isOver = atOnce.acquired || (request.waitMs ?? 0) === 0;
  const answer = isOver ? atOnce : await store.during(() => askInLine(options, ticket, request));
  await mirror.keep(answer.acquired ? answer.lock : answer.heldBy);
  return answer;
}

function refusal(heldBy: Lock): AcquireAnswer {
  return { acquired: false, heldBy };
}

function newTicket(request: LockRequest, { ttlMsOf, defaultTtlMs }: DatabaseLocksOptions): lockRows.LockTicket {
  const { key, holder, operation, context, expectedMs = null } = request;
  const ownTtlMs = Object.hasOwn(ttlMsOf, operation) ? ttlMsOf[operation] : undefined;
  return {
    key,
    token: randomUUID(),
    holder,
    operation,
    context: context === undefined || context === null ? null : json(context),
    ttlMs: request.ttlMs ?? ownTtlMs ?? defaultTtlMs,
    expectedMs,
  };
}

/** Tries once to take the lock. It neither logs nor mirrors the answer, since a waiting caller tries many times. */
async function ask(
  options: DatabaseLocksOptions,
  ticket: lockRows.LockTicket,
  place: { waits: boolean },
): Promise<AcquireAnswer> {
  const row = await options.store.oneForSure(lockRows.acquireLock(ticket, place));
  await reportEnded(options, row.ended);
  if (row.is_line_full) throw lineFull(ticket.key);
  const lock = readLock(row);
  return row.is_mine ? { acquired: true, lock: { ...lock, token: ticket.token } } : refusal(lock);
}

async function askInLine(
  options: DatabaseLocksOptions,
  ticket: lockRows.LockTicket,
  request: LockRequest,
): Promise<AcquireAnswer> {
  const { store, journal } = options;
  journal.waiting(1);
  try {
    return await waitInLine(store, {
      key: ticket.key,
      waitMs: request.waitMs ?? 0,
      signal: AbortSignal.any([store.closing, ...(request.signal === undefined ? [] : [request.signal])]),
      poll: ({ isLast }) => ask(options, ticket, { waits: !isLast }),
      isOver: ({ acquired }) => acquired,
    });
  } finally {
    journal.waiting(-1);
  }
}

function lineFull(key: string): RotaError {
  return new RotaError(
    "LOCK_LINE_FULL",
    `${String(WAITERS_MAX)} wait for lock "${key}" already, which is the limit (WAITERS_MAX): come again later`,
    { key, waitersMax: WAITERS_MAX },
  );
}

type WaitOptions<Answer> = {
  readonly key: string;
  readonly waitMs: number;
  /** Ends the waiting early when it aborts. */
  readonly signal: AbortSignal;
  /** Tries once. It keeps the place in the queue of waiters, and leaves the queue when `isLast`. */
  readonly poll: (options: { isLast: boolean }) => Promise<Answer>;
  /** Returns whether the waiting has succeeded. */
  readonly isOver: (answer: Answer) => boolean;
};

type WaitTools = { readonly database: Database; readonly clock: Clock; readonly logger: Logger };

/** Channel of notifications that a lock was given to the next waiter; the payload is the key of the lock. */
const CHANNEL = "locks";

/**
 * Polls until it is the caller's turn: at each notification, and every second in case one was lost.
 *
 * @returns the last answer.
 */
async function waitInLine<Answer>(tools: WaitTools, options: WaitOptions<Answer>): Promise<Answer> {
  const { clock } = tools;
  const { key, waitMs, signal, poll, isOver } = options;
  const endMs = clock.monotonicMs() + waitMs;
  let pause = new AbortController();
  const stopListening = await listen(tools, (notifiedKey) => {
    if (notifiedKey === undefined || notifiedKey === key) pause.abort();
  });
  try {
    for (;;) {
      pause = new AbortController(); // before the poll, so that a notification during it is not missed
      const leftMs = endMs - clock.monotonicMs();
      const isLast = leftMs <= 0 || signal.aborted;
      const answer = await poll({ isLast });
      if (isLast || isOver(answer)) return answer;
      await clock.wait(Math.min(leftMs, LINE_POLL_MS), AbortSignal.any([pause.signal, signal]));
    }
  } finally {
    await stopListening();
  }
}

/** Calls `onKey` at each notification, without a key after a gap. Some connection poolers cannot listen: polling is enough then. */
async function listen({ database, logger }: WaitTools, onKey: (key: string | undefined) => void) {
  const listener = { onNotification: onKey, onGap: () => onKey(undefined) };
  try {
    return await database.listen(CHANNEL, listener);
  } catch (error) {
    logger.warn({ error, lookMs: LINE_POLL_MS }, "notifications of locks cannot be heard; looking again and again");
    return async () => undefined;
  }
}

/** Logs a lock that was found to be over, and deletes it from the mirror. */
export async function reportEnded(
  { journal, mirror }: Pick<DatabaseLocksOptions, "journal" | "mirror">,
  ended: lockRows.EndedLock,
): Promise<void> {
  if (ended === null) return;
  const { key, holder, operation, with_task: withTask, held_ms: heldMs } = ended;
  const startedAt = new Date(ended.started_at);
  journal.foundEnded({ key, holder, operation, startedAt, withTask, heldMs });
  await mirror.forget({ key, startedAt });
}
