/** Defines retry policies: their kinds and limits, the built-in ones, and the delay before the next attempt. Pure. */
import assert from "node:assert/strict";
import { RotaError } from "../errors.ts";

/** The longest wait: 30 days. */
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
type Jitter = number;

/** Returns the wait after run number `attempt`, counted from 1, that failed with `error`; or that no run follows. */
export type CustomDelay = (attempt: number, error: unknown) => number | "exhausted";

/** Random part of each wait, from 0 to 1. */
export type WithJitter = { readonly jitter?: Jitter };

/**
 * Retries with growing waits: each is `factor` times the one before, at most `maxMs` (default: RETRY_DELAY_MS_MAX).
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

/** Retries with the same wait each time. */
export function fixed(policy: WithJitter & { readonly delayMs: number; readonly retries: number }): RetryPolicy {
  return checkPolicy({ kind: "fixed", ...policy });
}

/**
 * Retries with the given waits, one for each retry. An empty list means no retry.
 *
 * @example list([1_000, 60_000]) // three runs
 */
export function list(delaysMs: readonly number[], options: WithJitter = {}): RetryPolicy {
  return checkPolicy({ kind: "list", delaysMs, ...options });
}

/**
 * Retries with waits that a function returns, for waits that depend on the error. Lists of policies show the name.
 *
 * @example custom({ name: "linear", retries: 5, delayMs: (attempt) => attempt * 2_000 })
 */
export function custom(
  policy: WithJitter & { readonly name: string; readonly retries: number; readonly delayMs: CustomDelay },
): RetryPolicy {
  return checkPolicy({ kind: "custom", ...policy });
}

/** Refuses a policy outside its limits, also one that no function here made; else returns it. */
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

/** The policy of a task that names none: about 5, 10 and 20 seconds, so four runs. */
export const DEFAULT_RETRY: RetryPolicy = exponential({ firstMs: 5_000, factor: 2, retries: 3, jitter: 0.2 });

/** Retry policy without retries: one run. */
export const NO_RETRY: RetryPolicy = list([]);

export type NextRetry = { readonly delayMs: number } | "exhausted";

export type FailedAttempt = {
  /** The error of the attempt, for custom policies. */
  readonly error?: unknown;
  /** From 0 up to, but not including, 1: decides within the jitter. Default: Math.random. */
  readonly random?: () => number;
};

/**
 * After run number `attempt`, counted from 1, failed. A custom policy that throws, or gives what is no wait, is refused
 * with RETRY_POLICY_INVALID.
 *
 * @example nextRetry(exponential({ firstMs: 5_000, factor: 2, retries: 3 }), 2) // { delayMs: 10_000 }
 */
export function nextRetry(policy: RetryPolicy, attempt: number, failed: FailedAttempt = {}): NextRetry {
  assert(Number.isInteger(attempt) && attempt >= 1, `attempts are counted from 1, not ${String(attempt)}`);
  if (attempt > retriesOf(policy)) return "exhausted";
  const delayMs = fullDelay(policy, attempt, failed.error);
  if (delayMs === "exhausted") return delayMs;
  const random = failed.random ?? Math.random;
  return { delayMs: delayMs - Math.floor(random() * (policy.jitter ?? 0) * delayMs) };
}

function fullDelay(policy: RetryPolicy, attempt: number, error: unknown): number | "exhausted" {
  switch (policy.kind) {
    case "exponential":
      // Too large a power is Infinity, which the maximum turns into itself.
      return Math.round(Math.min(policy.maxMs, policy.firstMs * policy.factor ** (attempt - 1)));
    case "fixed":
      return policy.delayMs;
    case "list":
      return policy.delaysMs[attempt - 1] ?? "exhausted";
    case "custom":
      return customDelay(policy, attempt, error);
  }
}

function customDelay(
  { name, delayMs }: { readonly name: string; readonly delayMs: CustomDelay },
  attempt: number,
  error: unknown,
): number | "exhausted" {
  const refusal = (what: string, cause?: unknown) =>
    new RotaError(
      "RETRY_POLICY_INVALID",
      `retry policy "${name}" ${what} for attempt ${String(attempt)}: it must give 0 to ${String(RETRY_DELAY_MS_MAX)} milliseconds, or "exhausted"`,
      { policy: name, attempt },
      { cause },
    );
  let delay: unknown;
  try {
    delay = delayMs(attempt, error);
  } catch (cause) {
    throw refusal("threw", cause);
  }
  if (delay === "exhausted") return delay;
  if (typeof delay === "number" && delay >= 0 && delay <= RETRY_DELAY_MS_MAX) return Math.round(delay);
  throw refusal(`gave ${typeof delay === "number" ? String(delay) : `a value of type ${typeof delay}`}`);
}

/** A policy as data, without functions. The waits are those without jitter; a custom policy knows its own only. */
export type PolicyDescription = {
  readonly kind: RetryPolicy["kind"];
  /** How often a handler runs at most. */
  readonly runs: number;
  readonly jitter: Jitter;
  /** The first DESCRIBED_DELAYS_MAX waits. */
  readonly delaysMs?: readonly number[];
  readonly name?: string;
};

export const DESCRIBED_DELAYS_MAX = 10;

/** @example describePolicy(fixed({ delayMs: 1_000, retries: 2 })) // { kind: "fixed", runs: 3, jitter: 0, delaysMs: [1_000, 1_000] } */
export function describePolicy(policy: RetryPolicy): PolicyDescription {
  const common = { kind: policy.kind, runs: retriesOf(policy) + 1, jitter: policy.jitter ?? 0 };
  return policy.kind === "custom" ? { ...common, name: policy.name } : { ...common, delaysMs: firstDelays(policy) };
}

function firstDelays(policy: RetryPolicy): number[] {
  const count = Math.min(retriesOf(policy), DESCRIBED_DELAYS_MAX);
  const retries = Array.from({ length: count }, (_, index) => nextRetry(policy, index + 1, { random: () => 0 }));
  return retries.flatMap((retry) => (retry === "exhausted" ? [] : [retry.delayMs]));
}
