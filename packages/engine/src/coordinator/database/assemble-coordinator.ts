/** Puts a coordinator together on the database, with what another store does beside it. */
import { systemClock } from "../../runtime/clock.ts";
import type { Coordinator } from "../coordinator.ts";
import { pruneLockHistory, pruneLocks, pruneOnce, pruneSecrets } from "../coordinator.sql.ts";
import type { DatabaseCoordinatorOptions } from "../database-coordinator.ts";
import { DEFAULT_LOCK_TTL_MS, LOCK_HISTORY_MS, PRUNED_MAX } from "../limits.ts";
import { createLockJournal } from "../lock-journal.ts";
import { createSeal } from "../seal.ts";
import { createSealedSecrets, type SecretShelf } from "../sealed-secrets.ts";
import { createDatabaseLocks } from "./database-locks.ts";
import { createDatabaseOnce } from "./database-once.ts";
import { createDatabaseShelf } from "./database-shelf.ts";
import { noLockMirror, noOnceMirror, type LockMirror, type OnceMirror } from "./mirrors.ts";
import { tellEnded } from "./read-lock.ts";
import { createRefusalTally } from "./acquiring/refusal-tally.ts";
import { createStore } from "./store.ts";

/** What another store does beside the database. */
export type Beside = {
  readonly locks?: LockMirror;
  readonly once?: OnceMirror;
  /** Instead of the database. */
  readonly secrets?: SecretShelf;
};

export function assembleCoordinator(options: DatabaseCoordinatorOptions, beside: Beside): Coordinator {
  const { database, logger, secretsKey, clock = systemClock } = options;
  const seal = secretsKey === undefined ? undefined : createSeal(secretsKey);
  const store = createStore({ database, logger, clock });
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
      openShelf(beside.secrets ?? createDatabaseShelf(store), () => store.checkOpen()),
      seal,
    ),
    async prune() {
      const ended = await store.query(pruneLocks(PRUNED_MAX));
      for (const row of ended) await tellEnded({ journal, mirror }, row.ended);
      const once = (await store.query(pruneOnce(PRUNED_MAX))).length;
      const secrets = (await store.query(pruneSecrets(PRUNED_MAX))).length;
      await refusals.flush();
      await store.query(pruneLockHistory({ keepMs: LOCK_HISTORY_MS, limit: PRUNED_MAX }));
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
