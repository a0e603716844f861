/** Gives access to a task that was submitted, here or elsewhere: its result, progress, cancellation and pause. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database } from "../database/database.ts";
import type { TaskProgress } from "../progress/task-progress.ts";
import { cancelTask, pauseTask, resumeTask } from "../tasks/change-task.ts";
import { type EndWatch, waitForResult } from "../worker/task-result.ts";

/** Handle of a submitted task: its result, progress and control. */
export type TaskHandle<Result = unknown> = {
  readonly taskId: bigint;
  /**
   * Waits for the end of the task. Rejects with TASK_FAILED, TASK_CANCELLED, TASK_NOT_FOUND, ENGINE_STOPPED or the signal's
   * reason.
   */
  readonly result: (options?: { readonly signal?: AbortSignal }) => Promise<Result>;
  /** Reads its progress. Rejects with TASK_NOT_FOUND. */
  readonly progress: () => Promise<TaskProgress>;
  /** Cancels its waiting chunks and asks the running ones to end. False: it was cancelled before. TASK_FINISHED: it has ended. */
  readonly cancel: () => Promise<boolean>;
  /** Keeps its waiting chunks from starting; running ones continue. False: it was paused before. Jobs are refused: pause the lane of their type. */
  readonly pause: () => Promise<boolean>;
  /** False: it is not paused. */
  readonly resume: () => Promise<boolean>;
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
  return {
    taskId,
    result({ signal } = {}) {
      const signals = signal === undefined ? [over] : [over, signal];
      return waitForResult<Result>(database, { taskId, codec, watch, signal: AbortSignal.any(signals) });
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
