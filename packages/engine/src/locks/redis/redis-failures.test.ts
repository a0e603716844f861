/** Tests that failures of Redis never release a lock, and that calls for secrets, which only Redis stores, are refused clearly. */
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startRedis } from "../../../../../tools/services/redis-service.ts";
import type { Service } from "../../../../../tools/services/service.ts";
import { openDatabaseStore } from "../../../test/conformance/database-store.conformance.ts";
import type { OpenedStore } from "../../../test/conformance/lock-store.conformance.ts";
import { startUnderLock } from "../../operations/start-under-lock.ts";
import { createLogger } from "../../runtime/logger.ts";
import type { Coordinator } from "../locks.ts";
import { openRedisLink, type RedisLink } from "./redis-link.ts";
import { createRedisCoordinator } from "./redis-lock-store.ts";

/** Time limit that is longer than a busy machine needs for an answer. */
const TIMEOUT_MS = 1_500;
const value = new TextEncoder().encode("the guardian's key share");

describe("Redis fails", () => {
  const lines: string[] = [];
  const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void lines.push(line) } });
  let service: Service;
  let store: OpenedStore;
  let admin: Redis;
  let redis: RedisLink;
  let coordinator: Coordinator;
  let invoice = 0;
  let key = "";

  beforeAll(async () => {
    [service, store] = await Promise.all([startRedis({ persistent: true }), openDatabaseStore("postgres")]);
    admin = new Redis(service.url);
    admin.on("error", () => undefined);
  });
  beforeEach(async () => {
    lines.length = 0;
    key = `lock:tally:invoice:${String(++invoice)}`;
    await connect();
  });
  afterEach(() => disconnect());
  afterAll(async () => {
    admin.disconnect();
    await service.dispose();
    await store.dispose();
  });

  const connect = async () => {
    redis = await openRedisLink({ url: service.url, installation: "test", logger, timeoutMs: TIMEOUT_MS });
    coordinator = createRedisCoordinator({ database: store.database, redis, logger, secretsKey: new Uint8Array(32) });
  };
  const disconnect = async () => {
    await coordinator.close();
    await redis.close();
  };
  const ask = (holder: string, request = {}) =>
    coordinator.locks.acquire({ key, holder, operation: "TALLY_CREATION", ...request });
  const take = async (holder: string, request = {}) => {
    const answer = await ask(holder, request);
    if (!answer.acquired) throw new Error(`held by ${answer.heldBy.holder}`);
    return answer.lock;
  };
  const countLines = (words: string) => lines.filter((line) => line.includes(words)).length;
  const outages = () => [countLines("Redis cannot be used"), countLines("Redis can be used again")];
  const put = () => coordinator.secrets.put({ key, value });
  const putAgain = () =>
    vi.waitUntil(
      () =>
        put().then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    );

  test("flushed: locks stay with their holders, answers stay, secrets are missing", async () => {
    const lock = await take("ann");
    await put();
    const begun = await coordinator.once.begin({ scope: "s", key, inputHash: "h" });
    if (begun.kind === "first") await coordinator.once.finish(begun.claim, 7);

    await admin.flushall();
    await admin.script("FLUSH");

    expect(await ask("bob")).toMatchObject({ acquired: false, heldBy: { holder: "ann", startedAt: lock.startedAt } });
    expect(await coordinator.once.begin({ scope: "s", key, inputHash: "h" })).toMatchObject({
      kind: "done",
      answer: 7,
    });
    expect(await coordinator.secrets.read(key)).toBeUndefined();
    expect(await coordinator.locks.extend(lock)).toMatchObject({ kind: "extended" });
    expect(await admin.get(key)).toContain('"userEmail":"ann"'); // it is mirrored again
    expect(await coordinator.locks.release(lock)).toBe("released");
    expect(outages()).toEqual([0, 0]);
  });

  test("killed: locks continue in the database, secrets are refused, and one line reports its return", async () => {
    const lock = await take("ann");
    await put();
    await service.kill();

    await expect(coordinator.secrets.read(key)).rejects.toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
    expect(await ask("bob")).toMatchObject({ acquired: false, heldBy: { holder: "ann" } });
    expect(await coordinator.locks.release(lock)).toBe("released");
    expect(await coordinator.locks.release(await take("bob"))).toBe("released");
    expect(redis.outage()?.reason).not.toBe("");
    await service.start();
    await vi.waitUntil(() => redis.outage() === undefined, { timeout: 10_000 });

    expect(await coordinator.secrets.read(key)).toEqual(value);
    expect(outages()).toEqual([1, 1]);
    // Redis still has the first lock, but such an old copy is not used to refuse a lock.
    await vi.waitUntil(async () => (await ask("cy")).acquired, { timeout: 5_000 });
  });

  test("unavailable at the start: the coordinator works without it, and uses it when it becomes available", async () => {
    await disconnect();
    await service.stop();
    await connect();

    await take("ann");
    expect((await ask("bob")).acquired).toBe(false);
    await expect(put()).rejects.toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
    await service.start();
    await putAgain();

    expect(outages()).toEqual([1, 1]);
  });

  test("out of memory: secrets are refused with the reason and locks continue, until it has memory again", async () => {
    await put();
    await admin.config("SET", "maxmemory", "1");

    await expect(put()).rejects.toThrow("no memory left");
    await expect(put()).rejects.toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
    expect(await coordinator.secrets.read(key)).toEqual(value);
    expect(await coordinator.secrets.take(key)).toEqual(value); // deleting needs no memory
    const lock = await take("ann");
    expect((await ask("bob")).acquired).toBe(false);
    expect(await coordinator.locks.release(lock)).toBe("released");
    await admin.config("SET", "maxmemory", "0");
    await put();

    expect(outages()).toEqual([1, 1]);
  });

  test("read-only: its old copies of locks are not used, and secrets are refused with the reason", async () => {
    const lock = await take("ann");
    await put();
    await admin.replicaof("127.0.0.1", 1);

    await expect(put()).rejects.toThrow("read-only replica");
    await expect(coordinator.secrets.take(key)).rejects.toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
    expect(await coordinator.secrets.read(key)).toEqual(value);
    expect(await coordinator.locks.release(lock)).toBe("released");
    await vi.waitUntil(async () => (await ask("bob")).acquired, { timeout: 5_000 });
    await admin.replicaof("NO", "ONE");
    await put();

    expect(outages()).toEqual([1, 1]);
  });

  test("silent: calls end in time, and only the first call for a lock waits for it", async () => {
    await take("ann");
    process.kill(service.pid() ?? 0, "SIGSTOP");

    try {
      await expect(put()).rejects.toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
      expect((await ask("bob")).acquired).toBe(false); // without a time limit it would wait forever
    } finally {
      process.kill(service.pid() ?? 0, "SIGCONT");
    }
    await putAgain();

    expect(outages()).toEqual([1, 1]);
  });

  test("two guarded tasks never run, even when Redis and the locks are both lost", async () => {
    const start = (holder: string) =>
      startUnderLock(
        { database: store.database, locks: coordinator.locks },
        {
          lock: { key, holder, operation: "TALLY_CREATION" },
          task: { queue: "q", tenant: "t", group: "g", type: "tally", isJob: false, chunks: [{}, {}] },
        },
      );
    const first = await start("ann");
    const taskId = first.kind === "started" ? first.task.taskId : 0n;

    await admin.flushall();
    const flushed = await Promise.all(Array.from({ length: 20 }, (_, nth) => start(`user-${String(nth)}`)));
    await coordinator.locks.override({ key, by: "root", reason: "as if the locks were lost as well" });
    const forgotten = await start("bob");
    await store.finishTask(taskId);

    expect(flushed.map(({ kind }) => kind)).toEqual(flushed.map(() => "already running"));
    expect(forgotten).toMatchObject({ kind: "already running", taskId });
    expect((await start("cy")).kind).toBe("started"); // the lock ended with its task, long before its 2 hours
  });
});
