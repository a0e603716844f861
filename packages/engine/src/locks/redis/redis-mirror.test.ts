/** Tests that what is mirrored in Redis stays within its limit, and leaves the rest of Redis to secrets and locks. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../../../tools/services/redis-service.ts";
import type { Service } from "../../../../../tools/services/service.ts";
import { silentLogger } from "../../runtime/logger.ts";
import { mirrorListKey, openRedisLink } from "./redis-link.ts";
import { putSecretScript, readSecretScript } from "./redis-scripts.ts";

const MEBIBYTE = 1_048_576;
const LIMITS = { ttlMs: 3_600_000, isNewOnly: false };
let service: Service;
let admin: Redis;

beforeAll(async () => {
  service = await startRedis();
  admin = new Redis(service.url);
});
beforeEach(async () => {
  await admin.flushall();
  await admin.config("SET", "maxmemory", "0");
});
afterAll(async () => {
  admin.disconnect();
  await service.dispose();
});

async function openLink() {
  const link = await openRedisLink({ url: service.url, installation: "test", logger: silentLogger });
  onTestFinished(() => link.close());
  return link;
}

/** Returns pairs as an intake mirrors them. */
function pairs(first: number, count: number, bytes: number) {
  return Array.from({ length: count }, (_, nth) => ({
    key: `orders:ik:2f3d5a7c-0000-4000-8000-1b2c3d4e5f60:evt_${String(first + nth)}`,
    value: "x".repeat(bytes),
  }));
}

async function infoNumber(section: string, name: string): Promise<number> {
  return Number(new RegExp(`^${name}:(\\d+)`, "m").exec(await admin.info(section))?.[1]);
}

/** Large beside what Redis needs for itself. */
const LIMIT = 4 * MEBIBYTE;

describe.each([100, 350, 5_000])("values of %i bytes", (bytes) => {
  test("take no more memory than the limit, and the oldest go first", async () => {
    const link = await openLink();
    const count = 500 * Math.ceil((2 * LIMIT) / bytes / 500);
    const before = await infoNumber("memory", "used_memory");

    for (let first = 0; first < count; first += 500)
      expect(await link.tryMirror(pairs(first, 500, bytes), { ...LIMITS, bytesMax: LIMIT })).toBe(true);

    const used = (await infoNumber("memory", "used_memory")) - before;
    expect(used).toBeLessThanOrEqual(LIMIT);
    expect(used).toBeGreaterThan(0.5 * LIMIT);
    const [oldest, newest] = [pairs(0, 1, 1)[0]?.key ?? "", pairs(count - 1, 1, 1)[0]?.key ?? ""];
    expect([await admin.exists(oldest), await admin.exists(newest)]).toEqual([0, 1]);
  });
});

test("a value that is mirrored again counts once, with its new size", async () => {
  const link = await openLink();
  const [one] = pairs(1, 1, 100);
  const key = one?.key ?? "";
  const mirror = (bytes: number, bytesMax: number) => link.tryMirror(pairs(1, 1, bytes), { ...LIMITS, bytesMax });

  for (let times = 0; times < 100; times++) await mirror(100, 1_000);
  expect(await admin.strlen(key)).toBe(100);
  await mirror(900, 1_000);

  expect(await admin.exists(key)).toBe(0);
});

test("new values leave the keys that exist alone, and other values of any kind do not stop them", async () => {
  const link = await openLink();
  const [first, second, third] = pairs(1, 3, 10).map(({ key }) => key);
  await admin.set(first ?? "", "left over");
  await admin.hset(second ?? "", "left", "over");

  await link.tryMirror(pairs(1, 3, 10), { ...LIMITS, bytesMax: MEBIBYTE, isNewOnly: true });
  const newOnly = await Promise.all([first, second, third].map((key) => admin.type(key ?? "")));
  await link.tryMirror(pairs(1, 3, 10), { ...LIMITS, bytesMax: MEBIBYTE });

  expect(newOnly).toEqual(["string", "hash", "string"]);
  expect(await admin.mget(first ?? "", second ?? "")).toEqual(["x".repeat(10), "x".repeat(10)]);
});

test("nothing of the mirror outlives its time", async () => {
  const link = await openLink();

  await link.tryMirror(pairs(1, 2, 10), { ...LIMITS, bytesMax: MEBIBYTE });

  const keys = await admin.keys("*");
  expect(keys).toContain(mirrorListKey("test"));
  const times = await Promise.all(keys.map((key) => admin.pttl(key)));
  expect(times.every((ms) => ms > 0 && ms <= LIMITS.ttlMs)).toBe(true);
});

describe.each(["noeviction", "volatile-ttl", "allkeys-lru"])("a Redis with a limit and %s", (policy) => {
  test("takes and keeps secrets, however much is mirrored", async () => {
    await admin.config("SET", "maxmemory-policy", policy);
    await admin.config("SET", "maxmemory", String(8 * MEBIBYTE));
    const link = await openLink();
    expect(await link.memory()).toEqual({ bytesMax: 8 * MEBIBYTE, policy });
    const evictedBefore = await infoNumber("stats", "evicted_keys");
    await link.run(putSecretScript, "secret-1", ["early", "60000"]);

    for (let first = 0; first < 20_000; first += 500) {
      await link.tryMirror(pairs(first, 500, 1_000), { ...LIMITS, bytesMax: 1_000 * MEBIBYTE });
      await link.run(putSecretScript, "secret-2", [String(first), "60000"]);
    }

    expect(await link.run(readSecretScript, "secret-1")).toBe("early");
    expect(await link.run(readSecretScript, "secret-2")).toBe("19500");
    expect(link.outage()).toBeUndefined();
    expect((await infoNumber("stats", "evicted_keys")) - evictedBefore).toBe(0);
  });
});
