/** Logs and counts events of locks, and stores refusal counts in batches; never logs a token or a context. */
import type { Logger } from "../runtime/logger.ts";
import type { LockDatabase } from "./lock-database.ts";
import { addRefusals } from "./locks.sql.ts";
import type { Lock, LockOverride, LockRequest, LockStats } from "./locks.ts";

/** Lock that was found expired or without its task. */
type FoundEnded = Pick<Lock, "key" | "holder" | "operation" | "startedAt"> & {
  readonly withTask: boolean;
  readonly heldMs: number;
};

export type LockJournal = {
  acquired(lock: Lock): void;
  refused(request: LockRequest, heldBy: Lock): void;
  extended(lock: Lock): void;
  prolonged(lock: Lock, prolongation: LockOverride): void;
  released(lock: Lock, heldMs: number): void;
  /** Returns "lost", the answer to the caller. */
  lost(key: string, attempt: "extend" | "attach" | "release"): "lost";
  foundEnded(lock: FoundEnded): void;
  overridden(lock: Lock, heldMs: number, override: LockOverride): void;
  /** Counts waiting callers: 1 when one starts to wait, -1 when it ends. */
  waiting(change: 1 | -1): void;
  stats(): LockStats;
};

const NONE = {
  acquired: 0,
  refused: 0,
  extended: 0,
  released: 0,
  lost: 0,
  expired: 0,
  endedWithTask: 0,
  overridden: 0,
  heldMs: 0,
  waiting: 0,
} satisfies LockStats;

export function createLockJournal(logger: Logger): LockJournal {
  const counts = { ...NONE };
  return {
    acquired(lock) {
      counts.acquired++;
      logger.info({ ...named(lock), expiresAt: lock.expiresAt }, "a lock was acquired");
    },
    refused({ holder }, heldBy) {
      counts.refused++;
      logger.info({ ...named(heldBy), refusedTo: holder }, "a lock was refused, somebody else holds it");
    },
    extended(lock) {
      counts.extended++;
      logger.debug({ ...named(lock), expiresAt: lock.expiresAt }, "a lock was extended");
    },
    prolonged(lock, { by, reason }) {
      counts.extended++;
      logger.warn({ ...named(lock), expiresAt: lock.expiresAt, by, reason }, "a lock was extended by an administrator");
    },
    released(lock, heldMs) {
      counts.released++;
      counts.heldMs += heldMs;
      logger.info({ ...named(lock), heldMs: Math.round(heldMs) }, "a lock was released");
    },
    lost(key, attempt) {
      counts.lost++;
      logger.warn({ key, wish: attempt }, "a lock was no longer its holder's");
      return "lost";
    },
    foundEnded(lock) {
      counts.heldMs += lock.heldMs;
      const shown = { ...named(lock), heldMs: Math.round(lock.heldMs) };
      if (lock.withTask) {
        counts.endedWithTask++;
        logger.info(shown, "a lock ended with the task that it guarded");
      } else {
        counts.expired++;
        logger.warn(shown, "a lock expired: its holder neither released nor extended it");
      }
    },
    overridden(lock, heldMs, { by, reason }) {
      counts.overridden++;
      counts.heldMs += heldMs;
      logger.warn({ ...named(lock), heldMs: Math.round(heldMs), by, reason }, "a lock was overridden");
    },
    waiting: (change) => void (counts.waiting += change),
    stats: () => ({ ...counts }),
  };
}

function named({ key, holder, operation, startedAt }: Pick<Lock, "key" | "holder" | "operation" | "startedAt">) {
  return { key, holder, operation, startedAt };
}

export type RefusalTally = {
  /** Counts a refusal, and stores the counts unless they were stored a moment ago. Does not wait. */
  add(request: LockRequest): void;
  /** Stores the remaining counts. */
  flush(): Promise<void>;
};

const PAUSE_MS = 5_000;
/** Maximum number of operations and tenants that are counted between two writes; refusals of further ones are ignored. */
const KINDS_MAX = 1_000;

type Refused = { readonly operation: string; readonly tenant: string; refused: number };

/** Counts refused locks and stores the counts periodically, so that a refusal itself needs no write. */
export function createRefusalTally(store: LockDatabase): RefusalTally {
  const added = new Map<string, Refused>();
  let writtenAt = Number.NEGATIVE_INFINITY;

  const flush = async (): Promise<void> => {
    const refused = [...added.values()];
    if (refused.length === 0) return;
    added.clear();
    writtenAt = store.clock.monotonicMs();
    await store.query(addRefusals(refused));
  };
  return {
    add({ operation, context }) {
      const tenant = tenantIn(context);
      const key = JSON.stringify([operation, tenant]);
      const known = added.get(key);
      if (known !== undefined) known.refused++;
      else if (added.size < KINDS_MAX) added.set(key, { operation, tenant, refused: 1 });
      if (store.clock.monotonicMs() - writtenAt < PAUSE_MS) return;
      void flush().catch((error: unknown) => store.logger.debug({ error }, "refused locks could not be counted"));
    },
    flush,
  };
}

/** Returns the tenant of a context; empty when it names none. */
function tenantIn(context: unknown): string {
  if (typeof context !== "object" || context === null || !("tenant" in context)) return "";
  return typeof context.tenant === "string" ? context.tenant : "";
}
