/** Implements the contract with Redis and the database: Redis mirrors locks and answers, and stores secrets. */
import { assembleCoordinator, type DatabaseCoordinatorOptions } from "../database-lock-store.ts";
import type { LockMirror, OnceMirror, OnceName } from "../lock-database.ts";
import { GUARDING_MIRROR_MS, LOCKS_PRUNED_MAX, MIRRORED_LOCK_MS, MIRRORED_ONCE_BYTES_MAX } from "../lock-limits.ts";
import type { Coordinator, Lock, LockFilter, LockProgress } from "../locks.ts";
import type { SecretStore } from "../sealed-secrets.ts";
import type { RedisLink } from "./redis-link.ts";
import {
  forgetLockScript,
  keepLockScript,
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

  let shown = new Map<string, Lock>();
  /**
   * Mirrors all held locks again, page by page: a flush deletes all copies, and the expected ends change. Deletes the copies
   * of those that ended since the last time, also of locks that another process ended or that ended with their task.
   */
  const showHeld = async (): Promise<void> => {
    const held = new Map<string, Lock>();
    for (let page: LockFilter | undefined = { limit: LOCKS_PRUNED_MAX }; page !== undefined;) {
      const locks = await coordinator.locks.list(page);
      await Promise.all(locks.map((lock) => mirror.keep(lock)));
      for (const lock of locks) held.set(`${lock.key} ${lock.startedAt.toISOString()}`, lock);
      const last = locks.length < LOCKS_PRUNED_MAX ? undefined : locks.at(-1);
      page = last === undefined ? undefined : { limit: LOCKS_PRUNED_MAX, afterKey: last.key };
    }
    const ended = [...shown].filter(([name]) => !held.has(name));
    shown = held;
    await Promise.all(ended.map(([, lock]) => mirror.forget(lock)));
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
 * Creates a mirror that keeps locks in Redis under their own keys, as JSON that people and other programs can read.
 */
export function createRedisLockMirror(redis: RedisLink): LockMirror {
  const { installation, history } = redis;
  const ours = [installation, history];
  return {
    async recent(key) {
      if (!isShown(key)) return undefined;
      return readLock(key, await redis.tryRun(readRecentLockScript, key, [...ours, String(MIRRORED_LOCK_MS)]));
    },
    async keep(lock) {
      if (!isShown(lock.key)) return;
      const { startedAt, expiresAt } = lock;
      const end = expiresAt === undefined ? ["PEXPIRE", GUARDING_MIRROR_MS] : ["PEXPIREAT", Number(expiresAt)];
      const text = JSON.stringify({ ...shownLock(lock), installation, history });
      await redis.tryRun(keepLockScript, lock.key, [...ours, startedAt.toISOString(), ...end.map(String), text]);
    },
    async forget({ key, startedAt }) {
      if (isShown(key)) await redis.tryRun(forgetLockScript, key, [...ours, startedAt.toISOString()]);
    },
  };
}

/** Returns whether a lock is mirrored. A lock whose key looks like one of an answer or a secret is only in the database. */
function isShown(key: string): boolean {
  return !key.startsWith(OWN_KEYS);
}

/**
 * Returns what Redis shows of a lock: the six fields by which other programs know a lock, then those that only some locks
 * have. Never the token, so that a reader of Redis cannot release the lock.
 */
function shownLock(lock: Lock) {
  return {
    userEmail: lock.holder,
    startTime: lock.startedAt.toISOString(),
    expectedEndTime: lock.expectedEndAt?.toISOString() ?? null,
    operationType: lock.operation,
    lockKey: lock.key,
    context: lock.context ?? null,
    expiresAt: lock.expiresAt?.toISOString(),
    taskId: lock.taskId?.toString(),
    progress: lock.progress,
  };
}

/** Reads a lock; undefined when there is none, or when another program has changed it so that it is none. */
function readLock(key: string, reply: unknown): Lock | undefined {
  const value = parseJson(reply);
  if (typeof value !== "object" || value === null) return undefined;
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const holder = fields.get("userEmail");
  const operation = fields.get("operationType");
  const startedAt = parseDate(fields.get("startTime"));
  const expiresAt = parseDate(fields.get("expiresAt"));
  if (typeof holder !== "string" || typeof operation !== "string") return undefined;
  if (startedAt === undefined || expiresAt === undefined) return undefined;
  const context = fields.get("context") ?? undefined;
  const progress = readProgress(fields.get("progress"));
  const expectedEndAt = parseDate(fields.get("expectedEndTime"));
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
      const finishedAt = parseDate(fields.get("finishedAt"));
      const answer = parseJson(fields.get("answer"));
      if (inputHash === undefined || finishedAt === undefined || answer === undefined) return undefined;
      return { inputHash, finishedAt, answer };
    },
    async keep(name, { inputHash, answer, finishedAt, expiresAt }) {
      const text = JSON.stringify(answer);
      if (Buffer.byteLength(text) > MIRRORED_ONCE_BYTES_MAX) return;
      const since = finishedAt.toISOString();
      const fields = ["inputHash", inputHash, "finishedAt", since, "answer", text];
      const end = String(expiresAt.getTime());
      await redis.tryRun(keepRecordScript, onceKey(redis, name), [...ours, since, end, ...fields]);
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

function parseDate(value: unknown): Date | undefined {
  const date = new Date(typeof value === "string" ? value : "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Parses json; undefined when it is missing or not json. */
function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
