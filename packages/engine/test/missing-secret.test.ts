/** Chunks whose secret is gone wait for it, at no cost, and go on when it is given again. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRedis } from "../../../tools/services/redis-service.ts";
import type { Service } from "../../../tools/services/service.ts";
import { createComputePool } from "../src/compute/compute-pool.ts";
import type { Coordinator } from "../src/coordinator/coordinator.ts";
import { createRedisCoordinator } from "../src/coordinator/redis-coordinator.ts";
import { openRedisLink, type RedisLink } from "../src/coordinator/redis/redis-link.ts";
import { migrate } from "../src/database/migrate.ts";
import { getTaskProgress } from "../src/progress/task-progress.ts";
import { NO_RETRY } from "../src/retries/known-policies.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask } from "../src/tasks/definition/define-task.ts";
import { openTestDatabase, type TestDatabase } from "../src/testing/test-database.ts";
import { workedQueue } from "../src/testing/work/worked-queue.ts";
import { createWorker } from "../src/worker/worker.ts";

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

test("a flushed, then a killed Redis costs chunks that need a secret nothing but time", async () => {
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
  const worker = createWorker({
    database,
    definitions: [decrypt],
    queues: [work.queue],
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

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}
