/** Defines the outcome of an attempt, and what a handler returns or throws for it; a plain value means that it completed. Pure. */
import { RotaError } from "../errors.ts";
import { RETRY_DELAY_MS_MAX } from "./retry-policy.ts";

/** The longest snooze: a year. */
export const SNOOZE_MS_MAX = 31_536_000_000;

/**
 * The outcome of one attempt of a chunk, from the handler to the database. The worker adds three kinds to those of a handler:
 * - `exhausted`: it failed and the retry policy allows no other attempt, so the chunk is a dead letter.
 * - `return`: the attempt was ended from outside, so the chunk waits again at once and the attempt does not count.
 * - `committed`: the handler has completed the chunk in its own transaction.
 */
export type ChunkOutcome<Result> =
  | HandlerOutcome<Result>
  | { readonly kind: "exhausted"; readonly error: unknown }
  | { readonly kind: "return" }
  | { readonly kind: "committed" };

/**
 * An outcome that the worker has decided on and the database can store: a result is JSON, an error is a record, a wait is a
 * number of milliseconds.
 */
export type DecidedOutcome = Exclude<ChunkOutcome<ResultJson>, { readonly until: Date }>;

/** A result as JSON; undefined for a chunk without a result. */
export type ResultJson = string | undefined;

/** The name of each kind in the database, in metrics and in traces. */
export const OUTCOME_NAMES = {
  completed: "COMPLETED",
  committed: "COMPLETED",
  retry: "RETRY",
  exhausted: "EXHAUSTED",
  snooze: "SNOOZE",
  fail: "FAIL",
  return: "RETURN",
} as const satisfies Record<ChunkOutcome<unknown>["kind"], string>;

/** An outcome that a handler may return. The mark distinguishes it from a result of the same shape. */
export type Outcome<Result> = { readonly [OUTCOME]: true } & HandlerOutcome<Result>;

/**
 * - `completed`: with a result.
 * - `retry`: it failed and may succeed later; after `delayMs`, or when the task's retry policy says. The policy counts.
 * - `snooze`: it is too early; the attempt does not count. After `afterMs` or at `until`. A code says what it waits for.
 * - `fail`: it will never succeed; no other attempt.
 */
export type HandlerOutcome<Result> =
  | { readonly kind: "completed"; readonly result: Result }
  | { readonly kind: "retry"; readonly delayMs?: number; readonly error: unknown }
  | { readonly kind: "snooze"; readonly afterMs: number; readonly reason: string; readonly code?: string }
  | { readonly kind: "snooze"; readonly until: Date; readonly reason: string; readonly code?: string }
  | { readonly kind: "fail"; readonly error: unknown };

/** Shared by all copies of this package in a process: a handler may use another copy than the worker. */
const OUTCOME: unique symbol = Symbol.for("rota.outcome");

/** Completes the chunk with a result, as returning the value itself does. */
export function complete<Result>(result: Result): Outcome<Result> {
  return { [OUTCOME]: true, kind: "completed", result };
}

/** Asks for another attempt when the retry policy says, without throwing. */
export function retry(reason: string | Error): Outcome<never> {
  return { [OUTCOME]: true, kind: "retry", error: asError(reason, "RETRY_ASKED") };
}

/** Asks for another attempt after a wait that the handler chooses, as a `Retry-After` header does. The attempt counts. */
export function retryIn(delayMs: number, reason: string | Error): Outcome<never> {
  checkWait("retryIn", delayMs, [0, RETRY_DELAY_MS_MAX]);
  return { [OUTCOME]: true, kind: "retry", delayMs, error: asError(reason, "RETRY_ASKED") };
}

/**
 * Puts the chunk back without counting the attempt, for a number of milliseconds or until a time.
 *
 * @example if (shares.length < quorum) return snooze(30_000, "shares are missing");
 */
export function snooze(wait: number | Date, reason: string): Outcome<never> {
  if (wait instanceof Date) {
    checkTime(wait);
    return { [OUTCOME]: true, kind: "snooze", until: wait, reason: String(reason) };
  }
  checkWait("snooze", wait, [1, SNOOZE_MS_MAX]);
  return { [OUTCOME]: true, kind: "snooze", afterMs: wait, reason: String(reason) };
}

/** Ends the chunk for good, without another attempt. */
export function fail(reason: string | Error): Outcome<never> {
  return { [OUTCOME]: true, kind: "fail", error: asError(reason, "FAILED") };
}

/** Checks whether a value was made by the functions above. Never throws. */
export function isOutcome(value: unknown): value is Outcome<unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    return OUTCOME in value;
  } catch {
    return false; // a proxy that throws is no outcome
  }
}

/** Makes an error, whose stack shows the place in the handler. */
function asError(reason: string | Error, code: string): Error {
  return typeof reason === "string" ? Object.assign(new Error(reason), { code }) : reason;
}

function checkWait(name: string, ms: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(ms) && ms >= min && ms <= max) return;
  throw new RotaError(
    "OUTCOME_INVALID",
    `${name}(${String(ms)}) must be given a whole number of milliseconds from ${String(min)} to ${String(max)}`,
    { outcome: name, value: String(ms), min, max },
  );
}

/** Accepts only times that both JavaScript and PostgreSQL can represent. */
function checkTime(until: Date): void {
  const year = until.getUTCFullYear();
  if (year >= YEAR_MIN && year <= YEAR_MAX) return;
  throw new RotaError(
    "OUTCOME_INVALID",
    `snooze(${String(until)}) must be given a time of the years ${String(YEAR_MIN)} to ${String(YEAR_MAX)}`,
    { outcome: "snooze", value: String(until) },
  );
}

const YEAR_MIN = 1970;
const YEAR_MAX = 9999;

/**
 * Error that ends the chunk at once when a handler throws it: no retry, whatever the policy says.
 *
 * @example throw new PermanentError("invoice 42 was deleted", { code: "INVOICE_GONE" });
 */
export class PermanentError extends Error {
  override readonly name = "PermanentError";
  /** For programs; kept in the error record. */
  readonly code: string;

  constructor(message: string, options: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.code = options.code ?? "PERMANENT_ERROR";
  }
}
