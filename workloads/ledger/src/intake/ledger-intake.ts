/** Where financial events come in: over RabbitMQ under the source's names, and over HTTP; both are posted alike. */
import { defineIntake, exponential, type IntakeEvent } from "@rota/engine";
import { postEvents } from "../posting/post-events.ts";
import { readEnvelope, type EventPayload } from "./read-envelope.ts";
import { isObject } from "./financial-event.ts";

/** Only what a sender cannot help is tried again: what is wrong with an event is said at once. */
const RETRY = exponential({ firstMs: 1_000, factor: 2, maxMs: 60_000, retries: 5, jitter: 0.2 });

export const ledgerIntake = defineIntake({
  name: "ledger.events",
  queue: "ledger",
  broker: {
    exchange: "fis.events.exchange",
    queue: "fis.ingestion.queue",
    // Not `*.*.*`, which takes keys of exactly three words: the broker confirms others and loses them.
    bindings: ["#"],
    deadLetter: { exchange: "fis.dlx.exchange", queue: "fis.ingestion.dlq.queue", routingKey: "fis.ingestion.dlq" },
  },
  readEvent: readEnvelope,
  mirrorPrefix: "fis:ik:",
  // An id stands for what its sender sent: an entry made of something else is found under an id of its own.
  editsNeedNewIds: true,
  retry: RETRY,
  handle: (events, context) => postEvents(events.map(asEvent), context),
});

/** What an edit in the dead letters left of it is seen when the event is read. */
function asEvent({ eventId, payload, payloadHash, origin, attempt }: IntakeEvent): IntakeEvent<EventPayload> {
  const { event, source }: { event?: unknown; source?: unknown } = isObject(payload) ? payload : {};
  const read = typeof source === "string" ? { event, source } : { event };
  return { eventId, payload: read, payloadHash, origin, attempt };
}
