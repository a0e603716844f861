/** Keeps answers of once in Redis after somebody has asked for them again, so that further ones do not reach the database. */
import type { OnceMirror } from "../database/mirrors.ts";
import { MIRRORED_ANSWER_BYTES_MAX } from "../limits.ts";
import { dateField, jsonField, readFields } from "./read-fields.ts";
import { onceKey } from "./redis-keys.ts";
import type { RedisLink } from "./redis-link.ts";
import { keepRecord, readRecord } from "./scripts.ts";

export function createRedisOnceMirror(redis: RedisLink): OnceMirror {
  const ours = [redis.installation, redis.history];
  return {
    async answer(name) {
      const fields = readFields(await redis.tryRun(readRecord, onceKey(redis, name), ours));
      if (fields === undefined) return undefined;
      const inputHash = fields.get("inputHash");
      const finishedAt = dateField(fields, "finishedAt");
      const answer = jsonField(fields, "answer");
      if (inputHash === undefined || finishedAt === undefined || answer === undefined) return undefined;
      return { inputHash, finishedAt, answer };
    },
    async keep(name, { inputHash, answer, finishedAt, expiresAt }) {
      const text = JSON.stringify(answer);
      if (Buffer.byteLength(text) > MIRRORED_ANSWER_BYTES_MAX) return;
      const since = finishedAt.toISOString();
      const fields = ["inputHash", inputHash, "finishedAt", since, "answer", text];
      const end = ["PEXPIREAT", String(expiresAt.getTime())];
      await redis.tryRun(keepRecord, onceKey(redis, name), [...ours, since, ...end, ...fields]);
    },
  };
}
