/** Taking entries back: reverse, correct; and what their settlement gained or lost. */
import { Type } from "typebox";
import { settleEntry } from "../../entries/settle-entry.ts";
import { correct, reverse } from "../../entries/take-back.ts";
import { parseRate } from "../../money/rate.ts";
import { ACCOUNTANT, askedBooks, requireOwnName } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import { CreatedBy, Day, EventId, ForTenant, Given, Money, money, Nullable, Reason, Uuid } from "../fields.ts";
import { EntryView, entryView, GivenEntryFields, readHandEntry, REPLAYED } from "./entry-schemas.ts";

const EntryParams = Given({ journalEntryId: Uuid });

const ReversedView = Type.Object({
  reversalJournalEntryId: Type.String(),
  originalJournalEntryId: Type.String(),
  status: Type.Literal("REVERSAL"),
  message: Type.String(),
  reversal: EntryView,
});

const reverseRoute = defineRoute({
  name: "ledger.entries.reverse",
  method: "POST",
  path: "/v1/journal-entries/{journalEntryId}/reverse",
  summary: "Take an entry back by its mirror image",
  description:
    "Same amounts and rate, sides swapped; the original stays. On the day that is given, else on the original's if its period " +
    "takes postings, else on the first day after it that does.",
  role: ACCOUNTANT,
  params: EntryParams,
  body: Given({
    eventId: EventId,
    reason: Type.Optional(Reason),
    effectiveDate: Type.Optional(Day),
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers: { 200: ReversedView, 201: ReversedView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { eventId, reason, effectiveDate, createdBy } = request.body;
    const { journalEntryId: entryId } = request.params;
    requireOwnName(createdBy, actor);
    const wish = { tenant, actor, poster, entryId, eventId, reason, effectiveDate };
    const { reversal, isRepeated } = await reverse(request.engine.database, wish);
    const body = {
      reversalJournalEntryId: reversal.id,
      originalJournalEntryId: entryId,
      status: "REVERSAL",
      message: `entry ${entryId} is taken back on ${reversal.effectiveDate}`,
      reversal: entryView(reversal),
    } as const;
    return isRepeated ? { status: 200, headers: REPLAYED, body } : { status: 201, body };
  },
});

const CorrectedView = Type.Object({
  reversalJournalEntryId: Type.String(),
  correctionJournalEntryId: Type.String(),
  originalJournalEntryId: Type.String(),
  status: Type.Literal("CORRECTION"),
  message: Type.String(),
  reversal: EntryView,
  correction: EntryView,
});

const correctRoute = defineRoute({
  name: "ledger.entries.correct",
  method: "POST",
  path: "/v1/journal-entries/{journalEntryId}/correct",
  summary: "Replace an entry",
  description: "Its mirror image and the entry as it should have been, posted together; both name the original.",
  role: ACCOUNTANT,
  params: EntryParams,
  body: Given({ ...GivenEntryFields, reversalEventId: EventId, reason: Type.Optional(Reason), ...ForTenant }),
  answers: { 200: CorrectedView, 201: CorrectedView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { reversalEventId, reason, createdBy } = request.body;
    const { journalEntryId: entryId } = request.params;
    requireOwnName(createdBy, actor);
    const wish = { tenant, actor, poster, entryId, reversalEventId, reason, entry: readHandEntry(request.body) };
    const { reversal, correction, isRepeated } = await correct(request.engine.database, wish);
    const body = {
      reversalJournalEntryId: reversal.id,
      correctionJournalEntryId: correction.id,
      originalJournalEntryId: entryId,
      status: "CORRECTION",
      message: `entry ${entryId} is replaced by ${correction.id}`,
      reversal: entryView(reversal),
      correction: entryView(correction),
    } as const;
    return isRepeated ? { status: 200, headers: REPLAYED, body } : { status: 201, body };
  },
});

const SettledView = Type.Object({
  carrying: Money,
  value: Money,
  delta: Type.Object({ cents: fields.Cents, formatted: fields.Formatted }, { description: "Positive: a gain." }),
  entry: Nullable(EntryView, { description: "Null: nothing was gained or lost." }),
});

const settleRoute = defineRoute({
  name: "ledger.settlements.create",
  method: "POST",
  path: "/v1/settlements",
  summary: "Post what the settlement of a foreign amount gained or lost",
  role: ACCOUNTANT,
  body: Given({
    eventId: EventId,
    originalJournalEntryId: Uuid,
    settlementDate: Day,
    settlementRate: fields.Rate,
    monetaryAccountCode: fields.AccountCode,
    reserveAccountCode: Type.Optional(fields.AccountCode),
    gainAccountCode: Type.Optional(fields.AccountCode),
    lossAccountCode: Type.Optional(fields.AccountCode),
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers: { 200: SettledView, 201: SettledView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { body: given } = request;
    requireOwnName(given.createdBy, actor);
    const settled = await settleEntry(request.engine.database, {
      ...{ tenant, actor, poster, eventId: given.eventId, entryId: given.originalJournalEntryId },
      date: given.settlementDate,
      rate: parseRate(given.settlementRate),
      account: given.monetaryAccountCode,
      accounts: { reserve: given.reserveAccountCode, gain: given.gainAccountCode, loss: given.lossAccountCode },
    });
    const { baseCurrency, entry, isRepeated } = settled;
    const body = {
      carrying: money(settled.carrying, baseCurrency),
      value: money(settled.value, baseCurrency),
      delta: money(settled.delta, baseCurrency),
      entry: entry === undefined ? null : entryView(entry),
    };
    return isRepeated ? { status: 200, headers: REPLAYED, body } : { status: 201, body };
  },
});

export const entryActOperations = [reverseRoute, correctRoute, settleRoute];
