/** Makes the events that announce entries and checkpoints of the chain, under the names of the replaced system. */
import type { NewEvent } from "@rota/engine";
import type { LedgerHead } from "../core/chain.ts";
import { formatNumber, type JournalEntry } from "../core/entry.ts";
import type { Period, PeriodStatus } from "../core/period.ts";

const DOMAIN_EXCHANGE = "fis.domain.exchange";
/** Number of entries after which the head of the chain is announced, so that others can compare the journal with it later. */
const CHECKPOINT_ENTRIES = 10_000;

export function announceEntries(entries: readonly JournalEntry[], before: LedgerHead, after: LedgerHead): NewEvent[] {
  const events = entries.map(entryEvent);
  if (Math.floor(after.chainSeq / CHECKPOINT_ENTRIES) > Math.floor(before.chainSeq / CHECKPOINT_ENTRIES))
    events.push(checkpointEvent(after));
  return events;
}

function entryEvent(entry: JournalEntry): NewEvent {
  const { id, tenant, reversalOf } = entry;
  return {
    tenant,
    type: reversalOf === null ? "fis.journal.posted" : "fis.journal.reverted",
    aggregate: { type: "JOURNAL_ENTRY", id },
    exchange: DOMAIN_EXCHANGE,
    payload: {
      journalEntryId: id,
      tenantId: tenant,
      ledger: entry.ledger,
      chainSeq: entry.chainSeq,
      number: formatNumber(entry.fiscalYear, entry.number),
      sourceEventId: entry.eventId,
      status: entry.kind,
      ...(reversalOf === null ? {} : { reversalOfId: reversalOf }),
      postedDate: entry.postedDate,
      createdAt: entry.createdAt,
    },
  };
}

/** Makes the event that announces the head of a chain. The close of a period announces it too. */
export function checkpointEvent({ tenant, ledger, chainSeq, hash }: LedgerHead): NewEvent {
  return {
    tenant,
    type: "fis.chain.checkpoint",
    aggregate: { type: "JOURNAL", id: ledger },
    exchange: DOMAIN_EXCHANGE,
    payload: { tenantId: tenant, ledger, chainSeq, hash },
  };
}

type ClosedPeriod = Pick<Period, "name" | "start" | "end"> & { readonly periodId: string };

/** Makes the event that announces that a period was closed, softly or for good. */
export function periodClosedEvent(
  tenant: string,
  { periodId, name, start, end }: ClosedPeriod,
  status: PeriodStatus,
): NewEvent {
  return {
    tenant,
    type: "fis.period.closed",
    aggregate: { type: "ACCOUNTING_PERIOD", id: periodId },
    exchange: DOMAIN_EXCHANGE,
    payload: { tenantId: tenant, periodId, name, startDate: start, endDate: end, status },
  };
}
