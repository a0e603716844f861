/** When a chunk that failed is tried again: policies as data, what makes them, and their limits. Pure. */
import { RotaError } from "../errors.ts";

/** Of one wait: 30 days. */
export const RETRY_DELAY_MS_MAX = 2_592_000_000;
/** One less than the attempts that a task may have (ATTEMPTS_MAX). */
export const RETRIES_MAX = 99;
export const RETRY_FACTOR_MAX = 100;
export const POLICY_NAME_LENGTH_MAX = 200;

/**
 * How long to wait before each retry, and how many there are: a policy of n retries allows n + 1 runs. All but custom
 * ones are plain data.
 */
export type RetryPolicy = { readonly jitter?: Jitter } & (
  | {
      readonly kind: "exponential";
      readonly firstMs: number;
      readonly factor: number;
      readonly maxMs: number;
      readonly retries: number;
    }
  | { readonly kind: "fixed"; readonly delayMs: number; readonly retries: number }
  | { readonly kind: "list"; readonly delaysMs: readonly number[] }
  | { readonly kind: "custom"; readonly name: string; readonly retries: number; readonly delayMs: CustomDelay }
);

/**
 * Which part of a wait is left to chance, from 0 to 1, so that what failed together does not come back together. A wait
 * is shortened by up to that part, never prolonged: the limits of a policy hold with jitter too. Default 0.
 */
export type Jitter = number;

/** The wait after run number `attempt`, counted from 1, failed with `error`; or that there is to be no other run. */
export type CustomDelay = (attempt: number, error: unknown) => number | "exhausted";

type WithJitter = { readonly jitter?: Jitter };

/**
 * Each wait is `factor` times the one before, at most `maxMs` (default: RETRY_DELAY_MS_MAX).
 *
 * @example exponential({ firstMs: 5_000, factor: 2, retries: 3 }) // 5 s, 10 s, 20 s
 */
export function exponential(
  policy: WithJitter & {
    readonly firstMs: number;
    readonly factor: number;
    readonly maxMs?: number;
    readonly retries: number;
  },
): RetryPolicy {
  return checkPolicy({ kind: "exponential", maxMs: RETRY_DELAY_MS_MAX, ...policy });
}

/** Always the same wait. */
export function fixed(policy: WithJitter & { readonly delayMs: number; readonly retries: number }): RetryPolicy {
  return checkPolicy({ kind: "fixed", ...policy });
}

/**
 * One wait for each retry. An empty list means no retry.
 *
 * @example list([1_000, 60_000]) // three runs
 */
export function list(delaysMs: readonly number[], options: WithJitter = {}): RetryPolicy {
  return checkPolicy({ kind: "list", delaysMs, ...options });
}

/** A policy as a function, for waits that depend on the error. The name stands for it wherever policies are shown. */
export function custom(
  policy: WithJitter & { readonly name: string; readonly retries: number; readonly delayMs: CustomDelay },
): RetryPolicy {
  return checkPolicy({ kind: "custom", ...policy });
}

/** Refuses a policy outside its limits, also one that was written by hand; else gives it back. */
export function checkPolicy(policy: RetryPolicy): RetryPolicy {
  if (typeof policy !== "object" || policy === null) throw notAPolicy(policy);
  const { jitter = 0 } = policy;
  if (!(jitter >= 0 && jitter <= 1)) throw invalid("jitter", jitter, "a number from 0 to 1");
  switch (policy.kind) {
    case "exponential":
      checkWhole("firstMs", policy.firstMs, [1, RETRY_DELAY_MS_MAX]);
      checkWhole("maxMs", policy.maxMs, [policy.firstMs, RETRY_DELAY_MS_MAX]);
      if (!(policy.factor >= 1 && policy.factor <= RETRY_FACTOR_MAX))
        throw invalid("factor", policy.factor, `a number from 1 to ${String(RETRY_FACTOR_MAX)}`);
      break;
    case "fixed":
      checkWhole("delayMs", policy.delayMs, [0, RETRY_DELAY_MS_MAX]);
      break;
    case "list":
      checkList(policy.delaysMs);
      break;
    case "custom":
      checkCustom(policy);
      break;
    default:
      throw notAPolicy(policy);
  }
  checkWhole("retries", retriesOf(policy), [0, RETRIES_MAX]);
  return policy;
}

/** After how many failures there is no other run. */
export function retriesOf(policy: RetryPolicy): number {
  return policy.kind === "list" ? policy.delaysMs.length : policy.retries;
}

function checkList(delaysMs: readonly number[]): void {
  if (!Array.isArray(delaysMs)) throw invalid("delaysMs", delaysMs, "a list of milliseconds");
  delaysMs.forEach((delayMs: number, index) => {
    checkWhole(`delaysMs[${String(index)}]`, delayMs, [0, RETRY_DELAY_MS_MAX]);
  });
}

function checkCustom({ name, delayMs }: Extract<RetryPolicy, { kind: "custom" }>): void {
  if (typeof name !== "string" || name === "" || name.length > POLICY_NAME_LENGTH_MAX)
    throw invalid("name", name, `a text of 1 to ${String(POLICY_NAME_LENGTH_MAX)} characters`);
  if (typeof delayMs !== "function") throw invalid("delayMs", delayMs, "a function of the attempt and its error");
}

function checkWhole(field: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw invalid(field, value, `a whole number from ${String(min)} to ${String(max)}`);
}

function invalid(field: string, value: unknown, allowed: string): RotaError {
  return new RotaError("RETRY_POLICY_INVALID", `retry policy: ${field} (${shown(value)}) must be ${allowed}`, {
    field,
    value: shown(value),
  });
}

function notAPolicy(value: unknown): RotaError {
  return new RotaError(
    "RETRY_POLICY_INVALID",
    `${shown(value)} is no retry policy: make one with exponential, fixed, list or custom`,
    { field: "kind" },
  );
}

function shown(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : `a value of type ${typeof value}`;
}
