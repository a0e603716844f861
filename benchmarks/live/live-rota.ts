/** Drives Rota with a producer on its own connections: one queue, a lane for each tenant. */
import { createEngine, defineTask, planTask, silentLogger, submitTasks } from "@rota/engine";
import type { BenchServer } from "../harness/bench-server.ts";
import type { LiveJob, LiveOptions, LiveSystem } from "./live-system.ts";

export async function openLiveRota(
  server: BenchServer,
  schema: string,
  { concurrency, run }: LiveOptions,
): Promise<LiveSystem> {
  const database = await server.open(schema, { poolSize: 4 });
  const producing = await server.open(schema, { poolSize: 2 });
  const job = defineTask({ name: "bench.live", run: (given: LiveJob) => run(given) });
  const engine = await createEngine({ tasks: [job], database, slots: concurrency, logger: silentLogger });
  await engine.start();
  return {
    async submit(jobs) {
      const plans = jobs.map((given) => planTask(job, given, { tenant: given.tenant, group: "g" }));
      await submitTasks(producing, await Promise.all(plans));
    },
    async close() {
      await engine.stop();
      await Promise.all([database.close(), producing.close()]);
    },
  };
}
