/** Receives an event without a broker: stores it, waits briefly for its outcome and answers in HTTP terms. */
import { RotaError } from "../errors.ts";
import { keyConflict, REPLAYED_HEADERS } from "../idempotency.ts";
import { checkRange } from "../tasks/check-task.ts";
import type { Collector } from "./collector.ts";
import { countStored } from "./consume-intake.ts";
import type { EventOrigin, IntakeDefinition, OutsideEvent } from "./define-intake.ts";
import type { EventMirror } from "./event-mirror.ts";
import { DEFAULT_WAIT_MS, WAIT_MS_MAX } from "./intake-limits.ts";
import type { IntakeCounts } from "./open-intakes.ts";
import type { EventName, KnownOutcome, OutcomeWatch } from "./outcome-watch.ts";
import { type PreparedEvent, prepareEvent } from "./read-message.ts";
import type { StoreOutcome } from "./store-events.ts";

/** Options of receiving an event. */
export type ReceiveOptions = {
  /** Maximum time to wait for the outcome. Default 2 s, at most 60 s. */
  readonly waitMs?: number;
  readonly headers?: EventOrigin["headers"];
};

export type ReceivingParts = {
  readonly collector: Collector;
  readonly watch: OutcomeWatch;
  readonly counts: IntakeCounts;
  readonly mirror: EventMirror | undefined;
};

export type Receipt = {
  readonly intake: IntakeDefinition;
  readonly event: OutsideEvent;
  readonly options: ReceiveOptions;
};

/**
 * Receives an event. Rejects with EVENT_INVALID or EVENT_TOO_LARGE if it is not a valid event, and with DATABASE_UNAVAILABLE
 * if it is not certain that it was stored: the sender sends it again under the same id.
 */
export async function receiveEvent(parts: ReceivingParts, { intake, event, options }: Receipt): Promise<EventAnswer> {
  const { waitMs = DEFAULT_WAIT_MS, headers } = options;
  checkRange("waitMs", waitMs, [0, WAIT_MS_MAX]);
  const origin: EventOrigin = { source: "direct", ...(headers === undefined ? {} : { headers }) };
  const prepared = prepareEvent(event, origin, intake.eventBytesMax);
  const stored = await storeEvent(parts, intake, prepared);
  const { tenant, eventId } = prepared;
  if (stored === "conflict") return answerTo({ tenant, eventId }, { stored, outcome: undefined });
  if (stored === "recorded") throw notStorable(eventId);
  const outcome = await parts.watch.wait({ tenant, eventId }, { waitMs, isNew: stored === "stored" });
  return answerTo({ tenant, eventId }, { stored, outcome });
}

/** Stores an event together with others that arrive at the same time. */
export function storeEvent(
  { collector, counts, mirror }: Pick<ReceivingParts, "collector" | "counts" | "mirror">,
  intake: IntakeDefinition,
  event: PreparedEvent,
): Promise<Exclude<StoreOutcome, "freed">> {
  return new Promise((resolve, reject) => {
    collector.add({
      intake,
      reading: { event },
      bytes: event.entryText.length,
      stored: (outcome) => {
        countStored(counts, outcome);
        resolve(outcome);
        if (outcome === "stored") mirror?.showStored(intake, event);
      },
      failed: reject,
    });
  });
}

function notStorable(eventId: string): RotaError {
  return new RotaError("EVENT_INVALID", `PostgreSQL cannot hold event "${eventId}"; it is recorded as malformed`, {});
}

/**
 * Answer to the sender of an event.
 *
 * - 201: it was handled; the body is the handler's answer.
 * - 200: it was handled before; the body is the earlier answer.
 * - 202: it is stored and not handled yet; `readOutcome` reads its outcome by tenant and event id.
 * - 409: another payload was accepted under its id.
 * - 422: it was rejected; the body says why.
 */
export type EventAnswer = {
  readonly status: 200 | 201 | 202 | 409 | 422;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

export type Received = {
  readonly stored: "stored" | "duplicate" | "conflict";
  /** Outcome; undefined if the event is no longer known. */
  readonly outcome: KnownOutcome | undefined;
};

const RETRY_AFTER_S = "1";

function answerTo(name: EventName, { stored, outcome }: Received): EventAnswer {
  const { tenant, eventId } = name;
  if (stored === "conflict")
    return problem(
      409,
      keyConflict({ name: `event id "${eventId}" of tenant "${tenant}"`, holder: "another payload" }),
    );
  switch (outcome?.kind) {
    case "done":
      return stored === "stored"
        ? { status: 201, body: outcome.answer, headers: {} }
        : { status: 200, body: outcome.answer, headers: REPLAYED_HEADERS };
    case "rejected":
      return problem(422, { code: outcome.code, message: outcome.reason });
    case "discarded":
      return problem(422, {
        code: "EVENT_DISCARDED",
        message: "this event was rejected, and then discarded or replaced by an edited one",
      });
    case "waiting":
    case undefined:
      return { status: 202, body: { state: "waiting", tenant, eventId }, headers: { "retry-after": RETRY_AFTER_S } };
  }
}

type Refusal = { readonly code: string; readonly message: string };

function problem(status: 409 | 422, { code, message: detail }: Refusal): EventAnswer {
  return { status, body: { status, code, detail }, headers: { "content-type": "application/problem+json" } };
}
