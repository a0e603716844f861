/** Locks as rows: whoever inserts the row of a key holds it. Each call is one statement. */
import { RotaError } from "../../errors.ts";
import * as checks from "../calls/check-lock.ts";
import type { LockHold, LockOverride, Locks } from "../coordinator.ts";
import * as lockRows from "../coordinator.sql.ts";
import { DEFAULT_LOCKS_LISTED } from "../limits.ts";
import type { LockJournal } from "../lock-journal.ts";
import { acquireLock } from "./acquire-lock.ts";
import { readLock, tellEnded } from "./read-lock.ts";
import type { Store } from "./store.ts";

export type DatabaseLocksOptions = {
  readonly store: Store;
  readonly journal: LockJournal;
  /** The time to live of each operation that has one of its own. */
  readonly ttlMsOf: Readonly<Record<string, number>>;
};

export function createDatabaseLocks(options: DatabaseLocksOptions): Locks {
  const { store, journal, ttlMsOf } = options;
  checks.checkLockTimes(ttlMsOf);
  return {
    acquire: (request) => acquireLock(options, request),
    async extend(hold, extension = {}) {
      checks.checkLockHold(hold);
      checks.checkLockExtension(extension);
      const [row] = await store.query(lockRows.extendLock(hold, extension));
      if (row === undefined) return { kind: journal.lost(hold.key, "extend") };
      const lock = { ...readLock(row), token: hold.token };
      journal.extended(lock);
      return { kind: "extended", lock };
    },
    async attach(hold, taskId) {
      checks.checkLockHold(hold);
      const row = await store.one(lockRows.attachLock(hold, taskId));
      if (!row.has_task) throw taskNotFound(hold.key, taskId);
      return row.is_mine ? "attached" : journal.lost(hold.key, "attach");
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

async function releaseLock({ store, journal }: DatabaseLocksOptions, hold: LockHold) {
  checks.checkLockHold(hold);
  const row = await store.one(lockRows.releaseLock(hold));
  tellEnded(journal, row.ended);
  if (!row.is_ended) return journal.lost(hold.key, "release");
  journal.released(readLock(row), row.held_ms);
  return "released";
}

async function overrideLock({ store, journal }: DatabaseLocksOptions, override: LockOverride) {
  checks.checkLockOverride(override);
  const row = await store.one(lockRows.overrideLock(override.key));
  tellEnded(journal, row.ended);
  if (!row.is_ended) return undefined;
  const lock = readLock(row);
  journal.overridden(lock, override);
  return lock;
}

function taskNotFound(key: string, taskId: bigint): RotaError {
  return new RotaError("TASK_NOT_FOUND", `lock "${key}" cannot guard task ${String(taskId)}: there is no such task`, {
    key,
    taskId: String(taskId),
  });
}
