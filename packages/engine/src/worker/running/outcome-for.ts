/** Says what is to be written about a chunk after an attempt. Never throws. */
import { isRotaError } from "../../errors.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { Clock } from "../../runtime/clock.ts";
import { judgeAttempt, type Due } from "../outcome/judge-attempt.ts";
import type { AttemptEnd } from "../outcome/outcome-of.ts";
import type { LeasedChunk } from "../settle-chunks.ts";
import type { KnownType } from "./known-types.ts";
import type { Outcomes } from "./settler.ts";

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
