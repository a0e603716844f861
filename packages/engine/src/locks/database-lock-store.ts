/** Implements locks, once and secrets as rows of the database, whose clock decides. */
import type { Database } from "../database/database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createDatabaseLocks, tellEnded } from "./database-locks.ts";
import { createDatabaseOnce } from "./database-once.ts";
import { createLockDatabase, type LockMirror, noLockMirror, noOnceMirror, type OnceMirror } from "./lock-database.ts";
import { createLockJournal, createRefusalTally } from "./lock-journal.ts";
import { DEFAULT_LOCK_TTL_MS, LOCK_HISTORY_MS, LOCKS_PRUNED_MAX } from "./lock-limits.ts";
import { pruneLockHistory, pruneLocks, pruneOnce, pruneSecrets } from "./locks.sql.ts";
import type { Coordinator } from "./locks.ts";
import { createSeal } from "./seal.ts";
import { createDatabaseSecretStore, createSealedSecrets, type SecretStore } from "./sealed-secrets.ts";

export type DatabaseCoordinatorOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** The time to live of locks by operation, where it is not the default. */
  readonly lockTtlMs?: Readonly<Record<string, number>>;
  /** The time to live of all other locks. Default 2 h. */
  readonly defaultLockTtlMs?: number;
  /** 32 bytes that every process shares, to seal secrets with. Without it secrets are refused. */
  readonly secretsKey?: Uint8Array | undefined;
  /** Only paces those who wait in line. */
  readonly clock?: Clock;
};

/**
 * The database stays the caller's: close it after the coordinator.
 *
 * @example const coordinator = createDatabaseCoordinator({ database, logger, lockTtlMs: { TALLY_CREATION: 3_600_000 } });
 */
export function createDatabaseCoordinator(options: DatabaseCoordinatorOptions): Coordinator {
  return assembleCoordinator(options, {});
}

/** What another store does beside the database. */
type Beside = {
  readonly locks?: LockMirror;
  readonly once?: OnceMirror;
  /** Instead of the database. */
  readonly secrets?: SecretStore;
};

export function assembleCoordinator(options: DatabaseCoordinatorOptions, beside: Beside): Coordinator {
  const { database, logger, secretsKey, clock = systemClock } = options;
  const seal = secretsKey === undefined ? undefined : createSeal(secretsKey);
  const store = createLockDatabase({ database, logger, clock });
  const journal = createLockJournal(logger);
  const mirror = beside.locks ?? noLockMirror;
  const refusals = createRefusalTally(store);
  const locks = createDatabaseLocks({
    store,
    journal,
    mirror,
    refusals,
    ttlMsOf: options.lockTtlMs ?? {},
    defaultTtlMs: options.defaultLockTtlMs ?? DEFAULT_LOCK_TTL_MS,
  });
  return {
    locks,
    once: createDatabaseOnce(store, beside.once ?? noOnceMirror),
    secrets: createSealedSecrets(
      closableSecretStore(beside.secrets ?? createDatabaseSecretStore(store), () => store.checkOpen()),
      seal,
    ),
    async prune() {
      const ended = await store.query(pruneLocks(LOCKS_PRUNED_MAX));
      for (const row of ended) await tellEnded({ journal, mirror }, row.ended);
      const once = (await store.query(pruneOnce(LOCKS_PRUNED_MAX))).length;
      const secrets = (await store.query(pruneSecrets(LOCKS_PRUNED_MAX))).length;
      await refusals.flush();
      await store.query(pruneLockHistory({ keepMs: LOCK_HISTORY_MS, limit: LOCKS_PRUNED_MAX }));
      const locks = ended.length;
      return { locks, once, secrets, isMore: Math.max(locks, once, secrets) === LOCKS_PRUNED_MAX };
    },
    close: () => store.close(),
  };
}

/** A shelf that is not in the database is closed with the coordinator as well. */
function closableSecretStore(shelf: SecretStore, checkOpen: () => void): SecretStore {
  const whileOpen = <Result>(call: () => Promise<Result>): Promise<Result> => {
    checkOpen();
    return call();
  };
  return {
    put: (secret) => whileOpen(() => shelf.put(secret)),
    read: (key) => whileOpen(() => shelf.read(key)),
    take: (key) => whileOpen(() => shelf.take(key)),
  };
}
