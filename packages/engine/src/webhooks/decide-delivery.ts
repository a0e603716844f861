/** Decides what follows an attempt: delivered, retried after a delay, or failed. Pure. */

/** Number of the attempt, counted from 1, and how many earlier ones ended with a status of 400 to 499. */
export type PastAttempts = { readonly number: number; readonly refusals: number };

export type RetrySettings = {
  readonly schedule: DeliverySchedule;
  /** Whether a status of 400 to 499 is tried again at all. With the schedule `seed` it is tried as often as any other. */
  readonly retry4xx: boolean;
};

export type DeliveryDecision =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly delayMs: number }
  | { readonly kind: "failed"; readonly disablesEndpoint: boolean };

/** Maximum number of tries with status 4xx: mostly the request is wrong, but a deployment or a changed secret may be the cause. */
export const REFUSED_TRIES_MAX = 3;
export const RETRY_AFTER_MS_MAX = 86_400_000;

const FAILED: DeliveryDecision = { kind: "failed", disablesEndpoint: false };

/** Decides what follows an attempt. `random` decides within the jitter of the schedule. */
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
      if (!retriesAll(settings)) return { kind: "failed", disablesEndpoint: true };
      break;
    case "BLOCKED":
      return FAILED;
    case "REFUSED":
      if (!settings.retry4xx) return FAILED;
      if (!retriesAll(settings) && attempt.refusals + 1 >= REFUSED_TRIES_MAX) return FAILED;
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

/** Returns whether every answer but success is tried again by the whole schedule, as its receivers expect of `seed`. */
export function retriesAll({ schedule }: Pick<RetrySettings, "schedule">): boolean {
  return schedule === "seed";
}

function askedMs(outcome: SendOutcome): number {
  const isRespected = ["THROTTLED", "SERVER_ERROR"].includes(errorClassOf(outcome) ?? "");
  if (outcome.kind !== "answered" || !isRespected) return 0;
  return Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
}

/** Reason why an attempt failed, for lists and statistics. */
export type DeliveryErrorClass =
  "REDIRECT" | "REFUSED" | "GONE" | "THROTTLED" | "SERVER_ERROR" | "TIMEOUT" | "DNS" | "TLS" | "NETWORK" | "BLOCKED";

export type SendOutcome =
  /** `retryAfterMs`: how long the receiver asks us to wait. */
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "unanswered"; readonly errorClass: "TIMEOUT" | "DNS" | "TLS" | "NETWORK"; readonly error: string }
  /** The URL guard refused the request. */
  | { readonly kind: "blocked"; readonly error: string };

/** Statuses by which a receiver asks to try again. */
const THROTTLED: readonly number[] = [408, 425, 429];

/** Returns the class of a failed attempt; undefined for a success. */
export function errorClassOf(outcome: SendOutcome): DeliveryErrorClass | undefined {
  if (outcome.kind === "blocked") return "BLOCKED";
  if (outcome.kind === "unanswered") return outcome.errorClass;
  const { status } = outcome;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return "REDIRECT";
  if (status === 410) return "GONE";
  if (THROTTLED.includes(status)) return "THROTTLED";
  return status >= 400 && status < 500 ? "REFUSED" : "SERVER_ERROR";
}

export function describeOutcome(outcome: SendOutcome): string {
  return outcome.kind === "answered" ? `the receiver answered ${String(outcome.status)}` : outcome.error;
}

/** Known schedule, or the waits between attempts in milliseconds. `seed` is five attempts whatever the answer is. */
export type DeliverySchedule = "default" | "seed" | readonly number[];

export const WAITS_MAX = 20;
export const SCHEDULE_WAIT_MS_MAX = 604_800_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits of the known schedules: eight attempts over about 31 hours, or five within half a minute. */
export const KNOWN_SCHEDULES = {
  default: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  seed: [2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND],
} as const;

/** Random part of a wait, in both directions, so that deliveries that failed together do not return together. */
const JITTER = 0.2;

/** Returns the wait after attempt number `attempt`, counted from 1; undefined after the last. */
function waitAfter(schedule: DeliverySchedule, attempt: number, random: () => number): number | undefined {
  const waits = typeof schedule === "string" ? KNOWN_SCHEDULES[schedule] : schedule;
  const waitMs = waits[attempt - 1];
  // Receivers test against the numbers of this schedule to the millisecond.
  if (waitMs === undefined || schedule === "seed") return waitMs;
  return Math.round(waitMs * (1 - JITTER + 2 * JITTER * random()));
}
