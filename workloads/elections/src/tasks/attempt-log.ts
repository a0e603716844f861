/**
 * Writes the worker log of the phases: a row for each attempt of a chunk. It is the election's own, because the engine
 * prunes finished tasks, and a completed attempt is written in the transaction that completes the chunk.
 */
import { isRotaError, type RunContext, type TaskDefinition } from "@rota/engine";
import { beginAttempt, dropAttempt, endAttempt } from "../store/phase-log.sql.ts";

const ERROR_LENGTH_MAX = 1_000;

/** Returns the definition of a phase with a handler that also logs its attempts. */
export function logAttempts(definition: TaskDefinition): TaskDefinition {
  return { ...definition, run: (payload, context) => runLogged(definition, payload, context) };
}

async function runLogged(definition: TaskDefinition, payload: unknown, context: RunContext): Promise<unknown> {
  const { database, taskId, number, attempt } = context;
  const electionId = electionIn(payload);
  const [begun] = await database.query(beginAttempt({ electionId, taskId, number, attempt }));
  if (begun === undefined) return definition.run(payload, context);
  const log: AttemptLog = { attemptId: begun.attempt_id, isEnded: false };
  try {
    const result = await definition.run(payload, withLoggedCommit(context, log));
    if (!log.isEnded) await database.query(endAttempt(log.attemptId, COMPLETED));
    return result;
  } catch (error) {
    const end = isRotaError(error, "SECRET_MISSING")
      ? dropAttempt(log.attemptId)
      : endAttempt(log.attemptId, { status: "FAILED", error: messageOf(error) });
    // Where this fails too, the next attempt of the chunk ends the row.
    await database.query(end).catch(() => undefined);
    throw error;
  }
}

type AttemptLog = { readonly attemptId: bigint; isEnded: boolean };

const COMPLETED = { status: "COMPLETED", error: null } as const;

/** Wraps the context. Its parts are made on first use, so they are not copied. */
function withLoggedCommit(context: RunContext, log: AttemptLog): RunContext {
  const { taskId, tenant, group, number, chunkCount, attempt, database, task } = context;
  return {
    taskId,
    tenant,
    group,
    number,
    chunkCount,
    attempt,
    database,
    task,
    get signal() {
      return context.signal;
    },
    get logger() {
      return context.logger;
    },
    get progress() {
      return context.progress;
    },
    get submit() {
      return context.submit;
    },
    get secrets() {
      return context.secrets;
    },
    get compute() {
      return context.compute;
    },
    async commit(write, onCommitted) {
      const written = await context.commit(async (tx) => {
        const made = await write(tx);
        await tx.query(endAttempt(log.attemptId, COMPLETED));
        return made;
      }, onCommitted);
      log.isEnded = true;
      return written;
    },
  };
}

/** Returns the election of a chunk. Payloads of all phases name it. */
function electionIn(payload: unknown): bigint {
  if (
    typeof payload === "object" &&
    payload !== null &&
    "electionId" in payload &&
    typeof payload.electionId === "string"
  )
    return BigInt(payload.electionId);
  throw new Error("a chunk of a phase names no election");
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : "it failed").slice(0, ERROR_LENGTH_MAX);
}
