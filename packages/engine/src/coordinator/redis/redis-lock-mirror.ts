/** Shows locks in Redis under their own keys, as hashes that people and other programs can read, and refuses from there. */
import type { Lock, LockProgress } from "../coordinator.ts";
import type { LockMirror } from "../database/mirrors.ts";
import { GUARDING_MIRROR_MS, MIRRORED_LOCK_MS } from "../limits.ts";
import { dateField, jsonField, readFields, type Fields } from "./read-fields.ts";
import type { RedisLink } from "./redis-link.ts";
import { OWN_KEYS } from "./redis-keys.ts";
import { forgetRecord, keepRecord, readRecentLock } from "./scripts.ts";

export function createRedisLockMirror(redis: RedisLink): LockMirror {
  const ours = [redis.installation, redis.history];
  return {
    async recent(key) {
      if (!isShown(key)) return undefined;
      const fields = readFields(await redis.tryRun(readRecentLock, key, [...ours, String(MIRRORED_LOCK_MS)]));
      return fields === undefined ? undefined : readLock(key, fields);
    },
    async keep(lock) {
      if (!isShown(lock.key)) return;
      const since = lock.startedAt.toISOString();
      const end =
        lock.expiresAt === undefined ? ["PEXPIRE", GUARDING_MIRROR_MS] : ["PEXPIREAT", Number(lock.expiresAt)];
      await redis.tryRun(keepRecord, lock.key, [...ours, since, ...end.map(String), ...shownFields(lock)]);
    },
    async forget({ key, startedAt }) {
      if (isShown(key)) await redis.tryRun(forgetRecord, key, [...ours, startedAt.toISOString()]);
    },
  };
}

/** Keys under which once and secrets are kept are not for locks: such a lock is in the database alone. */
function isShown(key: string): boolean {
  return !key.startsWith(OWN_KEYS);
}

/** Never the token: whoever may look into Redis may not release the lock. */
function shownFields(lock: Lock): string[] {
  const { holder, operation, startedAt, expectedEndAt, expiresAt, taskId, context, progress } = lock;
  const fields: Readonly<Record<string, string | undefined>> = {
    holder,
    operation,
    startedAt: startedAt.toISOString(),
    expectedEndAt: expectedEndAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    taskId: taskId?.toString(),
    context: context === undefined ? undefined : JSON.stringify(context),
    progress: progress === undefined ? undefined : JSON.stringify(progress),
  };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}

/** Undefined when somebody has changed it so that it is none. */
function readLock(key: string, fields: Fields): Lock | undefined {
  const holder = fields.get("holder");
  const operation = fields.get("operation");
  const startedAt = dateField(fields, "startedAt");
  const expiresAt = dateField(fields, "expiresAt");
  if (holder === undefined || operation === undefined || startedAt === undefined || expiresAt === undefined)
    return undefined;
  const context = jsonField(fields, "context");
  const progress = readProgress(jsonField(fields, "progress"));
  const expectedEndAt = dateField(fields, "expectedEndAt");
  return { key, holder, operation, startedAt, expectedEndAt, expiresAt, taskId: undefined, context, progress };
}

function readProgress(value: unknown): LockProgress | undefined {
  if (typeof value !== "object" || value === null || !("done" in value) || !("total" in value)) return undefined;
  const { done, total } = value;
  if (typeof done !== "number" || typeof total !== "number") return undefined;
  return "note" in value && typeof value.note === "string" ? { done, total, note: value.note } : { done, total };
}
