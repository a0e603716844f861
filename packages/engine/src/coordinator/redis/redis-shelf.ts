/** The shelf of secrets in Redis: sealed, as base64, gone when their time is over and never written to the database. */
import type { SecretShelf } from "../sealed-secrets.ts";
import { secretKey } from "./redis-keys.ts";
import type { RedisLink } from "./redis-link.ts";
import { putSecret, readSecret, takeSecret } from "./scripts.ts";

export function createRedisShelf(redis: RedisLink): SecretShelf {
  return {
    async put({ key, sealed, ttlMs }) {
      await redis.run(putSecret, secretKey(redis, key), [Buffer.from(sealed).toString("base64"), String(ttlMs)]);
    },
    read: async (key) => fromBase64(await redis.run(readSecret, secretKey(redis, key))),
    take: async (key) => fromBase64(await redis.run(takeSecret, secretKey(redis, key))),
  };
}

function fromBase64(reply: unknown): Uint8Array | undefined {
  return typeof reply === "string" ? new Uint8Array(Buffer.from(reply, "base64")) : undefined;
}
