/** Gives access to a task that was submitted, here or elsewhere: its result, progress, cancellation and pause. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database } from "../database/database.ts";
import type { TaskProgress } from "../progress/task-progress.ts";
import { cancelTask, pauseTask, resumeTask } from "../tasks/change-task.ts";
import { type EndWatch, readTaskOutcome, type TaskOutcome, waitForResult } from "../worker/task-result.ts";

/** Handle of a submitted task: its result, progress and control. */
export type TaskHandle<Result = unknown> = {
  readonly taskId: bigint;
  /**
   * Waits for the end of the task. Rejects with TASK_FAILED, TASK_CANCELLED, TASK_NOT_FOUND, ENGINE_STOPPED or the signal's
   * reason.
   */
  readonly result: (options?: { readonly signal?: AbortSignal }) => Promise<Result>;
  /**
   * Waits as `result` does, but for at most `waitMs`: undefined when it takes longer, and the task continues. For callers of
   * an operation, which cannot wait for ever.
   *
   * @example const sum = (await task.resultWithin({ waitMs: 5_000, signal })) ?? "not yet";
   */
  readonly resultWithin: (options?: ResultWait) => Promise<Result | undefined>;
  /**
   * Reads its state, with the result or the error once it has ended: at once, or with `waitMs` when it has ended, the time is
   * over or the signal aborts. Rejects with TASK_NOT_FOUND or ENGINE_STOPPED.
   *
   * @example const { state, result } = await engine.task(17n).outcome({ waitMs: 30_000 });
   */
  readonly outcome: (options?: OutcomeWait) => Promise<TaskOutcome<Result>>;
  /** Reads its progress. Rejects with TASK_NOT_FOUND. */
  readonly progress: () => Promise<TaskProgress>;
  /** Cancels its waiting chunks and asks the running ones to end. False: it was cancelled before. TASK_FINISHED: it has ended. */
  readonly cancel: () => Promise<boolean>;
  /** Keeps its waiting chunks from starting; running ones continue. False: it was paused before. Jobs are refused: pause the lane of their type. */
  readonly pause: () => Promise<boolean>;
  /** False: it is not paused. */
  readonly resume: () => Promise<boolean>;
};

/** How long `resultWithin` waits when it is not said. */
export const RESULT_WAIT_MS = 15_000;

/** How long a caller waits for a result. */
export type ResultWait = {
  /** Default RESULT_WAIT_MS. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** How long `outcome` waits, and how large a result it reads. */
export type OutcomeWait = {
  /** Default 0: not at all. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Size as JSON, as it is stored, above which the result is left out. Default: none is. */
  readonly bytesMax?: number | undefined;
};

export type TaskHandleParts = WithCodec & {
  readonly database: Database;
  readonly watch: EndWatch;
  readonly readProgress: (taskId: bigint) => Promise<TaskProgress>;
  /** Ends all waiting. */
  readonly over: AbortSignal;
  /** Something may run now that could not before. */
  readonly wake: () => void;
};

export function taskHandle<Result>(taskId: bigint, parts: TaskHandleParts): TaskHandle<Result> {
  const { database, watch, over, codec, wake, readProgress } = parts;
  const result = ({ signal }: { readonly signal?: AbortSignal } = {}): Promise<Result> => {
    const signals = signal === undefined ? [over] : [over, signal];
    return waitForResult<Result>(database, { taskId, codec, watch, signal: AbortSignal.any(signals) });
  };
  return {
    taskId,
    result,
    resultWithin: (options) => waitWithin(result, options),
    async outcome({ waitMs = 0, signal, bytesMax } = {}) {
      if (waitMs > 0) {
        const signals = signal === undefined ? [over] : [over, signal];
        await watch.ended(taskId, { waitMs, signal: AbortSignal.any(signals) }).catch((error: unknown) => {
          if (signal?.aborted !== true || error !== signal.reason) throw error;
        });
      }
      return readTaskOutcome<Result>(database, { taskId, codec, bytesMax });
    },
    progress: () => readProgress(taskId),
    cancel: () => cancelTask(database, taskId),
    pause: () => pauseTask(database, taskId),
    async resume() {
      const isResumed = await resumeTask(database, taskId);
      if (isResumed) wake();
      return isResumed;
    },
  };
}

async function waitWithin<Result>(
  wait: (options: { readonly signal: AbortSignal }) => Promise<Result>,
  { waitMs = RESULT_WAIT_MS, signal }: ResultWait = {},
): Promise<Result | undefined> {
  const patience = AbortSignal.timeout(waitMs);
  try {
    return await wait({ signal: signal === undefined ? patience : AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (patience.aborted && error === patience.reason) return undefined;
    throw error;
  }
}
