/** Implements the contract with Redis and the database: Redis mirrors locks and answers, and stores secrets. */
import { assembleCoordinator, type DatabaseCoordinatorOptions } from "../database-lock-store.ts";
import type { LockMirror, OnceMirror, OnceName } from "../lock-database.ts";
import { GUARDING_MIRROR_MS, LOCKS_PRUNED_MAX, MIRRORED_LOCK_MS, MIRRORED_ONCE_BYTES_MAX } from "../lock-limits.ts";
import type { Coordinator, Lock, LockFilter, LockProgress } from "../locks.ts";
import type { SecretStore } from "../sealed-secrets.ts";
import type { RedisLink } from "./redis-link.ts";
import {
  forgetRecordScript,
  keepRecordScript,
  putSecretScript,
  readRecentLockScript,
  readRecordScript,
  readSecretScript,
  takeSecretScript,
} from "./redis-scripts.ts";

type RedisCoordinatorOptions = DatabaseCoordinatorOptions & { readonly redis: RedisLink };

/**
 * Creates a coordinator on a database and Redis. The database decides about locks and answers, and Redis gets copies of them
 * afterwards. So Redis may be flushed, lost or unreachable at any time without releasing a lock. The caller closes the
 * database and the link.
 */
export function createRedisCoordinator({ redis, ...options }: RedisCoordinatorOptions): Coordinator {
  const mirror = createRedisLockMirror(redis);
  const beside = { locks: mirror, once: createRedisOnceMirror(redis), secrets: createRedisSecretStore(redis) };
  const coordinator = assembleCoordinator(options, beside);

  /** Mirrors all locks again, page by page: copies of locks that guard a task expire, and a flush deletes all copies. */
  const showHeld = async (): Promise<void> => {
    for (let page: LockFilter | undefined = { limit: LOCKS_PRUNED_MAX }; page !== undefined;) {
      const held = await coordinator.locks.list(page);
      await Promise.all(held.map((lock) => mirror.keep(lock)));
      const last = held.length < LOCKS_PRUNED_MAX ? undefined : held.at(-1);
      page = last === undefined ? undefined : { limit: LOCKS_PRUNED_MAX, afterKey: last.key };
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

/**
 * Creates a mirror that keeps locks in Redis under their own keys, as hashes that people and other programs can read.
 */
export function createRedisLockMirror(redis: RedisLink): LockMirror {
  const ours = [redis.installation, redis.history];
  return {
    async recent(key) {
      if (!isShown(key)) return undefined;
      const fields = readRedisFields(
        await redis.tryRun(readRecentLockScript, key, [...ours, String(MIRRORED_LOCK_MS)]),
      );
      return fields === undefined ? undefined : readLock(key, fields);
    },
    async keep(lock) {
      if (!isShown(lock.key)) return;
      const since = lock.startedAt.toISOString();
      const end =
        lock.expiresAt === undefined ? ["PEXPIRE", GUARDING_MIRROR_MS] : ["PEXPIREAT", Number(lock.expiresAt)];
      await redis.tryRun(keepRecordScript, lock.key, [...ours, since, ...end.map(String), ...shownFields(lock)]);
    },
    async forget({ key, startedAt }) {
      if (isShown(key)) await redis.tryRun(forgetRecordScript, key, [...ours, startedAt.toISOString()]);
    },
  };
}

/** Returns whether a lock is mirrored. A lock whose key looks like one of an answer or a secret is only in the database. */
function isShown(key: string): boolean {
  return !key.startsWith(OWN_KEYS);
}

/** Returns the fields of a lock. They never include the token, so that a reader of Redis cannot release the lock. */
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

/** Reads a lock; undefined when another program has changed the fields so that they are not a lock. */
function readLock(key: string, fields: RedisFields): Lock | undefined {
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

/** Mirrors an answer in Redis when it is requested again, so that further requests do not query the database. */
export function createRedisOnceMirror(redis: RedisLink): OnceMirror {
  const ours = [redis.installation, redis.history];
  return {
    async answer(name) {
      const fields = readRedisFields(await redis.tryRun(readRecordScript, onceKey(redis, name), ours));
      if (fields === undefined) return undefined;
      const inputHash = fields.get("inputHash");
      const finishedAt = dateField(fields, "finishedAt");
      const answer = jsonField(fields, "answer");
      if (inputHash === undefined || finishedAt === undefined || answer === undefined) return undefined;
      return { inputHash, finishedAt, answer };
    },
    async keep(name, { inputHash, answer, finishedAt, expiresAt }) {
      const text = JSON.stringify(answer);
      if (Buffer.byteLength(text) > MIRRORED_ONCE_BYTES_MAX) return;
      const since = finishedAt.toISOString();
      const fields = ["inputHash", inputHash, "finishedAt", since, "answer", text];
      const end = ["PEXPIREAT", String(expiresAt.getTime())];
      await redis.tryRun(keepRecordScript, onceKey(redis, name), [...ours, since, ...end, ...fields]);
    },
  };
}

/** Stores secrets in Redis: sealed, as base64, deleted when they expire and never written to the database. */
export function createRedisSecretStore(redis: RedisLink): SecretStore {
  return {
    async put({ key, sealed, ttlMs }) {
      await redis.run(putSecretScript, secretKey(redis, key), [Buffer.from(sealed).toString("base64"), String(ttlMs)]);
    },
    read: async (key) => fromBase64(await redis.run(readSecretScript, secretKey(redis, key))),
    take: async (key) => fromBase64(await redis.run(takeSecretScript, secretKey(redis, key))),
  };
}

function fromBase64(reply: unknown): Uint8Array | undefined {
  return typeof reply === "string" ? new Uint8Array(Buffer.from(reply, "base64")) : undefined;
}

type Installation = Pick<RedisLink, "installation">;

/** Start of all keys of answers and secrets. */
const OWN_KEYS = "rota:";

export function secretKey({ installation }: Installation, key: string): string {
  return `${OWN_KEYS}${installation}:secret:${key}`;
}

/** Returns the key of an answer. The scope is escaped, so that the first colon after it is its end. */
export function onceKey({ installation }: Installation, { scope, key }: OnceName): string {
  return `${OWN_KEYS}${installation}:once:${encodeURIComponent(scope)}:${key}`;
}

type RedisFields = ReadonlyMap<string, string>;

/** Reads the fields of a hash; undefined when there is none, or when it contains anything but text. */
function readRedisFields(reply: unknown): RedisFields | undefined {
  if (!Array.isArray(reply)) return undefined;
  const texts = reply.filter((part) => typeof part === "string");
  if (texts.length !== reply.length || texts.length % 2 !== 0) return undefined;
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : []));
  return new Map(pairs);
}

function dateField(fields: RedisFields, name: string): Date | undefined {
  const date = new Date(fields.get(name) ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Reads a field as json; undefined when it is missing or not json. */
function jsonField(fields: RedisFields, name: string): unknown {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
