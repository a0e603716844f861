/** Posts the events of one tenant together, in the transaction that records what became of each. */
import {
  eventDone,
  isRotaError,
  type EventOutcome,
  type HandleContext,
  type IntakeEvent,
  type Transaction,
} from "@rota/engine";
import { knownBooks } from "../books/books-cache.ts";
import { asOf } from "../books/tenant-books.ts";
import type { EventPayload } from "../intake/read-envelope.ts";
import type { CheckedEntry, JournalEntry } from "../journal/entry.ts";
import { formatNumber } from "../journal/number.ts";
import { beginPosting, idTaken, type Posting } from "./begin-posting.ts";
import { draftEvents, refusalOf, type DraftedEvent } from "./draft-events.ts";

type Events = readonly IntakeEvent<EventPayload>[];

/**
 * Rules and checks run on books in memory before the tenant's turn is taken; if these turn out to be old, they run again
 * while it is held. What is rejected was therefore rejected by the books as they stood then.
 */
export async function postEvents(
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

/** An id that is used up by the same event has its answer already; by another one, it is a conflict. */
function refuseTaken(draft: DraftedEvent, event: IntakeEvent | undefined, { taken }: Posting): DraftedEvent {
  const key = event && taken.get(event.eventId);
  if (key === undefined) return draft;
  const isSame = key.payloadHash === event?.payloadHash && key.journalEntryId !== null;
  return { refusal: isSame ? eventDone({ journalEntryId: key.journalEntryId }) : refusalOf(idTaken(key)) };
}

function done({ eventId }: CheckedEntry, posted: ReadonlyMap<string, JournalEntry>): EventOutcome {
  const entry = posted.get(eventId);
  if (entry === undefined) throw new TypeError(`event ${eventId} was posted and has no entry`);
  const { id: journalEntryId, fiscalYear, number, chainSeq } = entry;
  return eventDone({ journalEntryId, number: formatNumber(fiscalYear, number), chainSeq });
}
