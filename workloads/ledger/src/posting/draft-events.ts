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

function draftEvent({ payload, payloadHash }: IntakeEvent<EventPayload>, books: TenantBooks): CheckedEntry {
  const event = readFinancialEvent(payload.event);
  const rule = event.lines === undefined ? books.ruleOf(event.eventType) : undefined;
  const draft = { ...draftOfEvent(event, rule), source: payload.source, payloadHash };
  const entry = checkDraft(draft, books);
  for (const { account, baseAmount } of entry.lines) if (baseAmount > AMOUNT_MAX) throw tooLarge(account);
  return entry;
}

/** What is wrong with an event is its sender's business; whatever else fails is ours. */
export function refusalOf(error: unknown): EventOutcome {
  if (!isRotaError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
  return eventRejected(error.code, error.message);
}

function tooLarge(account: string): RotaError {
  const message = `the amount on account ${account} is more than a column holds when it is converted: split the entry`;
  return new RotaError("AMOUNT_INVALID", message, { account });
}
