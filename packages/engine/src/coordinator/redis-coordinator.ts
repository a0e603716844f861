/** The coordinator contract with Redis beside the database: it refuses from there, shows locks there, keeps secrets there. */
import type { Coordinator, LockFilter } from "./coordinator.ts";
import type { DatabaseCoordinatorOptions } from "./database-coordinator.ts";
import { assembleCoordinator } from "./database/assemble-coordinator.ts";
import { PRUNED_MAX } from "./limits.ts";
import type { RedisLink } from "./redis/redis-link.ts";
import { createRedisLockMirror } from "./redis/redis-lock-mirror.ts";
import { createRedisOnceMirror } from "./redis/redis-once-mirror.ts";
import { createRedisShelf } from "./redis/redis-shelf.ts";

export type RedisCoordinatorOptions = DatabaseCoordinatorOptions & { readonly redis: RedisLink };

/**
 * Who holds a lock and what was answered is decided in the database; Redis is told afterwards. So it may be flushed, lost
 * or cut off at any moment and nothing is unlocked by it. The database and the link stay the caller's.
 */
export function createRedisCoordinator({ redis, ...options }: RedisCoordinatorOptions): Coordinator {
  const mirror = createRedisLockMirror(redis);
  const beside = { locks: mirror, once: createRedisOnceMirror(redis), secrets: createRedisShelf(redis) };
  const coordinator = assembleCoordinator(options, beside);

  /** Shows all locks again, page by page: those that guard a task would vanish after a while, all others after a flush. */
  const showHeld = async (): Promise<void> => {
    for (let page: LockFilter | undefined = { limit: PRUNED_MAX }; page !== undefined;) {
      const held = await coordinator.locks.list(page);
      await Promise.all(held.map((lock) => mirror.keep(lock)));
      const last = held.length < PRUNED_MAX ? undefined : held.at(-1);
      page = last === undefined ? undefined : { limit: PRUNED_MAX, afterKey: last.key };
    }
  };

  return {
    ...coordinator,
    async prune() {
      const pruned = await coordinator.prune();
      if (!pruned.isMore && redis.outage() === undefined) await showHeld();
      return pruned;
    },
  };
}
