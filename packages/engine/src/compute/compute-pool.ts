/** Runs heavy computations in processes of their own: bounded in number, memory, time and waiting. */
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { cancelled, createComputation, type Computation } from "./computation.ts";
import { checkLimit, computeLimits, type ComputeLimits } from "./compute-limits.ts";
import { sentTarget, type ComputeFunction, type ComputeTarget } from "./compute-target.ts";
import { packValue } from "./message/pack-value.ts";
import { createProcessShelf } from "./process/process-shelf.ts";

export type ComputePoolOptions = Partial<ComputeLimits> & { readonly logger: Logger };

export type ComputeRunOptions = {
  /** Ends the computation, and the process in which it runs, at once. */
  readonly signal?: AbortSignal;
  /** How long this computation may run, its waiting not counted. Default: that of the pool. */
  readonly timeoutMs?: number;
};

export type ComputeStats = {
  readonly processes: number;
  readonly running: number;
  readonly waiting: number;
  readonly completed: number;
  readonly failed: number;
};

export type ComputePool = {
  /**
   * Computes in another process, in the order of the calls. Data and result are copied when a process takes the
   * computation, so data must not change before.
   *
   * @example await pool.run(inTally("sumBallots"), ballots, { signal });
   * @example await pool.run((limit: number) => countPrimesBelow(limit), 1e6) // refused: countPrimesBelow is not sent
   */
  run<Data, Result>(
    target: ComputeFunction<Data, Result> | ComputeTarget<Data, Result>,
    data: Data,
    options?: ComputeRunOptions,
  ): Promise<Result>;
  stats(): ComputeStats;
  /** Ends what runs and what waits with COMPUTE_CLOSED. Returns when no process is left. */
  close(): Promise<void>;
};

export function createComputePool({ logger, ...given }: ComputePoolOptions): ComputePool {
  const limits = computeLimits(given);
  const shelf = createProcessShelf({ limits, logger, onFree: () => startWaiting() });
  const waiting = new Set<Computation>(); // in the order of the calls
  const running = new Set<Computation>();
  let completed = 0;
  let failed = 0;
  let isClosed = false;

  const startWaiting = (): void => {
    for (const computation of waiting) {
      if (!shelf.hasFree()) return;
      waiting.delete(computation);
      void work(computation);
    }
  };

  const work = async (computation: Computation): Promise<void> => {
    running.add(computation);
    try {
      const data = packValue(computation.data, { what: "data", bytesMax: limits.messageBytesMax });
      const process = shelf.take();
      computation.begin(() => process.end());
      const reply = await process.compute({ target: computation.target, data });
      shelf.giveBack(process, reply.isReusable);
      computation.answer(reply);
    } catch (error) {
      computation.fail(error);
    }
  };

  const onEnd = (ended: Computation, isCompleted: boolean): void => {
    waiting.delete(ended);
    running.delete(ended);
    if (isCompleted) completed++;
    else failed++;
  };

  const refuseIfFull = (): void => {
    if (isClosed) throw closed();
    if (shelf.hasFree() || waiting.size < limits.queuedMax) return;
    throw busy(limits);
  };

  return {
    async run(target, data, { signal, timeoutMs = limits.timeoutMs } = {}) {
      const sent = sentTarget(target);
      checkLimit("timeoutMs", timeoutMs);
      if (signal?.aborted === true) throw cancelled(sent.name, signal.reason);
      refuseIfFull();
      return new Promise((resolve, reject) => {
        waiting.add(createComputation({ target: sent, data, timeoutMs, signal, settle: { resolve, reject }, onEnd }));
        startWaiting();
      });
    },
    stats: () => ({ processes: shelf.count(), running: running.size, waiting: waiting.size, completed, failed }),
    async close() {
      isClosed = true;
      for (const computation of [...waiting, ...running]) computation.fail(closed());
      await shelf.close();
    },
  };
}

function busy({ queuedMax, processes }: ComputeLimits): RotaError {
  return new RotaError(
    "COMPUTE_BUSY",
    `${String(queuedMax)} computations wait already (queuedMax) for ${String(processes)} processes: try again later`,
    { queuedMax, processes },
  );
}

function closed(): RotaError {
  return new RotaError("COMPUTE_CLOSED", "the compute pool was closed, so nothing is computed any more");
}
