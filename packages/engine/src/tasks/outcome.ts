/** Defines what a handler may return or throw to say how its attempt ended; a plain value means that it completed. Pure. */
import { RotaError } from "../errors.ts";
import { RETRY_DELAY_MS_MAX } from "./retry-policy.ts";

/** Of one snooze: a year. */
export const SNOOZE_MS_MAX = 31_536_000_000;

/** An ending that a handler may return. The mark tells it from a result that happens to look like one. */
export type Outcome<Result> = { readonly [OUTCOME]: true } & AttemptEnding<Result>;

/**
 * - `completed`: with a result.
 * - `retry`: it failed and may succeed later; after `delayMs`, or when the task's retry policy says. The policy counts.
 * - `snooze`: it is too early; the attempt does not count. After `afterMs` or at `until`. A code says what it waits for.
 * - `fail`: it will never succeed; no other attempt.
 */
export type AttemptEnding<Result> =
  | { readonly kind: "completed"; readonly result: Result }
  | { readonly kind: "retry"; readonly delayMs?: number; readonly error: unknown }
  | { readonly kind: "snooze"; readonly afterMs: number; readonly reason: string; readonly code?: string }
  | { readonly kind: "snooze"; readonly until: Date; readonly reason: string; readonly code?: string }
  | { readonly kind: "fail"; readonly error: unknown };

/** Known to every copy of this package in a process: a handler's may be another than the worker's. */
const OUTCOME: unique symbol = Symbol.for("rota.outcome");

/** The same as returning the value itself. */
export function complete<Result>(result: Result): Outcome<Result> {
  return { [OUTCOME]: true, kind: "completed", result };
}

/** Asks for another attempt when the retry policy says, without throwing. */
export function retry(reason: string | Error): Outcome<never> {
  return { [OUTCOME]: true, kind: "retry", error: asError(reason, "RETRY_ASKED") };
}

/** Asks for another attempt after a wait of its own, as a `Retry-After` header does. Attempts are counted as ever. */
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

/** True for what the functions above made. Never throws, whatever it is given. */
export function isOutcome(value: unknown): value is Outcome<unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    return OUTCOME in value;
  } catch {
    return false; // a proxy that refuses to be asked is no outcome
  }
}

/** An error remembers where in the handler it was made. */
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

/** A time that both JavaScript and PostgreSQL can say. */
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
 * Thrown by a handler, it ends the chunk at once: no retry, whatever the policy says.
 *
 * @example throw new PermanentError("election 42 was deleted", { code: "ELECTION_GONE" });
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
