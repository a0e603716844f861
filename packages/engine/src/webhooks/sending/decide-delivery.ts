/** Says what becomes of a delivery after an attempt: delivered, tried again later, or failed for good. Pure. */
import { waitAfter, type DeliverySchedule } from "./delivery-schedule.ts";
import { errorClassOf, type SendOutcome } from "./outcome.ts";

/** Which attempt it was, counted from 1, and how many before it ended with a status of 400 to 499. */
export type PastAttempts = { readonly number: number; readonly refusals: number };

export type RetrySettings = {
  readonly schedule: DeliverySchedule;
  /** Whether a status of 400 to 499 is tried again at all. */
  readonly retry4xx: boolean;
};

export type DeliveryDecision =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly delayMs: number }
  | { readonly kind: "failed"; readonly disablesEndpoint: boolean };

/** A refusal is mostly a mistake in the request; a few tries cover deployments and secrets that were just changed. */
export const REFUSED_TRIES_MAX = 3;
export const RETRY_AFTER_MS_MAX = 86_400_000;

const FAILED: DeliveryDecision = { kind: "failed", disablesEndpoint: false };

/** `random` decides within the jitter of the schedule. */
export function decideDelivery(
  outcome: SendOutcome,
  attempt: PastAttempts,
  settings: RetrySettings,
  random: () => number = Math.random,
): DeliveryDecision {
  switch (errorClassOf(outcome)) {
    case undefined:
      return { kind: "delivered" };
    case "GONE":
      return { kind: "failed", disablesEndpoint: true };
    case "BLOCKED":
      return FAILED;
    case "REFUSED":
      if (!settings.retry4xx || attempt.refusals + 1 >= REFUSED_TRIES_MAX) return FAILED;
      break;
    case "REDIRECT":
    case "THROTTLED":
    case "SERVER_ERROR":
    case "TIMEOUT":
    case "DNS":
    case "TLS":
    case "NETWORK":
      break;
  }
  const waitMs = waitAfter(settings.schedule, attempt.number, random);
  return waitMs === undefined ? FAILED : { kind: "retry", delayMs: Math.max(waitMs, askedMs(outcome)) };
}

function askedMs(outcome: SendOutcome): number {
  const isHeard = ["THROTTLED", "SERVER_ERROR"].includes(errorClassOf(outcome) ?? "");
  if (outcome.kind !== "answered" || !isHeard) return 0;
  return Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
}
