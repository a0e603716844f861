/** Makes checked entries of events, or says why one cannot be posted. Pure. */
import { eventRejected, isRotaError, RotaError, type EventOutcome, type IntakeEvent } from "@rota/engine";
import type { TenantBooks } from "../books/tenant-books.ts";
import { readFinancialEvent } from "../intake/financial-event.ts";
import type { EventPayload } from "../intake/read-envelope.ts";
import { checkDraft } from "../journal/check-draft.ts";
import type { CheckedEntry } from "../journal/entry.ts";
import { draftOfEvent } from "../mapping/apply-rule.ts";
import { AMOUNT_MAX } from "../money/amount.ts";

/** `refusal` also stands for what was posted before. */
export type DraftedEvent = { readonly entry: CheckedEntry } | { readonly refusal: EventOutcome };

/** In the order of the events. One that cannot be posted does not touch the others. */
export function draftEvents(events: readonly IntakeEvent<EventPayload>[], books: TenantBooks): DraftedEvent[] {
  return events.map((event) => {
    try {
      return { entry: draftEvent(event, books) };
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  });
}

function draftEvent({ eventId, payload, payloadHash }: IntakeEvent<EventPayload>, books: TenantBooks): CheckedEntry {
  const event = readFinancialEvent(payload.event);
  if (event.eventId !== eventId) throw renamed(eventId);
  const rule = event.lines === undefined ? books.ruleOf(event.eventType) : undefined;
  const entry = checkDraft(draftOfEvent(event, rule, { source: payload.source, payloadHash }), books);
  for (const { account, baseAmount } of entry.lines) if (baseAmount > AMOUNT_MAX) throw tooLarge(account);
  return entry;
}

/** What is wrong with an event is its sender's business; whatever else fails is ours. */
export function refusalOf(error: unknown): EventOutcome {
  if (!isRotaError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
  return eventRejected(error.code, error.message);
}

/** Only an edit of a dead letter can be so: it would be posted under an id that is not looked for. */
function renamed(eventId: string): RotaError {
  const message = `the event is kept under the id ${JSON.stringify(eventId)} and names another: give both the same`;
  return new RotaError("EVENT_INVALID", message, { field: "eventId" });
}

function tooLarge(account: string): RotaError {
  const message = `the amount on account ${account} is more than a column holds when it is converted: split the entry`;
  return new RotaError("AMOUNT_INVALID", message, { account });
}
