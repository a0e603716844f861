/** Says how long to wait before a chunk is tried again, or that its attempts are used up. Pure. */
import assert from "node:assert/strict";
import { RotaError } from "../errors.ts";
import { RETRY_DELAY_MS_MAX, retriesOf, type CustomDelay, type RetryPolicy } from "./retry-policy.ts";

export type NextRetry = { readonly delayMs: number } | "exhausted";

export type FailedAttempt = {
  /** What the attempt failed with: custom policies may ask. */
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
