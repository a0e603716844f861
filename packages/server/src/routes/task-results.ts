/** Shows how tasks ended: holds requests until then, and leaves large and encoded results to a route of their own. */
import { RotaError, type TaskOutcome } from "@rota/engine";
import { locateTask } from "@rota/engine/admin";
import { defineRoute, Given, Nullable } from "@rota/engine/operations";
import { hasRole, type OperationRequest } from "@rota/engine/workload";
import { Type } from "typebox";
import { Id, Json } from "../schemas.ts";

/** Largest result, in bytes as JSON, that the answer about a task contains. */
export const RESULT_BYTES_MAX = 65_536;
/** Longest time that a request is held. */
export const WAIT_MS_MAX = 60_000;
/** Maximum number of requests that one process holds. */
const WAITING_MAX = 1_000;
/** Wait that `waitAt` asks for. */
const WAIT_AGAIN = "30s";

/** Fields of an answer that say how a task ended, or how to wait for that. */
export const outcomeFields = {
  result: Type.Unknown({
    description: "What a completed task made; null before, and where `resultAt` is given.",
  }),
  resultAt: Nullable(Type.String(), {
    description: "Path of a result that is larger than 64 KiB, or that this caller may not read decoded.",
    examples: ["/v1/tasks/42/result"],
  }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }), {
    description: "Why a task failed: the last error of its first chunk that did.",
  }),
  waitAt: Nullable(Type.String(), {
    description: "Path that answers when the task has ended, after 30 seconds at the latest; null: it has ended.",
    examples: [`/v1/tasks/42?wait=${WAIT_AGAIN}`],
  }),
};

/** Query field that holds a request. */
export const Wait = Type.String({
  minLength: 1,
  maxLength: 20,
  description:
    "Holds the request until the task has ended, for this time at most: up to 60s, such as 30s or 500ms. Then it answers with the state of that time.",
});

const DURATION = /^(\d{1,5})(ms|s)$/;

function readWait(text: string): number {
  const [, number = "", unit = ""] = DURATION.exec(text) ?? [];
  const waitMs = Number(number) * (unit === "s" ? 1_000 : 1);
  if (number !== "" && waitMs <= WAIT_MS_MAX) return waitMs;
  const message = `wait=${text} is no time that a request can be held: give up to 60s, such as 30s or 500ms, and ask again`;
  throw new RotaError("REQUEST_INVALID", message, { field: "wait" });
}

type Waiting = Pick<OperationRequest, "engine" | "signal"> & { readonly taskId: bigint };

/** Requests of one server that are held until their task has ended. */
export type TaskWaits = {
  /** Reads how long to hold a request. Throws REQUEST_INVALID, and RATE_LIMITED where too many are held. */
  check(wait: string | undefined): number;
  /** Resolves when the task has ended, the time is over, the caller has disconnected or the server stops. */
  untilEnded(request: Waiting, waitMs: number): Promise<void>;
  /** Answers all of them at once. */
  stop(): void;
};

export function createTaskWaits({ waitingMax = WAITING_MAX }: { readonly waitingMax?: number } = {}): TaskWaits {
  const stopping = new AbortController();
  let waiting = 0;
  return {
    check(wait) {
      if (wait === undefined) return 0;
      const waitMs = readWait(wait);
      if (waiting < waitingMax) return waitMs;
      const message = `${String(waitingMax)} requests wait for tasks already: ask without wait, or again later`;
      throw new RotaError("RATE_LIMITED", message);
    },
    async untilEnded({ engine, signal, taskId }, waitMs) {
      if (waitMs === 0) return;
      waiting++;
      try {
        const ends = AbortSignal.any([signal, stopping.signal]);
        await engine.task(taskId).outcome({ waitMs, signal: ends, bytesMax: 0 });
      } finally {
        waiting--;
      }
    },
    stop: () => stopping.abort(),
  };
}

type Reading = Pick<OperationRequest, "engine" | "actor"> & { readonly taskId: bigint };

/** Reads the fields that say how a task ended. */
export async function readOutcomeFields({ engine, actor, taskId }: Reading) {
  const bytesMax = mayDecode({ engine, actor }) ? RESULT_BYTES_MAX : 0;
  const outcome = await engine.task(taskId).outcome({ bytesMax });
  return { state: outcome.state, ...fieldsOf(outcome, taskId) };
}

function fieldsOf({ state, result, isLarge, error }: TaskOutcome, taskId: bigint) {
  const path = `/v1/tasks/${String(taskId)}`;
  const isOpen = state === "ACTIVE" || state === "PAUSED";
  return {
    result: result ?? null,
    resultAt: isLarge ? `${path}/result` : null,
    error: error ?? null,
    waitAt: isOpen ? `${path}?wait=${WAIT_AGAIN}` : null,
  };
}

/** Reports whether results may be decoded for the caller: those who may submit tasks see values that a codec encodes. */
function mayDecode({ engine, actor }: Pick<OperationRequest, "engine" | "actor">): boolean {
  return engine.codec === undefined || hasRole(actor.roles, "operator");
}

export const resultRoute = defineRoute({
  name: "tasks.result",
  method: "GET",
  path: "/v1/tasks/{taskId}/result",
  summary: "The result of a completed task",
  description:
    "The value itself, of any size. A task that has not completed answers 409 TASK_NOT_COMPLETED: ask for the task with `wait`.",
  tag: "tasks",
  role: "viewer",
  params: Given({ taskId: Id }),
  answers: { 200: Json },
  async handle({ engine, actor, params, tenant }) {
    const { taskId } = await locateTask(engine.database, BigInt(params.taskId), { tenant });
    if (!mayDecode({ engine, actor }))
      throw new RotaError("ROLE_MISSING", "results are encoded here: reading one needs the role operator", {
        role: "operator",
      });
    const outcome = await engine.task(taskId).outcome();
    if (outcome.state !== "COMPLETED") throw notCompleted(taskId, outcome);
    return { status: 200, body: outcome.result ?? null };
  },
});

function notCompleted(taskId: bigint, { state, error }: TaskOutcome): RotaError {
  const { waitAt } = fieldsOf({ state, error, result: undefined, isLarge: false }, taskId);
  const wayOut = waitAt === null ? "submit it again" : `GET ${waitAt} answers when it has ended`;
  const reason = error === undefined ? "" : ` (${error.code}: ${error.message})`;
  const message = `task ${String(taskId)} is ${state}${reason} and has no result: ${wayOut}`;
  return new RotaError("TASK_NOT_COMPLETED", message, { taskId: String(taskId), state });
}
