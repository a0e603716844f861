/**
 * Drives BullMQ on its own Redis, which keeps nothing on disk. Its free version has no tenants: all jobs wait in one
 * line.
 */
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { startRedis } from "../../tools/services/redis-service.ts";
import { readJob } from "./read-job.ts";
import type { LiveOptions, LiveSystem } from "./live-system.ts";

export async function openLiveBullmq({ concurrency, run }: LiveOptions): Promise<LiveSystem> {
  const redis = await startRedis();
  const [producing, consuming] = [connect(redis.url), connect(redis.url)];
  const queue = new Queue("live", { connection: producing });
  const work = async ({ data }: { data: unknown }) => run(readJob(data));
  const worker = new Worker("live", work, { connection: consuming, concurrency });
  await worker.waitUntilReady();
  return {
    async submit(jobs) {
      await queue.addBulk(jobs.map((data) => ({ name: "live", data, opts: { removeOnComplete: true } })));
    },
    async close() {
      await worker.close();
      await queue.close();
      for (const connection of [producing, consuming]) connection.disconnect();
      await redis.dispose();
    },
  };
}

function connect(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null });
}
