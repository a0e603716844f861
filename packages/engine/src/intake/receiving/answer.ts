/** What a sender is told about an event, in the numbers and words of HTTP. Pure. */
import type { EventName, KnownOutcome } from "./read-outcome.ts";

/**
 * - 201: it was handled; the body is the handler's answer.
 * - 200: it was handled before; the body is the answer of that time.
 * - 202: it is stored and not handled yet; ask `readOutcome` by tenant and event id.
 * - 409: another payload was accepted under its id.
 * - 422: it was rejected; the body says why.
 */
export type Answer = {
  readonly status: 200 | 201 | 202 | 409 | 422;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

export type Received = {
  readonly stored: "stored" | "duplicate" | "conflict";
  /** Undefined: nothing is known of it any more. */
  readonly outcome: KnownOutcome | undefined;
};

const RETRY_AFTER_S = "1";

export function answerTo(name: EventName, { stored, outcome }: Received): Answer {
  const { tenant, eventId } = name;
  if (stored === "conflict")
    return problem(409, "EVENT_CONFLICT", `event "${eventId}" of tenant "${tenant}" was accepted with another payload`);
  switch (outcome?.kind) {
    case "done":
      return stored === "stored"
        ? { status: 201, body: outcome.answer, headers: {} }
        : { status: 200, body: outcome.answer, headers: { "idempotent-replayed": "true" } };
    case "rejected":
      return problem(422, outcome.code, outcome.reason);
    case "discarded":
      return problem(
        422,
        "EVENT_DISCARDED",
        "this event was rejected, and then discarded or replaced by an edited one",
      );
    case "waiting":
    case undefined:
      return { status: 202, body: { state: "waiting", tenant, eventId }, headers: { "retry-after": RETRY_AFTER_S } };
  }
}

function problem(status: 409 | 422, code: string, detail: string): Answer {
  return { status, body: { status, code, detail }, headers: { "content-type": "application/problem+json" } };
}
