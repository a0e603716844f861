/** Decides what becomes of a chunk after an attempt: its next state, when it is due, what is kept. Pure. */
import { nextRetry, type NextRetry } from "../../retries/next-retry.ts";
import type { RetryPolicy } from "../../retries/retry-policy.ts";
import { errorRecord, safeText, type ErrorRecord, type FailedAt } from "./error-record.ts";
import { outcomeOf, type AttemptEnd, type ResultJson } from "./outcome-of.ts";

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
export type Due = { readonly afterMs: number } | { readonly at: Date };

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
