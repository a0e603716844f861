/** Receives financial events from RabbitMQ and HTTP, and posts those of one tenant together. */
import {
  defineIntake,
  eventDone,
  type EventOutcome,
  eventRejected,
  exponential,
  type HandleContext,
  type IntakeEvent,
  isRotaError,
  RotaError,
  type Transaction,
} from "@rota/engine";
import { keyConflict } from "@rota/engine/workload";
import { type EventPayload, isObject, readEnvelope, readFinancialEvent } from "../compat/financial-event.ts";
import { FIS_BROKER, FIS_KEY_PREFIX } from "../compat/fis-settings.ts";
import { draftOfEvent } from "../core/apply-rule.ts";
import { asOf, type TenantBooks } from "../core/books.ts";
import { checkDraft } from "../core/check-entry.ts";
import { type CheckedEntry, formatNumber, type JournalEntry } from "../core/entry.ts";
import { AMOUNT_MAX } from "../core/money.ts";
import { LedgerError } from "../errors.ts";
import { knownBooks } from "../store/books-store.ts";
import { beginPosting, type Posting, usedEventId } from "../store/posting.ts";

/** Retries apply only to failures that the sender did not cause. An invalid event is rejected at once. */
const RETRY = exponential({ firstMs: 1_000, factor: 2, maxMs: 60_000, retries: 5, jitter: 0.2 });

export const ledgerIntake = defineIntake({
  name: "ledger.events",
  queue: "ledger",
  broker: FIS_BROKER,
  readEvent: readEnvelope,
  mirrorPrefix: FIS_KEY_PREFIX,
  // An id identifies the event as its sender sent it. An entry of an edited event has an id of its own.
  editsNeedNewIds: true,
  retry: RETRY,
  handle: (events, context) => postEvents(events.map(asEvent), context),
});

/** Reads a stored event leniently: an edit of a dead letter may have removed members, which reading it reports. */
function asEvent({ eventId, payload, payloadHash, origin, attempt }: IntakeEvent): IntakeEvent<EventPayload> {
  const { event, source }: { event?: unknown; source?: unknown } = isObject(payload) ? payload : {};
  const read = typeof source === "string" ? { event, source } : { event };
  return { eventId, payload: read, payloadHash, origin, attempt };
}

type Events = readonly IntakeEvent<EventPayload>[];

/**
 * Posts events. Rules and checks run on cached books before the tenant is locked. If the books turn out to be outdated,
 * they run again under the lock. Every rejection therefore follows the books at the time of the posting.
 */
async function postEvents(
  events: Events,
  { tx, tenant }: Pick<HandleContext, "tx" | "tenant">,
): Promise<EventOutcome[]> {
  const begun = await beginFor(tx, tenant, events);
  if ("refusal" in begun) return events.map(() => begun.refusal);
  const { posting, drafted } = begun;
  const free = drafted.map((draft, index) => refuseTaken(draft, events[index], posting));
  const entries = free.flatMap((draft) => ("entry" in draft ? [draft.entry] : []));
  const posted = await posting.post(entries);
  const byEvent = new Map(posted.map((entry) => [entry.eventId, entry]));
  return free.map((draft) => ("refusal" in draft ? draft.refusal : done(draft.entry, byEvent)));
}

type Begun = { readonly posting: Posting; readonly drafted: readonly DraftedEvent[] };

async function beginFor(
  tx: Transaction,
  tenant: string,
  events: Events,
): Promise<Begun | { readonly refusal: EventOutcome }> {
  try {
    const books = asOf(await knownBooks(tx, { tenant }), new Date());
    const drafted = draftEvents(events, books);
    const posting = await beginPosting(tx, { tenant, eventIds: events.map(({ eventId }) => eventId) });
    const isCurrent = posting.books.version === books.version;
    return { posting, drafted: isCurrent ? drafted : draftEvents(events, posting.books) };
  } catch (error) {
    if (isRotaError(error, "TENANT_NOT_FOUND")) return { refusal: refusalOf(error) };
    throw error;
  }
}

/** Refuses a used event id: the same event gets its first answer again, another event is a conflict. */
function refuseTaken(draft: DraftedEvent, event: IntakeEvent | undefined, { taken }: Posting): DraftedEvent {
  const key = event && taken.get(event.eventId);
  if (key === undefined) return draft;
  const isSame = key.payloadHash === event?.payloadHash && key.journalEntryId !== null;
  return {
    refusal: isSame ? eventDone({ journalEntryId: key.journalEntryId }) : refusalOf(keyConflict(usedEventId(key))),
  };
}

function done({ eventId }: CheckedEntry, posted: ReadonlyMap<string, JournalEntry>): EventOutcome {
  const entry = posted.get(eventId);
  if (entry === undefined) throw new TypeError(`event ${eventId} was posted and has no entry`);
  const { id: journalEntryId, fiscalYear, number, chainSeq } = entry;
  return eventDone({ journalEntryId, number: formatNumber(fiscalYear, number), chainSeq });
}

/** `refusal` includes the answer for an event that is posted already. */
type DraftedEvent = { readonly entry: CheckedEntry } | { readonly refusal: EventOutcome };

/**
 * Converts events to checked entries or refusals, in the order of the events. Pure. An event that cannot be posted does
 * not affect the others.
 */
function draftEvents(events: readonly IntakeEvent<EventPayload>[], books: TenantBooks): DraftedEvent[] {
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

/** Returns the refusal of an invalid event. Rethrows every other failure, which the sender did not cause. */
function refusalOf(error: unknown): EventOutcome {
  if (!isRotaError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
  return eventRejected(error.code, error.message);
}

/** Makes the error for an edit of a dead letter that changed the id: no check would have used the new id. */
function renamed(eventId: string): RotaError {
  const message = `the event is kept under the id ${JSON.stringify(eventId)} and names another: give both the same`;
  return new RotaError("EVENT_INVALID", message, { field: "eventId" });
}

function tooLarge(account: string): RotaError {
  const message = `the amount on account ${account} is more than a column holds when it is converted: split the entry`;
  return new LedgerError("AMOUNT_INVALID", message, { account });
}
