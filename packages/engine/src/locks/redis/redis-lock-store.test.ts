/** Tests that the Redis implementation passes the conformance tests, and that its mirrored locks can be read in Redis. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coordinatorConformance } from "../../../test/conformance/lock-store.conformance.ts";
import { openRedisStore, type RedisStore } from "../../../test/conformance/redis-store.conformance.ts";
import { silentLogger } from "../../runtime/logger.ts";
import { GUARDING_MIRROR_MS } from "../lock-limits.ts";
import type { Coordinator } from "../locks.ts";

coordinatorConformance({ name: "the Redis coordinator", open: () => openRedisStore(), skip: [] });

/** The check with which the scripts of version 0.1.0 begin. */
const IS_OURS_OF_0_1_0 = `
local kind = redis.call('TYPE', KEYS[1]).ok
local record = kind == 'hash' and redis.call('HMGET', KEYS[1], 'installation', 'since', 'checkedAt', 'history') or {}
local is_ours = record[1] == ARGV[1] and record[2] and tonumber(record[3] or '') and true or false
local is_current = is_ours and record[4] == ARGV[2]`;

describe("the keys in Redis", () => {
  let store: RedisStore;
  let coordinator: Coordinator;
  let client: RedisStore["client"];
  let keys = 0;
  beforeAll(async () => {
    store = await openRedisStore();
    coordinator = store.connect({ logger: silentLogger, lockTtlMs: {}, secretsKey: new Uint8Array(32) });
    client = store.client;
  });
  afterAll(async () => {
    await coordinator.close();
    await store.dispose();
  });
  const newKey = () => `lock:tally:invoice:${String(++keys)}`;
  const take = async (key: string, request = {}) => {
    const answer = await coordinator.locks.acquire({ key, holder: "ann", operation: "TALLY_CREATION", ...request });
    if (!answer.acquired) throw new Error(`${key} is held by ${answer.heldBy.holder}`);
    return answer.lock;
  };

  const shownAt = async (key: string): Promise<Record<string, unknown>> => {
    const value: unknown = JSON.parse((await client.get(key)) ?? "{}");
    return Object.fromEntries(Object.entries(value ?? {}));
  };

  test("a lock is JSON under its own key, without the token, and is deleted at its end", async () => {
    const key = newKey();
    const lock = await take(key, { ttlMs: 60_000, expectedMs: 30_000, context: { chunks: 7, units: [] } });
    const first = await shownAt(key);
    const extended = await coordinator.locks.extend(lock, { expectedMs: 90_000, progress: { done: 1, total: 7 } });

    const shown = await shownAt(key);
    const leftMs = await client.pttl(key);
    await coordinator.locks.release(lock);

    const six = {
      userEmail: "ann",
      startTime: lock.startedAt.toISOString(),
      expectedEndTime: lock.expectedEndAt?.toISOString(),
      operationType: "TALLY_CREATION",
      lockKey: key,
      context: { chunks: 7, units: [] },
    };
    const laterEnd = extended.kind === "extended" ? extended.lock.expectedEndAt?.toISOString() : "";
    expect(first).toMatchObject(six);
    expect(shown).toMatchObject({ ...six, expectedEndTime: laterEnd, progress: { done: 1, total: 7 } });
    expect(JSON.stringify(shown)).not.toContain(lock.token);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThan(62_000);
    expect(await client.exists(key)).toBe(0);
  });

  test("the six fields are there even if nothing is known about two of them", async () => {
    const key = newKey();
    await take(key);
    expect(await shownAt(key)).toMatchObject({ lockKey: key, expectedEndTime: null, context: null });
  });

  test("a lock that guards a task is mirrored with its task, and each pruning renews it", async () => {
    const key = newKey();
    const taskId = await store.startTask();
    await coordinator.locks.attach(await take(key), taskId);
    const first = await client.pttl(key);
    await client.del(key); // as after a flush

    await coordinator.prune();
    const again = await shownAt(key);
    await store.finishTask(taskId);
    await coordinator.prune();

    expect(first).toBeLessThanOrEqual(GUARDING_MIRROR_MS);
    expect(again).toMatchObject({ userEmail: "ann", taskId: String(taskId) });
    expect(await client.exists(key)).toBe(0);
  });

  test("pruning deletes the copy of a lock that a process ended without Redis", async () => {
    const key = newKey();
    await take(key);
    await coordinator.prune();
    await store.forgetInDatabase(key);

    await coordinator.prune();

    expect(await client.exists(key)).toBe(0);
  });

  test("the hash of a process of version 0.1.0 is not used, and becomes JSON or is deleted", async () => {
    const [held, free] = [newKey(), newKey()];
    const old = { installation: "test", history: "", since: "2026-01-01T00:00:00.000Z", checkedAt: String(Date.now()) };
    const times = { startedAt: old.since, expiresAt: "2999-01-01T00:00:00.000Z" };
    for (const key of [held, free])
      await client.hset(key, { ...old, ...times, holder: "eve", operation: "TALLY_CREATION" });

    const lock = await take(held); // it is free in the database
    const other = await take(free);

    expect(await shownAt(held)).toMatchObject({ userEmail: "ann", lockKey: held });
    await client.del(free);
    await client.hset(free, { ...old, since: other.startedAt.toISOString(), holder: "ann" });
    for (const ended of [lock, other]) expect(await coordinator.locks.release(ended)).toBe("released");
    expect(await client.exists(held, free)).toBe(0);
  });

  test("a process of version 0.1.0 neither uses nor changes the JSON of a lock", async () => {
    const key = newKey();
    await take(key);
    const shown = await client.get(key);
    const run = (lua: string, ...args: string[]) =>
      client.eval(`${IS_OURS_OF_0_1_0}\n${lua}`, 1, key, "test", "", ...args);

    const kept = await run("if kind ~= 'none' and not is_ours then return 0 end redis.call('DEL', KEYS[1]) return 1");
    const read = await run("if not is_current then return false end return redis.call('HGETALL', KEYS[1])");
    const forgotten = await run("if not is_ours then return 0 end return redis.call('DEL', KEYS[1])");

    expect([kept, read, forgotten]).toEqual([0, null, 0]);
    expect(await client.get(key)).toBe(shown);
  });

  test("a key that was deleted by hand releases nothing", async () => {
    const key = newKey();
    const lock = await take(key);
    await client.del(key);

    const refused = await coordinator.locks.acquire({ key, holder: "bob", operation: "TALLY_CREATION" });

    expect(refused).toMatchObject({ acquired: false, heldBy: { holder: "ann" } });
    expect(await shownAt(key)).toMatchObject({ userEmail: "ann" });
    expect(await coordinator.locks.release(lock)).toBe("released");
  });

  test("all keys expire", async () => {
    await take(newKey());
    await coordinator.locks.attach(await take(newKey()), await store.startTask());
    await coordinator.secrets.put({ key: "share", value: new Uint8Array([1]) });
    const begun = await coordinator.once.begin({ scope: "s:1", key: "event", inputHash: "h" });
    if (begun.kind === "first") await coordinator.once.finish(begun.claim, { journal: 7 });
    await coordinator.once.begin({ scope: "s:1", key: "event", inputHash: "h" });

    const found = await store.storedKeys();

    expect(found).toEqual(expect.arrayContaining(["rota:test:secret:share", "rota:test:once:s%3A1:event"]));
    for (const key of found) expect([key, await client.pttl(key)]).toEqual([key, expect.toSatisfy((ms) => ms > 0)]);
  });

  test("the value of another program under the key of a lock is not changed, and the lock works", async () => {
    const [text, object, hash, own] = [newKey(), newKey(), newKey(), "rota:test:secret:of-a-lock"];
    await client.set(text, "from another program");
    await client.set(object, '{"userEmail":"eve","startTime":"2999","installation":"another"}');
    const ofOthers = { installation: "another", since: "2999", checkedAt: String(Date.now()), holder: "eve" };
    await client.hset(hash, ofOthers);

    const locks = [await take(text), await take(object), await take(hash), await take(own)];
    const refused = await Promise.all(
      [text, object, hash, own].map((key) => coordinator.locks.acquire({ key, holder: "bob", operation: "TALLY" })),
    );
    for (const lock of locks) expect(await coordinator.locks.release(lock)).toBe("released");

    expect(refused.map(({ acquired }) => acquired)).toEqual([false, false, false, false]);
    expect(await client.get(text)).toBe("from another program");
    expect(await client.get(object)).toContain('"userEmail":"eve"');
    expect(await client.hgetall(hash)).toEqual(ofOthers);
    expect(await client.exists(own)).toBe(0);
  });

  test("a refusal within a second of another does not query the database", async () => {
    const key = newKey();
    const lock = await take(key, { context: { chunks: [1] }, expectedMs: 5_000 });
    const { token, ...shown } = lock;
    const cutOff = store.connectWithoutDatabase();

    const refused = await cutOff.locks.acquire({ key, holder: "bob", operation: "TALLY" });

    expect(token).not.toBe("");
    expect(refused).toEqual({ acquired: false, heldBy: shown });
  });

  test("an answer that was requested again is returned without the database, and other input is a conflict", async () => {
    const name = { scope: "tenant-1", key: newKey() };
    const begun = await coordinator.once.begin({ ...name, inputHash: "a" });
    if (begun.kind === "first") await coordinator.once.finish(begun.claim, { journal: 7 });
    const again = await coordinator.once.begin({ ...name, inputHash: "a" });
    const cutOff = store.connectWithoutDatabase();

    expect(await cutOff.once.begin({ ...name, inputHash: "a" })).toEqual(again);
    await expect(cutOff.once.begin({ ...name, inputHash: "b" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
  });

  test("a lock that was checked in the future, before the clock of Redis was set back, is read from the database", async () => {
    const key = newKey();
    const lock = await take(key);
    await client.set(key, JSON.stringify({ ...(await shownAt(key)), checkedAt: Date.now() + 3_600_000 }), "KEEPTTL");
    await store.forgetInDatabase(lock.key);

    expect(await coordinator.locks.acquire({ key, holder: "bob", operation: "TALLY" })).toMatchObject({
      acquired: true,
    });
  });

  test("a secret that was moved to another key in Redis is refused", async () => {
    await coordinator.secrets.put({ key: "mine", value: new Uint8Array([1]) });
    await client.rename("rota:test:secret:mine", "rota:test:secret:yours");
    await expect(coordinator.secrets.read("yours")).rejects.toMatchObject({ code: "SECRET_UNREADABLE" });
  });
});
