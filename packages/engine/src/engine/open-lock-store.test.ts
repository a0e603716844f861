/** Which coordinator a configuration opens. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { openRedisStore, type RedisStore } from "../../test/conformance/redis-store.conformance.ts";
import { sql } from "../database/sql.ts";
import { silentLogger } from "../runtime/logger.ts";
import { type CoordinatorConfig, openCoordinator } from "./open-lock-store.ts";

const secretsKey = Buffer.alloc(32, 7).toString("base64");
let store: RedisStore;
beforeAll(async () => {
  store = await openRedisStore();
});
afterAll(() => store.dispose());

const DEFAULTS = {
  redisUrl: undefined,
  redisTimeoutMs: 5_000,
  redisKeyPrefix: "",
  secretsKey: undefined,
  lockTtlMs: 7_200_000,
} satisfies CoordinatorConfig;

const open = (config: Partial<CoordinatorConfig>) => {
  const options = { database: store.database, logger: silentLogger, lockTtlMs: { OWN: 100 } };
  return openCoordinator({ ...options, config: { ...DEFAULTS, ...config } });
};

test("without a URL of a Redis everything is in the database", async () => {
  const coordinator = await open({ secretsKey, lockTtlMs: 5_000 });
  await coordinator.secrets.put({ key: "k", value: new Uint8Array([1]) });
  const lock = { key: "lock:open:1", holder: "ann", operation: "TALLY" };
  const answer = await coordinator.locks.acquire(lock);
  const own = await coordinator.locks.acquire({ ...lock, key: "lock:open:2", operation: "OWN" });

  const ttlMs = [answer, own].map((got) => got.acquired && Number(got.lock.expiresAt) - Number(got.lock.startedAt));
  expect(ttlMs).toEqual([5_000, 100]);
  expect(await coordinator.secrets.read("k")).toEqual(new Uint8Array([1]));
  expect(coordinator.outage()).toBeUndefined();
  expect(await store.storedKeys()).toEqual([]);
  await coordinator.close();
});

test("single operations have a time to live of their own in the configuration", async () => {
  const coordinator = await open({ lockTtlMsByOperation: ["EXPORT=60000", "OWN=700"] });
  const ttlMs = async (operation: string) => {
    const answer = await coordinator.locks.acquire({ key: `lock:ttl:${operation}`, holder: "ann", operation });
    return answer.acquired ? Number(answer.lock.expiresAt) - Number(answer.lock.startedAt) : undefined;
  };

  expect([await ttlMs("EXPORT"), await ttlMs("OWN"), await ttlMs("TALLY")]).toEqual([60_000, 100, 7_200_000]);
  await coordinator.close();
  await expect(open({ lockTtlMsByOperation: ["EXPORT=999999999"] })).rejects.toThrow("lockTtlMs.EXPORT (999999999)");
});

test("with one, locks are shown and secrets are kept there, under the prefix", async () => {
  const redisKeyPrefix = store.client.options.keyPrefix ?? "";
  const coordinator = await open({ secretsKey, redisUrl: serviceUrl("redis"), redisKeyPrefix });
  await coordinator.secrets.put({ key: "k", value: new Uint8Array([1]) });
  await coordinator.locks.acquire({ key: "lock:open:3", holder: "ann", operation: "TALLY" });

  const [row] = await store.database.query(sql<{ id: string }>`select instance_id as id from rota.instance`);
  expect([...(await store.storedKeys())].sort()).toEqual(["lock:open:3", `rota:${String(row?.id)}:secret:k`]);
  await coordinator.close();
  await expect(coordinator.secrets.read("k")).rejects.toMatchObject({ code: "COORDINATOR_CLOSED" });
});

test("a Redis that does not answer is reported, and stops no engine", async () => {
  const coordinator = await open({ redisUrl: "redis://127.0.0.1:1", redisTimeoutMs: 100 });
  expect(coordinator.outage()?.reason).toContain("ECONNREFUSED");
  expect((await coordinator.locks.acquire({ key: "lock:open:4", holder: "a", operation: "T" })).acquired).toBe(true);
  await coordinator.close();
});

test.each(["hunter2", "", Buffer.alloc(31).toString("base64"), `${secretsKey} `])(
  "a key to seal with that is not 32 bytes as base64 is refused and not shown (%#)",
  async (wrong) => {
    const refused: unknown = await open({ secretsKey: wrong }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "CONFIG_INVALID", details: { option: "secretsKey" } });
    if (wrong !== "") expect(String(refused)).not.toContain(wrong);
  },
);
