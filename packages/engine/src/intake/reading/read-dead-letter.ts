/** Reads a message of the dead-letter queue: where it was sent to at first, why it died, and the event that it holds. Pure. */
import type { IncomingMessage, MessageHeaders } from "../../broker/broker.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import { originOf, readEvent, unreadable, type RejectedRow } from "./read-message.ts";

export function readDeadLetter(intake: IntakeDefinition, message: IncomingMessage): RejectedRow {
  const { routingKey, exchange, reason } = firstDeath(message.headers);
  const original = {
    ...message,
    body: message.body,
    routingKey: routingKey ?? message.routingKey,
    exchange: exchange ?? message.exchange,
  };
  const origin = originOf(original);
  return unreadable(intake, message, {
    kind: "DEAD_LETTER",
    code: "EVENT_DEAD_LETTERED",
    reason: `the broker gave it up: ${reason ?? "it does not say why"}`,
    origin,
    ...namesOf(intake, original),
  });
}

/** Whose event it is, if that can be read. */
function namesOf(intake: IntakeDefinition, message: IncomingMessage): { tenant?: string; event_id?: string } {
  try {
    const { tenant, eventId } = readEvent(intake, message, originOf(message));
    return { tenant, event_id: eventId };
  } catch {
    return {};
  }
}

type Death = { readonly routingKey?: string; readonly exchange?: string; readonly reason?: string };

/** On its way to the dead-letter queue a message gets another routing key; the first one is told by a header. */
function firstDeath(headers: MessageHeaders): Death {
  const deaths = headers["x-death"];
  const death: unknown = Array.isArray(deaths) ? deaths[0] : undefined;
  if (typeof death !== "object" || death === null) return {};
  const keys: unknown = "routing-keys" in death ? death["routing-keys"] : undefined;
  const routingKey: unknown = Array.isArray(keys) ? keys[0] : undefined;
  return {
    ...(typeof routingKey === "string" ? { routingKey } : {}),
    ...("exchange" in death && typeof death.exchange === "string" ? { exchange: death.exchange } : {}),
    ...("reason" in death && typeof death.reason === "string" ? { reason: death.reason } : {}),
  };
}
