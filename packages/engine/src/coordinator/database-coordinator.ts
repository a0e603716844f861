/** The coordinator contract on the database: locks, once and secrets are rows, and time is that of the database. */
import type { Database } from "../database/database.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Coordinator } from "./coordinator.ts";
import { pruneLocks, pruneOnce, pruneSecrets } from "./coordinator.sql.ts";
import { createDatabaseLocks } from "./database/database-locks.ts";
import { createDatabaseOnce } from "./database/database-once.ts";
import { createDatabaseShelf } from "./database/database-shelf.ts";
import { noLockMirror, noOnceMirror, type LockMirror, type OnceMirror } from "./database/mirrors.ts";
import { tellEnded } from "./database/read-lock.ts";
import { createStore } from "./database/store.ts";
import { DEFAULT_LOCK_TTL_MS, PRUNED_MAX } from "./limits.ts";
import { createLockJournal } from "./lock-journal.ts";
import { createSeal } from "./seal.ts";
import { createSealedSecrets, type SecretShelf } from "./sealed-secrets.ts";

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

/** What another store does beside the database. */
export type Beside = {
  readonly locks?: LockMirror;
  readonly once?: OnceMirror;
  /** Instead of the database. */
  readonly secrets?: SecretShelf;
};

/**
 * The database stays the caller's: close it after the coordinator.
 *
 * @example const coordinator = createDatabaseCoordinator({ database, logger, lockTtlMs: { TALLY_CREATION: 3_600_000 } });
 */
export function createDatabaseCoordinator(options: DatabaseCoordinatorOptions, beside: Beside = {}): Coordinator {
  const { database, logger, secretsKey, clock = systemClock } = options;
  const seal = secretsKey === undefined ? undefined : createSeal(secretsKey);
  const store = createStore({ database, logger, clock });
  const journal = createLockJournal(logger);
  const mirror = beside.locks ?? noLockMirror;
  const locks = createDatabaseLocks({
    store,
    journal,
    mirror,
    ttlMsOf: options.lockTtlMs ?? {},
    defaultTtlMs: options.defaultLockTtlMs ?? DEFAULT_LOCK_TTL_MS,
  });
  return {
    locks,
    once: createDatabaseOnce(store, beside.once ?? noOnceMirror),
    secrets: createSealedSecrets(
      openShelf(beside.secrets ?? createDatabaseShelf(store), () => store.checkOpen()),
      seal,
    ),
    async prune() {
      const ended = await store.query(pruneLocks(PRUNED_MAX));
      for (const row of ended) await tellEnded({ journal, mirror }, row.ended);
      const once = (await store.query(pruneOnce(PRUNED_MAX))).length;
      const secrets = (await store.query(pruneSecrets(PRUNED_MAX))).length;
      const locks = ended.length;
      return { locks, once, secrets, isMore: Math.max(locks, once, secrets) === PRUNED_MAX };
    },
    close: () => store.close(),
  };
}

/** A shelf that is not in the database is closed with the coordinator as well. */
function openShelf(shelf: SecretShelf, checkOpen: () => void): SecretShelf {
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
