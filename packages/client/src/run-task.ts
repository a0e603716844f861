/** Submits tasks and waits for their results, over as many requests as it takes. */
import type { Client } from "openapi-fetch";
import type { paths } from "./api-types.generated.ts";
import { RotaProblem } from "./problem.ts";
import { isRefusal, waitFor } from "./watch-events.ts";

/** Body with which a task is submitted. */
export type TaskToRun = paths["/v1/tasks"]["post"]["requestBody"]["content"]["application/json"];

export type ResultOptions = {
  /** Ends the waiting with its reason. The task continues. */
  readonly signal?: AbortSignal;
};

export type Tasks = {
  /**
   * Submits a task and returns its result, however long it takes. Rejects with a RotaProblem when the task is refused, and with
   * a TaskError when it fails or is cancelled.
   *
   * @example const words = await client.tasks.run<number>({ type: "demo.count-words", input: { pages: ["to be"] } });
   */
  run<Result = unknown>(task: TaskToRun, options?: ResultOptions): Promise<Result>;
  /** Waits for a task that was submitted before, here or elsewhere. Rejects as `run` does. */
  result<Result = unknown>(taskId: string, options?: ResultOptions): Promise<Result>;
};

/** Thrown for a task that ended without a result. */
export class TaskError extends Error {
  override readonly name = "TaskError";
  readonly taskId: string;
  readonly state: "FAILED" | "CANCELLED";
  /** Code of the error with which the task failed; TASK_FAILED where it has none, TASK_CANCELLED after a cancellation. */
  readonly code: string;

  constructor(taskId: string, { state, error }: Pick<Task, "error"> & { readonly state: "FAILED" | "CANCELLED" }) {
    const reason = error === null ? "" : `: ${error.code}: ${error.message}`;
    super(state === "CANCELLED" ? `task ${taskId} was cancelled` : `task ${taskId} failed${reason}`);
    this.taskId = taskId;
    this.state = state;
    this.code = error?.code ?? `TASK_${state}`;
  }
}

type Task = paths["/v1/tasks/{taskId}"]["get"]["responses"]["200"]["content"]["application/json"];

/** Time for which the server holds one request. Proxies cut requests after a minute. */
const WAIT = "30s";
/** How often in a row a server that does not answer is asked again, for about five minutes. */
const RETRIES_MAX = 25;
const PAUSE_MS_FIRST = 250;
const PAUSE_MS_MAX = 15_000;

export function createTasks(client: Client<paths>): Tasks {
  async function result<Result>(taskId: string, options?: ResultOptions): Promise<Result>;
  async function result(taskId: string, { signal }: ResultOptions = {}): Promise<unknown> {
    const init = signal === undefined ? {} : { signal };
    const path = { taskId };
    for (;;) {
      const ask = () => client.GET("/v1/tasks/{taskId}", { ...init, params: { path, query: { wait: WAIT } } });
      const { data } = await untilAnswered(ask, signal);
      if (data === undefined) throw new TypeError("the answer about a task has no body");
      const { state, resultAt } = data;
      if (state === "FAILED" || state === "CANCELLED") throw new TaskError(taskId, { ...data, state });
      if (state === "COMPLETED" && resultAt === null) return data.result;
      if (state === "COMPLETED") {
        const read = () => client.GET("/v1/tasks/{taskId}/result", { ...init, params: { path } });
        return (await untilAnswered(read, signal)).data;
      }
      await pause(PAUSE_MS_FIRST, signal); // a server that stops answers before the time is over
    }
  }

  async function run<Result>(task: TaskToRun, options?: ResultOptions): Promise<Result>;
  async function run(task: TaskToRun, options: ResultOptions = {}): Promise<unknown> {
    // It does not wait yet: after a lost connection the caller would not know the id of the task.
    const { data } = await client.POST("/v1/tasks", { ...options, body: task });
    if (data === undefined) throw new TypeError("the answer to a submission has no body");
    return result(data.taskId, options);
  }
  return { run, result };
}

/** Asks again while the server is busy, restarts or cannot be reached: reading changes nothing. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      const isLost = error instanceof TypeError || error instanceof RotaProblem; // fetch throws a TypeError without an answer
      if (!isLost || isRefusal(error) || retries === RETRIES_MAX) throw error;
      await pause(Math.min(PAUSE_MS_FIRST * 2 ** retries, PAUSE_MS_MAX), signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await waitFor(ms, signal);
  signal?.throwIfAborted();
}
