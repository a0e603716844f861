/** Calls the handler of an intake, isolates failing events by bisection under savepoints, and decides their outcomes. */
import { sqlState } from "../database/database-error.ts";
import type { Transaction } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { nextRetry } from "../tasks/retry-policy.ts";
import { classifyError } from "../worker/decide-outcome.ts";
import { errorRecord, type ErrorRecord, safeText } from "../worker/error-record.ts";
import type { EventOutcome, HandleContext, IntakeDefinition, IntakeEvent } from "./define-intake.ts";
import { REASON_LENGTH_MAX } from "./intake-limits.ts";

/** Outcome of an event from the handler, or the error that the handler threw when it had the event alone. */
type HandledEvent = EventOutcome | { readonly kind: "failed"; readonly error: unknown };

export type HandleRequest = Omit<HandleContext, "tx"> & {
  readonly intake: IntakeDefinition;
  readonly events: readonly IntakeEvent[];
};

/** Handles all events at once, without a savepoint. Nearly always this succeeds; after an error the caller must roll back. */
export async function handleTogether(tx: Transaction, request: HandleRequest): Promise<HandledEvent[]> {
  const { intake, events, tenant, signal, logger } = request;
  if (events.length === 0) return [];
  signal.throwIfAborted();
  return readOutcomes(await intake.handle(events, { tx, tenant, signal, logger }), request);
}

/**
 * Handles events, and finds the failing ones by bisection. Returns the outcomes in the order of the events. Throws errors
 * that are not caused by an event: a lost connection, a deadlock, an abort.
 */
export async function handleEvents(tx: Transaction, request: HandleRequest): Promise<HandledEvent[]> {
  const { events, signal } = request;
  if (events.length === 0) return [];
  try {
    return await tx.transaction((inner) => handleTogether(inner, request));
  } catch (error) {
    if (signal.aborted || isUnrelatedToEvents(error)) throw error;
    if (events.length === 1) return [{ kind: "failed", error }];
    const middle = Math.ceil(events.length / 2);
    const first = await handleEvents(tx, { ...request, events: events.slice(0, middle) });
    return [...first, ...(await handleEvents(tx, { ...request, events: events.slice(middle) }))];
  }
}

const DONE: EventOutcome = { kind: "done", answer: undefined };

/** Reads the outcomes that a handler returned. If their number is not that of the events, all are refused. */
function readOutcomes(returned: unknown, { intake, events }: HandleRequest): EventOutcome[] {
  if (returned === undefined) return events.map(() => DONE);
  if (!Array.isArray(returned) || returned.length !== events.length || !returned.every(isOutcome)) {
    const shown = Array.isArray(returned)
      ? `a list of ${String(returned.length)}`
      : `a value of type ${typeof returned}`;
    throw new RotaError(
      "INTAKE_OUTCOME_INVALID",
      `handle of intake "${intake.name}" returned ${shown} for ${String(events.length)} events: return an outcome for each, or nothing`,
      { intake: intake.name, events: events.length },
    );
  }
  return returned.map((outcome: EventOutcome | undefined) => outcome ?? DONE);
}

function isOutcome(value: unknown): value is EventOutcome | undefined {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && "kind" in value && KINDS.has(String(value.kind));
}

const KINDS: ReadonlySet<string> = new Set(["done", "rejected", "later"]);

/** SQLSTATEs of serialization failures, deadlocks, missing resources and interventions of operators. */
const PASSING_STATES = /^(40|53|55P03|57|58)/;
/** Error codes of lost leases, timeouts and stopping workers. */
const PASSING_CODES = new Set(["LEASE_LOST", "QUERY_CANCELLED", "QUERY_TIMED_OUT", "WORKER_STOPPING", "CHUNK_TIMEOUT"]);

/** Returns whether an error is not caused by an event, so that the whole batch is retried. */
export function isUnrelatedToEvents(error: unknown): boolean {
  if (isRotaError(error)) return error.code.startsWith("DATABASE_") || PASSING_CODES.has(error.code);
  return PASSING_STATES.test(sqlState(error) ?? "");
}

export type EventVerdict =
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string; readonly error?: ErrorRecord }
  | { readonly kind: "later"; readonly delayMs: number };

export type JudgeContext = { readonly intake: IntakeDefinition; readonly attempt: number; readonly at: Date };

export function judgeEvent(handled: HandledEvent, judge: JudgeContext): EventVerdict {
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

function tryAgain(error: unknown, judge: JudgeContext, delayMs?: number): EventVerdict {
  const next = nextRetry(judge.intake.retry, judge.attempt, { error });
  if (next === "exhausted") return failed(error, judge);
  return { kind: "later", delayMs: delayMs ?? next.delayMs };
}

function failed(thrown: unknown, { attempt, at }: JudgeContext): EventVerdict {
  const error = errorRecord(thrown, { attempt, worker: "", at });
  return { ...reject(error.code, error.message), error };
}

function reject(code: string, reason: string): Extract<EventVerdict, { kind: "rejected" }> {
  return { kind: "rejected", code: safeText(code, CODE_LENGTH_MAX), reason: safeText(reason, REASON_LENGTH_MAX) };
}

const CODE_LENGTH_MAX = 64;
