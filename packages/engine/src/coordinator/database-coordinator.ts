/** The coordinator contract on the database: locks, once and secrets are rows, and time is that of the database. */
import type { Database } from "../database/database.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Coordinator } from "./coordinator.ts";
import { pruneLocks, pruneOnce, pruneSecrets } from "./coordinator.sql.ts";
import { createDatabaseLocks } from "./database/database-locks.ts";
import { createDatabaseOnce } from "./database/database-once.ts";
import { createDatabaseSecrets } from "./database/database-secrets.ts";
import { tellEnded } from "./database/read-lock.ts";
import { createStore } from "./database/store.ts";
import { PRUNED_MAX } from "./limits.ts";
import { createLockJournal } from "./lock-journal.ts";
import { createSeal } from "./seal.ts";

export type DatabaseCoordinatorOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** The time to live of locks by operation, where it is not the default of 2 h. */
  readonly lockTtlMs?: Readonly<Record<string, number>>;
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
  const { database, logger, lockTtlMs = {}, secretsKey, clock = systemClock } = options;
  const seal = secretsKey === undefined ? undefined : createSeal(secretsKey);
  const store = createStore({ database, logger, clock });
  const journal = createLockJournal(logger);
  return {
    locks: createDatabaseLocks({ store, journal, ttlMsOf: lockTtlMs }),
    once: createDatabaseOnce(store),
    secrets: createDatabaseSecrets(store, seal),
    async prune() {
      const ended = await store.query(pruneLocks(PRUNED_MAX));
      for (const row of ended) tellEnded(journal, row.ended);
      const once = (await store.query(pruneOnce(PRUNED_MAX))).length;
      const secrets = (await store.query(pruneSecrets(PRUNED_MAX))).length;
      const locks = ended.length;
      return { locks, once, secrets, isMore: Math.max(locks, once, secrets) === PRUNED_MAX };
    },
    close: () => store.close(),
  };
}
