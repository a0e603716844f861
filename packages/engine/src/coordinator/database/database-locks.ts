/** Locks as rows: whoever inserts the row of a key holds it. Each call is one statement. */
import { RotaError } from "../../errors.ts";
import * as checks from "../calls/check-lock.ts";
import type { LockHold, LockOverride, Locks } from "../coordinator.ts";
import * as lockRows from "../coordinator.sql.ts";
import { DEFAULT_LOCKS_LISTED } from "../limits.ts";
import type { LockJournal } from "../lock-journal.ts";
import { acquireLock } from "./acquiring/acquire-lock.ts";
import type { LockMirror } from "./mirrors.ts";
import { readLock, tellEnded } from "./read-lock.ts";
import type { RefusalTally } from "./acquiring/refusal-tally.ts";
import type { Store } from "./store.ts";

export type DatabaseLocksOptions = {
  readonly store: Store;
  readonly journal: LockJournal;
  readonly mirror: LockMirror;
  readonly refusals: RefusalTally;
  /** The time to live of each operation that has one of its own. */
  readonly ttlMsOf: Readonly<Record<string, number>>;
  /** That of all others. */
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
  await tellEnded(options, row.ended);
  if (!row.is_ended) return journal.lost(hold.key, "release");
  const lock = readLock(row);
  journal.released(lock, row.held_ms);
  await mirror.forget(lock);
  return "released";
}

async function overrideLock(options: DatabaseLocksOptions, override: LockOverride) {
  const { store, journal, mirror } = options;
  checks.checkLockOverride(override);
  const row = await store.one(lockRows.overrideLock(override));
  await tellEnded(options, row.ended);
  if (!row.is_ended) return undefined;
  const lock = readLock(row);
  journal.overridden(lock, override);
  await mirror.forget(lock);
  return lock;
}

function taskNotFound(key: string, taskId: bigint): RotaError {
  return new RotaError("TASK_NOT_FOUND", `lock "${key}" cannot guard task ${String(taskId)}: there is no such task`, {
    key,
    taskId: String(taskId),
  });
}
