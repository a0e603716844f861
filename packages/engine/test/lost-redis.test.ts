/** Stories: runs that hold locks and need secrets while Redis is flushed, killed and restarted. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRedis } from "../../../tools/services/redis-service.ts";
import type { Service } from "../../../tools/services/service.ts";
import { createComputePool } from "../src/compute/compute-pool.ts";
import type { Coordinator } from "../src/locks/locks.ts";
import { createRedisCoordinator } from "../src/locks/redis/redis-lock-store.ts";
import { openRedisLink, type RedisLink } from "../src/locks/redis/redis-link.ts";
import { migrate } from "../src/database/migrate.ts";
import { startUnderLock } from "../src/operations/start-under-lock.ts";
import { getTaskProgress } from "../src/progress/task-progress.ts";
import { NO_RETRY } from "../src/tasks/retry-policy.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../src/tasks/define-task.ts";
import { openTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { workedQueue } from "./support/worked-queue.ts";
import { createWorker } from "../src/worker/worker.ts";

const PLACE = { tenant: "ann", group: "election-42" };
const SHARE = "decryption:42:guardian:3";
const share = new TextEncoder().encode("the guardian's key share");
const compute = createComputePool({ logger: silentLogger });
let service: Service;
let opened: TestDatabase;
let redis: RedisLink;
let coordinator: Coordinator;

beforeAll(async () => {
  [service, opened] = await Promise.all([startRedis(), openTestDatabase({ on: "postgres" })]);
  await migrate(opened.database);
  redis = await openRedisLink({ url: service.url, installation: "test", logger: silentLogger });
  const secretsKey = new Uint8Array(32).fill(7);
  coordinator = createRedisCoordinator({ database: opened.database, redis, logger: silentLogger, secretsKey });
});
afterAll(async () => {
  await coordinator.close();
  await redis.close();
  await compute.close();
  await service.dispose();
  await opened.dispose();
});

test("a flushed, then a killed Redis only delays chunks that need a secret", async () => {
  const { database } = opened;
  const work = workedQueue(database);
  const opens: number[] = [];
  const decrypt = defineTask({
    name: "demo.decrypt",
    retry: NO_RETRY,
    run: async (ballot: number, { secrets }) => {
      const key = await secrets.read(SHARE);
      opens.push(ballot);
      return key.length;
    },
  });
  const worker = newWorker(work.queue, decrypt);
  const runDue = async () => {
    await work.fallDue(taskId);
    await worker.drain();
  };
  await coordinator.secrets.put({ key: SHARE, value: share });
  await flush(service.url);

  const taskId = await work.submit(3, { type: decrypt.name });
  await worker.drain();
  const flushed = await getTaskProgress(database, taskId);
  await service.kill();
  await runDue();
  const killed = await getTaskProgress(database, taskId);
  await service.start();
  await vi.waitUntil(() => redis.outage() === undefined, { timeout: 10_000 });
  await coordinator.secrets.put({ key: SHARE, value: share });
  await runDue();

  expect(flushed.waiting.map(({ code }) => code)).toEqual(["SECRET_MISSING", "SECRET_MISSING", "SECRET_MISSING"]);
  expect(flushed.waiting[0]?.reason).toContain(`secret "${SHARE}" is missing`);
  expect(new Set(killed.waiting.map(({ code }) => code))).toEqual(new Set(["COORDINATOR_UNAVAILABLE"]));
  expect(await work.chunkStates(taskId)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
  expect((await work.chunk(taskId)).attempt).toBe(1);
  expect(opens.sort()).toEqual([1, 2, 3]);
});

test("during flushes and crashes of Redis a guarded run stays the only one, and each chunk is done once", async () => {
  const { database } = opened;
  const work = workedQueue(database);
  const effects: number[] = [];
  const others: string[] = [];
  const disasters: ReadonlyMap<number, () => Promise<void>> = new Map([
    [3, () => flush(service.url)],
    [6, () => service.kill()],
    [9, () => flush(service.url)],
  ]);
  const key = "lock:decryption:election:42:guardian:3";
  const start = (holder: string) =>
    startUnderLock(
      { database, locks: coordinator.locks },
      {
        lock: { key, holder, operation: "GUARDIAN_DECRYPTION" },
        task: { ...PLACE, queue: work.queue, type: decrypt.name, isJob: false, chunks: ballots },
      },
    );
  const ballots = Array.from({ length: 12 }, (_, index) => ({ payload: index + 1 }));
  const decrypt = defineTask({
    name: "demo.decrypt-under-lock",
    retry: NO_RETRY,
    run: async (ballot: number, { secrets }) => {
      await secrets.read(SHARE);
      effects.push(ballot);
      await disasters.get(ballot)?.();
      others.push((await start(`user-${String(ballot)}`)).kind);
    },
  });
  const worker = newWorker(work.queue, decrypt);

  const first = await start("ann");
  const taskId = first.kind === "started" ? first.task.taskId : 0n;
  const waitedFor = new Set<string>();
  while ((await work.taskState(taskId)) === "ACTIVE") {
    await service.start(); // does nothing while it runs
    await vi.waitUntil(() => redis.outage() === undefined, { timeout: 10_000 });
    await coordinator.secrets.put({ key: SHARE, value: share });
    await work.fallDue(taskId);
    await worker.drain();
    for (const { code } of (await getTaskProgress(database, taskId)).waiting) waitedFor.add(code);
  }

  expect(await work.taskState(taskId)).toBe("COMPLETED");
  expect(effects.sort((a, b) => a - b)).toEqual(ballots.map(({ payload }) => payload));
  expect(others).toEqual(ballots.map(() => "already running"));
  expect(waitedFor).toEqual(new Set(["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"]));
  expect((await start("bob")).kind).toBe("started");
});

function newWorker(queue: string, definition: TaskDefinition) {
  return createWorker({
    database: opened.database,
    definitions: [definition],
    queues: [queue],
    slots: 2,
    owner: "worker-1",
    leases: { isWatched: false, hold: () => undefined, drop: () => undefined },
    compute,
    secrets: coordinator.secrets,
    leaseMs: 60_000,
    pollIntervalMs: 1_000,
    graceMs: 100,
    logger: silentLogger,
  });
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}
