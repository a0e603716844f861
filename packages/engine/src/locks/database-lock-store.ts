/** Implements locks, idempotency keys and secrets as rows of the database, whose clock decides. */
import type { Database } from "../database/database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createDatabaseLocks, reportEnded } from "./database-locks.ts";
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
  /** Time to live of locks by operation, where it differs from the default. */
  readonly lockTtlMs?: Readonly<Record<string, number>>;
  /** Time to live of all other locks. Default 2 h. */
  readonly defaultLockTtlMs?: number;
  /** Key of 32 bytes that seals secrets, the same in every process. Without it secrets are refused. */
  readonly secretsKey?: Uint8Array | undefined;
  /** Clock for the polling of waiters only. */
  readonly clock?: Clock;
};

/**
 * Creates a coordinator on a database. The caller closes the database, after the coordinator.
 *
 * @example const coordinator = createDatabaseCoordinator({ database, logger, lockTtlMs: { TALLY_CREATION: 3_600_000 } });
 */
export function createDatabaseCoordinator(options: DatabaseCoordinatorOptions): Coordinator {
  return assembleCoordinator(options, {});
}

/** Parts of the coordinator that another store provides. */
type Beside = {
  readonly locks?: LockMirror;
  readonly once?: OnceMirror;
  /** Store of secrets. Default: the database. */
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
      for (const row of ended) await reportEnded({ journal, mirror }, row.ended);
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

/** Refuses calls to a store after the coordinator was closed, also if the store is not the database. */
function closableSecretStore(store: SecretStore, checkOpen: () => void): SecretStore {
  const whileOpen = <Result>(call: () => Promise<Result>): Promise<Result> => {
    checkOpen();
    return call();
  };
  return {
    put: (secret) => whileOpen(() => store.put(secret)),
    read: (key) => whileOpen(() => store.read(key)),
    take: (key) => whileOpen(() => store.take(key)),
  };
}
