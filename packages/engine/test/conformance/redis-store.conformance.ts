/** Opens a database and a Redis key prefix of its own for tests of the Redis implementation. */
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { sql } from "../../src/database/sql.ts";
import { RotaError } from "../../src/errors.ts";
import type { Coordinator } from "../../src/locks/locks.ts";
import { openRedisLink } from "../../src/locks/redis/redis-link.ts";
import { createRedisCoordinator, onceKey, secretKey } from "../../src/locks/redis/redis-lock-store.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { openDatabaseStore } from "./database-store.conformance.ts";
import type { OpenedStore } from "./lock-store.conformance.ts";

export type RedisStore = OpenedStore & {
  /** Client that adds the key prefix of the store. */
  readonly client: Redis;
  /** Opens a coordinator that can only answer from Redis. */
  readonly connectWithoutDatabase: () => Coordinator;
  /** Returns all keys of this store, without the prefix. */
  readonly storedKeys: () => Promise<readonly string[]>;
  /** Deletes the row of a lock, but not its copy in Redis. */
  readonly forgetInDatabase: (key: string) => Promise<void>;
};

export async function openRedisStore(url = serviceUrl("redis")): Promise<RedisStore> {
  const keyPrefix = `test_${randomBytes(8).toString("hex")}:`;
  const store = await openDatabaseStore("postgres");
  const client = new Redis(url, { keyPrefix });
  const redis = await openRedisLink({ url, keyPrefix, installation: "test", logger: silentLogger });
  const { database, expire } = store;
  const storedKeys = async () => {
    const found: string[] = [];
    for (let cursor = "0", isFirst = true; isFirst || cursor !== "0"; isFirst = false) {
      const [next, keys] = await client.scan(cursor, "MATCH", `${keyPrefix}*`, "COUNT", 1_000);
      found.push(...keys.map((key) => key.slice(keyPrefix.length)));
      cursor = next;
    }
    return found;
  };
  return {
    ...store,
    client,
    storedKeys,
    connect: (settings) => createRedisCoordinator({ database, redis, ...settings }),
    connectWithoutDatabase: () =>
      createRedisCoordinator({ database: { ...database, query: refuse }, redis, logger: silentLogger }),
    expire: {
      ...expire,
      lock: async (key) => void (await Promise.all([expire.lock(key), client.del(key)])),
      once: async (scope, key) =>
        void (await Promise.all([expire.once(scope, key), client.del(onceKey(redis, { scope, key }))])),
      secret: async (key) => void (await client.del(secretKey(redis, key))),
    },
    forgetInDatabase: async (key) => void (await database.query(sql`delete from rota.locks where key = ${key}`)),
    storedSecret: async (key) => new Uint8Array(Buffer.from((await client.get(secretKey(redis, key))) ?? "", "base64")),
    async dispose() {
      const keys = await storedKeys();
      if (keys.length > 0) await client.del(keys);
      client.disconnect();
      await redis.close();
      await store.dispose();
    },
  };
}

async function refuse(): Promise<never> {
  throw new RotaError("DATABASE_UNAVAILABLE", "the database was asked");
}
