/** Opens locks, once and secrets as configured: on the database, with Redis beside it when there is a URL. */
import assert from "node:assert/strict";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { createDatabaseCoordinator } from "../locks/database-lock-store.ts";
import { SECRETS_KEY_BYTES } from "../locks/lock-limits.ts";
import { selectInstallation, selectMigrated, selectTimeline } from "../locks/locks.sql.ts";
import type { Coordinator } from "../locks/locks.ts";
import { openRedisLink, type Outage, type RedisLink } from "../locks/redis/redis-link.ts";
import { createRedisCoordinator } from "../locks/redis/redis-lock-store.ts";
import type { Logger } from "../runtime/logger.ts";

/** Options of the configuration that a coordinator reads. */
export type CoordinatorConfig = Pick<
  Config,
  "redisUrl" | "redisTimeoutMs" | "redisKeyPrefix" | "secretsKey" | "lockTtlMs"
> &
  Partial<Pick<Config, "lockTtlMsByOperation">>;

/** Configuration and database of a coordinator. */
export type OpenCoordinatorOptions = {
  readonly config: CoordinatorConfig;
  readonly database: Database;
  readonly logger: Logger;
  /** The time to live of locks by operation, where it is not that of the configuration. */
  readonly lockTtlMs?: Readonly<Record<string, number>>;
};

/** Coordinator with the state of its Redis. */
export type OpenedCoordinator = Coordinator & {
  /** Since when and why Redis cannot be used; undefined when it can, or none is wanted. */
  outage(): Outage | undefined;
  /** Undefined when none is wanted. */
  readonly redis: RedisLink | undefined;
};

/**
 * Opens the locks, idempotency keys and secrets of an application: on the database, and on Redis beside it when `redisUrl` is
 * set. A Redis that does not answer delays no call; it is tried again. The database stays the caller's.
 *
 * @example const { locks } = await openCoordinator({ config, database, logger });
 */
export async function openCoordinator(options: OpenCoordinatorOptions): Promise<OpenedCoordinator> {
  const { config, database, logger } = options;
  const lockTtlMs = { ...ttlByOperation(config.lockTtlMsByOperation), ...options.lockTtlMs };
  const secretsKey = config.secretsKey === undefined ? undefined : readSecretsKey(config.secretsKey);
  const common = { database, logger, lockTtlMs, defaultLockTtlMs: config.lockTtlMs, secretsKey };
  if (config.redisUrl === undefined)
    return { ...createDatabaseCoordinator(common), outage: () => undefined, redis: undefined };

  const { redisUrl: url, redisTimeoutMs: timeoutMs, redisKeyPrefix: keyPrefix } = config;
  const [row] = await database.query(selectInstallation());
  assert(row !== undefined, "a database that was migrated names its installation");
  const [installation, history] = [row.instance_id, await readHistory(database)];
  const redis = await openRedisLink({ url, timeoutMs, keyPrefix, logger, installation, history });
  const coordinator = createRedisCoordinator({ ...common, redis });
  return {
    ...coordinator,
    redis,
    outage: () => redis.outage(),
    async close() {
      await coordinator.close();
      await redis.close();
    },
  };
}

/** Reads items such as TALLY_CREATION=3600000. */
function ttlByOperation(items: readonly string[] = []): Readonly<Record<string, number>> {
  const times = items.map((item) => {
    const [operation = "", ttlMs] = item.split("=");
    return [operation, Number(ttlMs)] as const;
  });
  return Object.fromEntries(times);
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Its message never contains the key. */
function readSecretsKey(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (BASE64.test(text) && bytes.byteLength === SECRETS_KEY_BYTES) return new Uint8Array(bytes);
  const wanted = `${String(SECRETS_KEY_BYTES)} bytes as base64`;
  throw new RotaError(
    "CONFIG_INVALID",
    `secretsKey must be ${wanted}: make one with \`openssl rand -base64 ${String(SECRETS_KEY_BYTES)}\``,
    { option: "secretsKey", wanted: SECRETS_KEY_BYTES },
  );
}

/**
 * Identifies the history of a database, which differs after a restore from a backup, a copy or a recovery to a point in
 * time. It stays the same for as long as nothing that was committed is taken back. A copy of the disk cannot be
 * detected.
 */
async function readHistory(database: Database): Promise<string> {
  const [migrated] = await database.query(selectMigrated());
  const [cluster] = await database.query(selectTimeline()).catch(() => []);
  return `${migrated?.migrated_at.toISOString() ?? ""} ${cluster?.timeline ?? ""}`;
}
