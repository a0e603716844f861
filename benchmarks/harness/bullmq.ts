/** Drives BullMQ at concurrency 100 on its own Redis, which keeps nothing on disk. */
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { startRedis } from "../../tools/services/redis-service.ts";
import { packageVersion } from "./package-version.ts";
import type { Measures } from "./rounds.ts";
import { startStopwatch } from "./stopwatch.ts";

const JOBS_A_CALL = 1_000;
const CONCURRENCY = 100;
const PAYLOAD = { note: "x".repeat(85) };

export const BULLMQ_VERSION = packageVersion("bullmq");

/** Measures from the start of the first job until the last job is completed. */
export async function processWithBullmq(jobs: number): Promise<Measures> {
  const redis = await startRedis();
  const connection = connect(redis.url);
  const queue = new Queue("noop", { connection });
  try {
    for (let added = 0; added < jobs; added += JOBS_A_CALL) {
      const length = Math.min(JOBS_A_CALL, jobs - added);
      const options = { removeOnComplete: true };
      await queue.addBulk(Array.from({ length }, () => ({ name: "noop", data: PAYLOAD, opts: options })));
    }
    return await processAll(redis.url, { jobs, serverPid: redis.pid() ?? 0 });
  } finally {
    await queue.close();
    connection.disconnect();
    await redis.stop();
  }
}

async function processAll(url: string, { jobs, serverPid }: { jobs: number; serverPid: number }): Promise<Measures> {
  const connection = connect(url);
  let stop: ReturnType<typeof startStopwatch> | undefined;
  let completed = 0;
  const worker = new Worker(
    "noop",
    () => {
      stop ??= startStopwatch(serverPid);
      return Promise.resolve();
    },
    { connection, concurrency: CONCURRENCY },
  );
  await new Promise<void>((resolve) => {
    worker.on("completed", () => {
      if (++completed === jobs) resolve();
    });
  });
  const elapsed = stop?.(jobs);
  await worker.close();
  connection.disconnect();
  return { ...elapsed };
}

function connect(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null });
}
