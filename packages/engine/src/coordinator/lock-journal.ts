/** Tells the log what happens to locks, with holder and time, and counts it. Never tells a token or a context. */
import type { Logger } from "../runtime/logger.ts";
import type { Lock, LockOverride, LockRequest, LockStats } from "./coordinator.ts";

/** A lock that somebody found to be over. */
export type FoundEnded = Pick<Lock, "key" | "holder" | "operation" | "startedAt"> & { readonly withTask: boolean };

export type LockJournal = {
  acquired(lock: Lock): void;
  refused(request: LockRequest, heldBy: Lock): void;
  extended(lock: Lock): void;
  released(lock: Lock, heldMs: number): void;
  /** Returns the answer to give. */
  lost(key: string, wish: "extend" | "attach" | "release"): "lost";
  foundEnded(lock: FoundEnded): void;
  overridden(lock: Lock, override: LockOverride): void;
  /** Counts those who stand in line: 1 when one comes, -1 when one goes. */
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
    released(lock, heldMs) {
      counts.released++;
      counts.heldMs += heldMs;
      logger.info({ ...named(lock), heldMs: Math.round(heldMs) }, "a lock was released");
    },
    lost(key, wish) {
      counts.lost++;
      logger.warn({ key, wish }, "a lock was no longer its holder's");
      return "lost";
    },
    foundEnded(lock) {
      if (lock.withTask) {
        counts.endedWithTask++;
        logger.info(named(lock), "a lock ended with the task that it guarded");
      } else {
        counts.expired++;
        logger.warn(named(lock), "a lock expired: its holder neither released nor extended it");
      }
    },
    overridden(lock, { by, reason }) {
      counts.overridden++;
      logger.warn({ ...named(lock), by, reason }, "a lock was overridden");
    },
    waiting: (change) => void (counts.waiting += change),
    stats: () => ({ ...counts }),
  };
}

function named({ key, holder, operation, startedAt }: Pick<Lock, "key" | "holder" | "operation" | "startedAt">) {
  return { key, holder, operation, startedAt };
}
