/** Decides the outcome of an attempt from what its handler returned or threw and from the retry policy. Never throws. */
import { isRotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import { type ChunkOutcome, type DecidedOutcome, isOutcome, PermanentError } from "../tasks/outcome.ts";
import { nextRetry, type NextRetry, type RetryPolicy } from "../tasks/retry-policy.ts";
import { errorRecord, type FailedAt, readField, readTextField, safeText } from "./error-record.ts";
import { resultJson } from "./result-json.ts";
import type { KnownType } from "./runner.ts";
import type { EndedChunk } from "./settle-chunks.ts";

export type DecidedAttempt = FailedAt & {
  readonly policy: RetryPolicy;
  /** The random numbers for the policy's jitter. Default: Math.random. */
  readonly random?: () => number;
};

export const SNOOZE_REASON_LENGTH_MAX = 500;

/**
 * Completes the outcome that a handler stated. The policy decides whether there is another attempt, also when the handler chose
 * the delay. A policy that throws and a result that cannot be stored make the failure permanent: another attempt would end the same.
 */
export function decideOutcome(stated: ChunkOutcome<unknown>, attempt: DecidedAttempt): DecidedOutcome {
  switch (stated.kind) {
    case "completed":
      return decideResult(stated.result, attempt);
    case "retry":
      return decideRetry(stated, attempt);
    case "snooze": {
      const { reason, code = "SNOOZED" } = stated;
      const afterMs = "until" in stated ? Math.max(0, stated.until.getTime() - attempt.at.getTime()) : stated.afterMs;
      return { kind: "snooze", afterMs, reason: safeText(reason, SNOOZE_REASON_LENGTH_MAX), code };
    }
    case "fail":
    case "exhausted":
      return { kind: stated.kind, error: errorRecord(stated.error, attempt) };
    case "return":
    case "committed":
      return stated;
  }
}

function decideResult(result: unknown, attempt: DecidedAttempt): DecidedOutcome {
  try {
    return { kind: "completed", result: resultJson(result) };
  } catch (error) {
    return decideOutcome(outcomeOfFailure(error), attempt);
  }
}

function decideRetry(
  { delayMs, error }: { readonly delayMs?: number; readonly error: unknown },
  attempt: DecidedAttempt,
): DecidedOutcome {
  const next = tryNextRetry(error, attempt);
  if (next === "exhausted") return { kind: "exhausted", error: errorRecord(error, attempt) };
  if ("refusal" in next) return { kind: "fail", error: errorRecord(next.refusal, attempt) };
  return { kind: "retry", delayMs: delayMs ?? next.delayMs, error: errorRecord(error, attempt) };
}

function tryNextRetry(error: unknown, { policy, attempt, random }: DecidedAttempt): NextRetry | { refusal: unknown } {
  try {
    return nextRetry(policy, attempt, { error, ...(random === undefined ? {} : { random }) });
  } catch (refusal) {
    return { refusal };
  }
}

/** Shared by all handlers that return nothing, as most do. */
const NO_RESULT = { kind: "completed", result: undefined } as const;

/** Reads a handler's return value: an outcome stands for itself, any other value is a result. */
export function outcomeOfReturn(returned: unknown): ChunkOutcome<unknown> {
  if (returned === undefined) return NO_RESULT;
  return isOutcome(returned) ? returned : { kind: "completed", result: returned };
}

/** Reads an error that a handler threw. A handler that was ended from outside gives its chunk back. */
export function outcomeOfError(thrown: unknown): ChunkOutcome<never> {
  return isGivenBack(thrown) ? { kind: "return" } : outcomeOfFailure(thrown);
}

/** The database makes CANCELLED of what is given back after its task was cancelled, and refuses what was lost. */
function isGivenBack(thrown: unknown): boolean {
  try {
    return isRotaError(thrown) && ["WORKER_STOPPING", "TASK_CANCELLED", "LEASE_LOST"].includes(thrown.code);
  } catch {
    return false; // a proxy that throws
  }
}

/** How long a chunk waits before it checks again for what is missing: short enough for the person who supplies it. */
export const MISSING_RETRY_MS = 5_000;

function outcomeOfFailure(error: unknown): ChunkOutcome<never> {
  switch (classifyError(error)) {
    case "permanent":
      return { kind: "fail", error };
    case "retryable":
      return { kind: "retry", error };
    case "waiting":
      return {
        kind: "snooze",
        afterMs: MISSING_RETRY_MS,
        reason: readTextField(error, "message") ?? "",
        code: readTextField(error, "code") ?? "",
      };
  }
}

export type EndedAttempt = {
  readonly chunk: TakenChunk;
  readonly known: Pick<KnownType, "definition">;
  /** Set when the handler has completed the chunk itself. */
  readonly isCommitted: boolean;
};

/**
 * Joins the chunk of an attempt with its decided outcome. The payload is left out: as many ended chunks as there are slots may
 * wait to be settled.
 */
export function endedChunk(
  stated: ChunkOutcome<unknown>,
  { chunk, known, isCommitted }: EndedAttempt,
  { owner, clock }: { readonly owner: string; readonly clock: Pick<Clock, "now"> },
): EndedChunk {
  const { taskId, number, leaseToken } = chunk;
  if (isCommitted) return { taskId, number, leaseToken, kind: "committed" };
  if (stated === NO_RESULT) return { taskId, number, leaseToken, kind: "completed", result: undefined };
  const at = clock.now();
  const attempt = { policy: known.definition.retry, attempt: chunk.attempt, worker: owner, at };
  return { taskId, number, leaseToken, ...decideOutcome(stated, attempt) };
}

/** A chunk that waits lacks something through no fault of its own: the attempt does not count. */
export type ErrorClass = "permanent" | "retryable" | "waiting";

/** Compared by code, so that an error of another copy of this package counts as well. */
const WAITING_CODES = new Set(["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"]);

/**
 * Permanent errors are a PermanentError, a refusal of ours because something given is invalid (configuration included), and the
 * errors of schema libraries. A missing secret is waited for. Any other error may not happen again.
 */
export function classifyError(thrown: unknown): ErrorClass {
  try {
    if (thrown instanceof PermanentError || isValidationError(thrown)) return "permanent";
    if (WAITING_CODES.has(readTextField(thrown, "code") ?? "")) return "waiting";
    return isRotaError(thrown) && thrown.kind === "invalid" ? "permanent" : "retryable";
  } catch {
    return "retryable"; // a proxy that throws
  }
}

/** Schema libraries throw errors that list `issues`, each with a message. */
function isValidationError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const issues = readField(thrown, "issues");
  return Array.isArray(issues) && typeof readField(issues[0], "message") === "string";
}
