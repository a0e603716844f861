/** Events as an intake takes them in, and what may become of one. Pure. */
import { RotaError } from "../errors.ts";
import { RETRY_DELAY_MS_MAX } from "../retries/retry-policy.ts";

/** An event of the outside world. Its id is unique within its tenant; the payload is what it says, without any envelope. */
export type OutsideEvent = {
  readonly tenant: string;
  readonly eventId: string;
  readonly payload: unknown;
};

/** How an event came in. */
export type EventOrigin = {
  readonly source: "queue" | "direct" | "replay";
  readonly exchange?: string;
  readonly routingKey?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  /** The id of the rejected event that was edited into this one. */
  readonly replayOf?: string;
};

/** An event as `handle` gets it, its payload as the schema made it. */
export type IntakeEvent<Payload = unknown> = {
  readonly eventId: string;
  readonly payload: Payload;
  /** SHA-256 of the canonical JSON of the payload as it was accepted, in hexadecimal digits: by it a copy is known. */
  readonly payloadHash: string;
  readonly origin: EventOrigin;
  /** Counted from 1. */
  readonly attempt: number;
};

/**
 * What `handle` says of one event. Of events that it rejects or puts off it must have written nothing.
 *
 * - `done`: with an answer, which later deliveries of the same event are given.
 * - `rejected`: it is set aside with the reason, and can be replayed.
 * - `later`: it is tried again after `delayMs`, as often as the retry policy says.
 */
export type EventOutcome =
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string }
  | { readonly kind: "later"; readonly delayMs: number | undefined; readonly reason: string };

export function eventDone(answer?: unknown): EventOutcome {
  return { kind: "done", answer };
}

/** @example return events.map((event) => (isOpen(event) ? eventDone() : eventRejected("PERIOD_CLOSED", "May is closed"))); */
export function eventRejected(code: string, reason: string): EventOutcome {
  return { kind: "rejected", code: String(code), reason: String(reason) };
}

/** Without a delay the retry policy says when. */
export function eventLater(reason: string, delayMs?: number): EventOutcome {
  const isDelay = delayMs === undefined || (Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= RETRY_DELAY_MS_MAX);
  if (isDelay) return { kind: "later", delayMs, reason: String(reason) };
  const message = `eventLater(${String(delayMs)}) must be given a whole number of milliseconds from 0 to ${String(RETRY_DELAY_MS_MAX)}`;
  throw new RotaError("INTAKE_OUTCOME_INVALID", message, { value: String(delayMs) });
}
