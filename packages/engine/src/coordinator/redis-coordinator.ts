/** The coordinator contract with Redis beside the database: it refuses from there, shows locks there, keeps secrets there. */
import type { Coordinator } from "./coordinator.ts";
import { createDatabaseCoordinator, type DatabaseCoordinatorOptions } from "./database-coordinator.ts";
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
  const coordinator = createDatabaseCoordinator(options, beside);
  let afterKey: string | undefined;

  /** Shows one page of the locks again: those that guard a task would vanish after a while, all others after a flush. */
  const showHeld = async (): Promise<void> => {
    const held = await coordinator.locks.list({ limit: PRUNED_MAX, ...(afterKey === undefined ? {} : { afterKey }) });
    await Promise.all(held.map((lock) => mirror.keep(lock)));
    afterKey = held.length < PRUNED_MAX ? undefined : held.at(-1)?.key;
  };

  return {
    ...coordinator,
    async prune() {
      const pruned = await coordinator.prune();
      await showHeld();
      return pruned;
    },
  };
}
