/** Decides what is written about each event of a batch: done, rejected with its record, or tried again later. Pure. */
import { nextRetry } from "../../retries/next-retry.ts";
import { classifyError } from "../../worker/outcome/classify-error.ts";
import { errorRecord, safeText, type ErrorRecord } from "../../worker/outcome/error-record.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import { REASON_LENGTH_MAX } from "../limits.ts";
import type { HandledEvent } from "./handle-events.ts";

export type Verdict =
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string; readonly error?: ErrorRecord }
  | { readonly kind: "later"; readonly delayMs: number };

export type Judge = { readonly intake: IntakeDefinition; readonly attempt: number; readonly at: Date };

export function judgeEvent(handled: HandledEvent, judge: Judge): Verdict {
  switch (handled.kind) {
    case "done":
      return handled;
    case "rejected":
      return reject(handled.code, handled.reason);
    case "later": {
      const error = Object.assign(new Error(handled.reason), { code: "EVENT_PUT_OFF" });
      return tryAgain(error, judge, handled.delayMs);
    }
    case "failed":
      return classifyError(handled.error) === "permanent"
        ? failed(handled.error, judge)
        : tryAgain(handled.error, judge);
  }
}

function tryAgain(error: unknown, judge: Judge, delayMs?: number): Verdict {
  const next = nextRetry(judge.intake.retry, judge.attempt, { error });
  if (next === "exhausted") return failed(error, judge);
  return { kind: "later", delayMs: delayMs ?? next.delayMs };
}

function failed(thrown: unknown, { attempt, at }: Judge): Verdict {
  const error = errorRecord(thrown, { attempt, worker: "", at });
  return { ...reject(error.code, error.message), error };
}

function reject(code: string, reason: string): Extract<Verdict, { kind: "rejected" }> {
  return { kind: "rejected", code: safeText(code, CODE_LENGTH_MAX), reason: safeText(reason, REASON_LENGTH_MAX) };
}

const CODE_LENGTH_MAX = 64;
