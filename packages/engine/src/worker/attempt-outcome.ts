/** Decides the outcome of an attempt from what its handler returned or threw and from the retry policy. Never throws. */
import { isRotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import { type AttemptEnding, isOutcome, PermanentError } from "../tasks/outcome.ts";
import { nextRetry, type NextRetry, type RetryPolicy } from "../tasks/retry-policy.ts";
import { errorRecord, type ErrorRecord, type FailedAt, readField, readTextField, safeText } from "./error-record.ts";
import { resultJson } from "./result-json.ts";
import type { KnownType } from "./runner.ts";
import type { LeasedChunk, Outcomes } from "./settle-chunks.ts";

export type EndedAttempt = {
  readonly chunk: TakenChunk;
  readonly known: Pick<KnownType, "definition">;
  /** The handler has completed the chunk itself. */
  readonly isCommitted: boolean;
};

export type Judge = { readonly worker: string; readonly clock: Pick<Clock, "now"> };

export function outcomeFor(end: AttemptEnd, attempt: EndedAttempt, { worker, clock }: Judge): Outcomes {
  const { known, isCommitted } = attempt;
  // Payloads are let go here: as many outcomes as there are slots may wait to be settled.
  const { taskId, number, leaseToken } = attempt.chunk;
  const chunk: LeasedChunk = { taskId, number, leaseToken };
  if (isCommitted) return { committed: chunk };
  if ("thrown" in end && isGivenBack(end.thrown)) return { unfinished: { ...chunk, outcome: "RETURN" } };
  if ("returned" in end && end.returned === undefined) return { completed: chunk }; // as most do
  const at = clock.now();
  const verdict = judgeAttempt(end, { policy: known.definition.retry, attempt: attempt.chunk.attempt, worker, at });
  switch (verdict.state) {
    case "COMPLETED":
      if (verdict.resultJson === undefined) return { completed: chunk };
      return { completed: { ...chunk, result: { jsonText: verdict.resultJson } } };
    case "FAILED":
      return { unfinished: { ...chunk, outcome: "FAIL", error: verdict.error } };
    case "DEAD_LETTER":
      return { unfinished: { ...chunk, outcome: "EXHAUSTED", error: verdict.error } };
    case "SCHEDULED": {
      const delayMs = delayOf(verdict.due, at);
      if (verdict.isSnooze)
        return {
          unfinished: { ...chunk, outcome: "SNOOZE", delayMs, error: { code: verdict.code, message: verdict.reason } },
        };
      return { unfinished: { ...chunk, outcome: "RETRY", delayMs, error: verdict.error } };
    }
  }
}

/** The database makes CANCELLED of what is given back after its task was cancelled, and refuses what was lost. */
function isGivenBack(thrown: unknown): boolean {
  return isRotaError(thrown) && ["WORKER_STOPPING", "TASK_CANCELLED", "LEASE_LOST"].includes(thrown.code);
}

function delayOf(due: Due, now: Date): number {
  return "afterMs" in due ? due.afterMs : Math.max(0, due.at.getTime() - now.getTime());
}

/** A snooze gives its attempt back and keeps a reason; whatever failed keeps a record. */
export type Verdict =
  | { readonly state: "COMPLETED"; readonly resultJson: ResultJson }
  | { readonly state: "SCHEDULED"; readonly isSnooze: false; readonly due: Due; readonly error: ErrorRecord }
  | {
      readonly state: "SCHEDULED";
      readonly isSnooze: true;
      readonly due: Due;
      readonly reason: string;
      readonly code: string;
    }
  | { readonly state: "FAILED"; readonly error: ErrorRecord }
  | { readonly state: "DEAD_LETTER"; readonly error: ErrorRecord };

/** A wait is counted from the database's time. */
type Due = { readonly afterMs: number } | { readonly at: Date };

export type JudgedAttempt = FailedAt & {
  readonly policy: RetryPolicy;
  /** For the policy's jitter. Default: Math.random. */
  readonly random?: () => number;
};

export const SNOOZE_REASON_LENGTH_MAX = 500;

/** Never throws, whatever a handler returned or threw. A retry policy that fails makes the failure permanent. */
export function judgeAttempt(end: AttemptEnd, attempt: JudgedAttempt): Verdict {
  const outcome = outcomeOf(end);
  switch (outcome.kind) {
    case "completed":
      return { state: "COMPLETED", resultJson: outcome.result };
    case "snooze": {
      const due = "until" in outcome ? { at: outcome.until } : { afterMs: outcome.afterMs };
      const reason = safeText(outcome.reason, SNOOZE_REASON_LENGTH_MAX);
      return { state: "SCHEDULED", isSnooze: true, due, reason, code: outcome.code ?? "SNOOZED" };
    }
    case "fail":
      return { state: "FAILED", error: errorRecord(outcome.error, attempt) };
    case "retry":
      return judgeRetry(outcome, attempt);
  }
}

/** The policy says whether there is another attempt, also when the handler says when. */
function judgeRetry(asked: { readonly delayMs?: number; readonly error: unknown }, attempt: JudgedAttempt): Verdict {
  const next = tryNextRetry(asked.error, attempt);
  if (next === "exhausted") return { state: "DEAD_LETTER", error: errorRecord(asked.error, attempt) };
  if ("refusal" in next) return { state: "FAILED", error: errorRecord(next.refusal, attempt) };
  const due = { afterMs: asked.delayMs ?? next.delayMs };
  return { state: "SCHEDULED", isSnooze: false, due, error: errorRecord(asked.error, attempt) };
}

function tryNextRetry(error: unknown, { policy, attempt, random }: JudgedAttempt): NextRetry | { refusal: unknown } {
  try {
    return nextRetry(policy, attempt, { error, ...(random === undefined ? {} : { random }) });
  } catch (refusal) {
    return { refusal };
  }
}

export type AttemptEnd = { readonly returned: unknown } | { readonly thrown: unknown };

/** The result as JSON; undefined when there is none. */
type ResultJson = string | undefined;

/** A result that cannot be stored is a permanent failure: the next attempt would bring it again. */
function outcomeOf(end: AttemptEnd): AttemptEnding<ResultJson> {
  return "thrown" in end ? ofThrown(end.thrown) : ofReturned(end.returned);
}

/** How long a chunk waits before it looks again for what is missing: soon enough to be noticed by whoever gives it. */
export const MISSING_RETRY_MS = 5_000;

function ofThrown(error: unknown): AttemptEnding<never> {
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

function ofReturned(returned: unknown): AttemptEnding<ResultJson> {
  const ending: AttemptEnding<unknown> = isOutcome(returned) ? returned : { kind: "completed", result: returned };
  if (ending.kind !== "completed") return ending;
  try {
    return { kind: "completed", result: resultJson(ending.result) };
  } catch (error) {
    return ofThrown(error);
  }
}

/** Waiting is what is missing through no fault of the chunk: it spends no attempt. */
export type ErrorClass = "permanent" | "retryable" | "waiting";

/** Told by the code, so that an error of another copy of this package counts as well. */
const WAITING_CODES = new Set(["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"]);

/**
 * Permanent is what says so: a PermanentError, a refusal of ours because something given is invalid (configuration
 * included), and the errors of schema libraries. A secret that is missing is waited for. All else may be gone next time.
 */
export function classifyError(thrown: unknown): ErrorClass {
  try {
    if (thrown instanceof PermanentError || isValidationError(thrown)) return "permanent";
    if (WAITING_CODES.has(readTextField(thrown, "code") ?? "")) return "waiting";
    return isRotaError(thrown) && thrown.kind === "invalid" ? "permanent" : "retryable";
  } catch {
    return "retryable"; // a proxy that refuses to be asked
  }
}

/** Schema libraries throw errors that list `issues`, each with a message. */
function isValidationError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const issues = readField(thrown, "issues");
  return Array.isArray(issues) && typeof readField(issues[0], "message") === "string";
}
