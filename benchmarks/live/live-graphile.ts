/** Drives graphile-worker with a producer on its own connections. It has no tenants: all jobs wait in one line. */
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import type { BenchServer } from "../harness/bench-server.ts";
import { readJob } from "./read-job.ts";
import type { LiveOptions, LiveSystem } from "./live-system.ts";

const FASTEST = {
  localQueue: { size: 1_000, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

export async function openLiveGraphile(
  server: BenchServer,
  { concurrency, run: work }: LiveOptions,
): Promise<LiveSystem> {
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ connectionString: server.url, logger });
  await utils.migrate();
  const runner = await run({
    connectionString: server.url,
    logger,
    noHandleSignals: true,
    taskList: { live: async (payload) => work(readJob(payload)) },
    preset: { worker: { ...FASTEST, concurrentJobs: concurrency, maxPoolSize: 20 } },
  });
  return {
    async submit(jobs) {
      await utils.addJobs(jobs.map((payload) => ({ identifier: "live", payload })));
    },
    async close() {
      await runner.stop();
      await utils.release();
    },
  };
}
