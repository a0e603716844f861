/** Runs heavy computations in processes of their own: bounded in number, memory, time and queue length. */
import { availableParallelism } from "node:os";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { type ComputeReply, errorOf, packValue, type SentTarget, unpackValue } from "./compute-messages.ts";
import { createComputeProcesses } from "./compute-process.ts";
import { type ComputeFunction, type ComputeTarget, sentTarget } from "./compute-target.ts";

/** Limits of a pool, and its log. */
export type ComputePoolOptions = Partial<ComputeLimits> & { readonly logger: Logger };

/** Limits of one computation. */
export type ComputeRunOptions = {
  /** Ends the computation, and the process in which it runs, at once. */
  readonly signal?: AbortSignal;
  /** How long this computation may run, its waiting not counted. Default: the limit of the pool. */
  readonly timeoutMs?: number;
};

export type ComputeStats = {
  readonly processes: number;
  readonly running: number;
  readonly waiting: number;
  readonly completed: number;
  readonly failed: number;
};

/** Pool of processes that run heavy functions. */
export type ComputePool = {
  /**
   * Computes in another process, in the order of the calls. Data and result are copied when a process takes the
   * computation, so data must not change before.
   *
   * @example await pool.run(inOrders("sumPrices"), prices, { signal });
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

/**
 * Creates a pool, for computations outside an engine. An engine has its own: `engine.compute`.
 *
 * @example
 * const pool = createComputePool({ logger, processes: 4 });
 * const sum = await pool.run(inOrders("sumPrices"), prices);
 * await pool.close();
 */
export function createComputePool({ logger, ...given }: ComputePoolOptions): ComputePool {
  const limits = computeLimits(given);
  const processes = createComputeProcesses({ limits, logger, onFree: () => startWaiting() });
  const waiting = new Set<Computation>(); // in the order of the calls
  const running = new Set<Computation>();
  let completed = 0;
  let failed = 0;
  let isClosed = false;

  const startWaiting = (): void => {
    for (const computation of waiting) {
      if (!processes.hasFree()) return;
      waiting.delete(computation);
      void work(computation);
    }
  };

  const work = async (computation: Computation): Promise<void> => {
    running.add(computation);
    try {
      const data = packValue(computation.data, { what: "data", bytesMax: limits.messageBytesMax });
      const process = processes.take();
      computation.begin(() => process.end());
      const reply = await process.compute({ target: computation.target, data });
      processes.giveBack(process, reply.isReusable);
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
    if (processes.hasFree() || waiting.size < limits.queuedMax) return;
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
    stats: () => ({ processes: processes.count(), running: running.size, waiting: waiting.size, completed, failed }),
    async close() {
      isClosed = true;
      for (const computation of [...waiting, ...running]) computation.fail(closed());
      await processes.close();
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

export type ComputationOptions = {
  readonly target: SentTarget;
  readonly data: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Written as methods: the caller knows the type of the result, the pool does not. */
  readonly settle: { resolve(result: unknown): void; reject(error: unknown): void };
  /** Called once, when the answer is known. */
  readonly onEnd: (ended: Computation, isCompleted: boolean) => void;
};

type Computation = {
  readonly target: SentTarget;
  readonly data: unknown;
  /** Its time starts to run; `stop` is called when it has to end before it answers. */
  begin(stop: () => void): void;
  answer(reply: ComputeReply): void;
  /** Ends it with a refusal. Does nothing when it has ended already. */
  fail(error: unknown): void;
};

/**
 * Runs one computation from the call to its single answer, which may also be an abort, a timeout or the end of the
 * pool.
 */
function createComputation(options: ComputationOptions): Computation {
  const { target, data, timeoutMs, signal, settle, onEnd } = options;
  let isEnded = false;
  let stop: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const end = (isCompleted: boolean, notify: () => void): void => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    onEnd(computation, isCompleted);
    notify();
  };
  const fail = (error: unknown): void => end(false, () => settle.reject(error));
  const interrupt = (error: RotaError): void => {
    const stopIt = stop;
    fail(error);
    stopIt?.();
  };
  const onAbort = (): void => interrupt(cancelled(target.name, signal?.reason));
  signal?.addEventListener("abort", onAbort, { once: true });

  const computation: Computation = {
    target,
    data,
    begin(stopIt) {
      stop = stopIt;
      timer = setTimeout(() => interrupt(timedOut(target.name, timeoutMs)), timeoutMs);
    },
    answer(reply) {
      stop = undefined;
      const { isCompleted, value } = readReply(reply);
      if (isCompleted) end(true, () => settle.resolve(value));
      else fail(value);
    },
    fail,
  };
  return computation;
}

function readReply(reply: ComputeReply): { isCompleted: boolean; value: unknown } {
  switch (reply.kind) {
    case "completed":
      return { isCompleted: true, value: unpackValue(reply.result) };
    case "threw":
      return { isCompleted: false, value: errorOf(reply.thrown) };
  }
}

function cancelled(name: string, cause: unknown): RotaError {
  return new RotaError("COMPUTE_CANCELLED", `the computation ${name} was ended by its abort signal`, {}, { cause });
}

function timedOut(name: string, timeoutMs: number): RotaError {
  return new RotaError(
    "COMPUTE_TIMED_OUT",
    `the computation ${name} ran longer than ${String(timeoutMs)} ms (timeoutMs), so its process was ended: ` +
      `give it less at once, or raise the limit`,
    { timeoutMs },
  );
}

export type ComputeLimits = {
  /** How many computations run at once, each in a process of its own. Default: one less than the cores, at least 1. */
  readonly processes: number;
  /** The memory of a computation, in MB: objects, texts and buffers together. Default 256. */
  readonly memoryMbMax: number;
  /** How many computations may wait for a process. Default 1,000. */
  readonly queuedMax: number;
  /** How long a computation may run, its waiting not counted. Default 10 minutes. */
  readonly timeoutMs: number;
  /** How long a process without work is kept. Default 30 s. */
  readonly idleMs: number;
  /** How large data or result may be when they are sent. Default 64 MiB. */
  readonly messageBytesMax: number;
};

const DAY_MS = 86_400_000;

const RANGES: Readonly<Record<keyof ComputeLimits, { default: number; min: number; max: number }>> = {
  processes: { default: Math.max(1, availableParallelism() - 1), min: 1, max: 1_000 },
  memoryMbMax: { default: 256, min: 16, max: 1_000_000 },
  queuedMax: { default: 1_000, min: 0, max: 1_000_000 },
  timeoutMs: { default: 600_000, min: 1, max: DAY_MS },
  idleMs: { default: 30_000, min: 0, max: DAY_MS },
  messageBytesMax: { default: 64 * 2 ** 20, min: 1_024, max: 2 ** 30 },
};

function computeLimits(given: Partial<ComputeLimits>): ComputeLimits {
  const limit = (name: keyof ComputeLimits): number => checkLimit(name, given[name] ?? RANGES[name].default);
  return {
    processes: limit("processes"),
    memoryMbMax: limit("memoryMbMax"),
    queuedMax: limit("queuedMax"),
    timeoutMs: limit("timeoutMs"),
    idleMs: limit("idleMs"),
    messageBytesMax: limit("messageBytesMax"),
  };
}

function checkLimit(name: keyof ComputeLimits, value: number): number {
  const { min, max } = RANGES[name];
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RotaError(
    "CONFIG_INVALID",
    `${name} (${String(value)}) of the compute pool must be a whole number from ${String(min)} to ${String(max)}`,
    { name, value: String(value), min, max },
  );
}
