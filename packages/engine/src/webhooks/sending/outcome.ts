/** How one attempt to deliver ended: with an answer, without one, or before anything was sent. */

/** Why an attempt was no success, for lists and statistics. */
export type ErrorClass =
  "REDIRECT" | "REFUSED" | "GONE" | "THROTTLED" | "SERVER_ERROR" | "TIMEOUT" | "DNS" | "TLS" | "NETWORK" | "BLOCKED";

export type SendOutcome =
  /** `retryAfterMs`: how long the receiver asks to be left alone. */
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "unanswered"; readonly errorClass: "TIMEOUT" | "DNS" | "TLS" | "NETWORK"; readonly error: string }
  /** The guard let nothing out. */
  | { readonly kind: "blocked"; readonly error: string };

/** Statuses by which a receiver asks to try again. */
const THROTTLED: readonly number[] = [408, 425, 429];

/** Undefined: it was a success. */
export function errorClassOf(outcome: SendOutcome): ErrorClass | undefined {
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
