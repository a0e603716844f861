/** What an engine computes for those who call it, beside what its workers do: in one process, which is made when it is needed. */
import { createComputePool, type ComputePool } from "../compute/compute-pool.ts";
import type { Logger } from "../runtime/logger.ts";
import { engineStopped } from "./life.ts";

export function createEngineCompute(logger: Logger): Pick<ComputePool, "run" | "close"> {
  let pool: ComputePool | undefined;
  let isClosed = false;
  return {
    async run(target, data, options) {
      if (isClosed) throw engineStopped();
      pool ??= createComputePool({ logger, processes: 1 });
      return pool.run(target, data, options);
    },
    async close() {
      isClosed = true;
      await pool?.close();
    },
  };
}
