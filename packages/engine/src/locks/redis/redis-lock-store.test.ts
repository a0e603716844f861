/** Tests that the Redis implementation passes the conformance tests, and that its mirrored locks can be read in Redis. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coordinatorConformance } from "../../../test/conformance/lock-store.conformance.ts";
import { openRedisStore, type RedisStore } from "../../../test/conformance/redis-store.conformance.ts";
import { silentLogger } from "../../runtime/logger.ts";
import { GUARDING_MIRROR_MS } from "../lock-limits.ts";
import type { Coordinator } from "../locks.ts";

coordinatorConformance({ name: "the Redis coordinator", open: () => openRedisStore(), skip: [] });

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

  test("a lock is a hash under its own key, without the token, and is deleted at its end", async () => {
    const key = newKey();
    const lock = await take(key, { ttlMs: 60_000, context: { chunks: 7 } });
    await coordinator.locks.extend(lock, { progress: { done: 1, total: 7 } });

    const shown = await client.hgetall(key);
    const leftMs = await client.pttl(key);
    await coordinator.locks.release(lock);

    expect(shown).toMatchObject({
      holder: "ann",
      operation: "TALLY_CREATION",
      startedAt: lock.startedAt.toISOString(),
      context: `{"chunks":7}`,
      progress: `{"done":1,"total":7}`,
    });
    expect(JSON.stringify(shown)).not.toContain(lock.token);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThan(62_000);
    expect(await client.exists(key)).toBe(0);
  });

  test("a lock that guards a task is mirrored with its task, and each pruning renews it", async () => {
    const key = newKey();
    const taskId = await store.startTask();
    await coordinator.locks.attach(await take(key), taskId);
    const first = await client.pttl(key);
    await client.del(key); // as after a flush

    await coordinator.prune();
    const again = await client.hgetall(key);
    await store.finishTask(taskId);
    await coordinator.prune();

    expect(first).toBeLessThanOrEqual(GUARDING_MIRROR_MS);
    expect(again).toMatchObject({ holder: "ann", taskId: String(taskId) });
    expect(await client.exists(key)).toBe(0);
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
    const [text, hash, own] = [newKey(), newKey(), "rota:test:secret:of-a-lock"];
    await client.set(text, "from another program");
    const ofOthers = { installation: "another", since: "2999", checkedAt: String(Date.now()), holder: "eve" };
    await client.hset(hash, ofOthers);

    const locks = [await take(text), await take(hash), await take(own)];
    const refused = await Promise.all(
      [text, hash, own].map((key) => coordinator.locks.acquire({ key, holder: "bob", operation: "TALLY" })),
    );
    for (const lock of locks) expect(await coordinator.locks.release(lock)).toBe("released");

    expect(refused.map(({ acquired }) => acquired)).toEqual([false, false, false]);
    expect(await client.get(text)).toBe("from another program");
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
    await client.hset(key, { checkedAt: String(Date.now() + 3_600_000) });
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
