/** Serves journal entries: post, list, get, reverse, correct and settle them. */
import { createdOnce, Given, Line, Nullable, PageView, pageOf, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { parseRate } from "../core/rate.ts";
import { readEntity } from "../store/entity-store.ts";
import { correct, reverse, settleEntry } from "../store/entry-actions.ts";
import { readEntry, withLines } from "../store/entry-store.ts";
import { selectEntries } from "../store/entry.sql.ts";
import { postManualEntries } from "../store/post-entries.ts";
import { ACCOUNTANT, askedBooks, defineRoute, READER, requireOwnName } from "./define-route.ts";
import { entryView, EntryView, GivenEntryFields, readManualEntry, resultView, ResultView } from "./entry-views.ts";
import {
  AccountCode,
  Cents,
  CreatedBy,
  Day,
  EventId,
  Formatted,
  ForTenant,
  LIMIT,
  Money,
  money,
  PageQuery,
  Rate,
  Reason,
  Uuid,
} from "./fields.ts";

const post = defineRoute({
  name: "ledger.entries.post",
  method: "POST",
  path: "/v1/journal-entries",
  summary: "Post an entry by hand",
  description:
    "Once for its event id: sent again it answers 200 with what it became. An entry that reaches the tenant's threshold of " +
    "approval becomes a draft.",
  role: ACCOUNTANT,
  body: Given({ ...GivenEntryFields, ...ForTenant }),
  answers: { 200: ResultView, 201: ResultView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    requireOwnName(request.body.createdBy, actor);
    const entries = [readManualEntry(request.body)];
    const command = { tenant, actor, poster, entries, mode: "either" } as const;
    const { results, isRepeated } = await postManualEntries(request.engine, command);
    const [result] = results;
    if (result === undefined) throw new Error("an entry was given and nothing came out");
    return createdOnce(resultView(result), { isRepeated });
  },
});

const BatchView = Type.Object({
  batchMode: Word(["POST_NOW", "CREATE_DRAFTS"]),
  count: Whole,
  entries: Type.Array(ResultView),
});

const batch = defineRoute({
  name: "ledger.entries.batch",
  method: "POST",
  path: "/v1/journal-entries/batch",
  summary: "Post entries together, or make drafts of them",
  description: "All or none. POST_NOW is refused as a whole when one of them needs approval, or an event id is used.",
  role: ACCOUNTANT,
  body: Given({
    batchMode: Word(["POST_NOW", "CREATE_DRAFTS"]),
    entries: Type.Array(Given(GivenEntryFields), { minItems: 1, maxItems: 1_000 }),
    ...ForTenant,
  }),
  answers: { 200: BatchView, 201: BatchView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { batchMode, entries: given } = request.body;
    for (const { createdBy } of given) requireOwnName(createdBy, actor);
    const mode = batchMode === "POST_NOW" ? "post" : "draft";
    const command = { tenant, actor, poster, mode, entries: given.map(readManualEntry) } as const;
    const { results, isRepeated } = await postManualEntries(request.engine, command);
    const body = { batchMode, count: results.length, entries: results.map(resultView) };
    return createdOnce(body, { isRepeated });
  },
});

const list = defineRoute({
  name: "ledger.entries.list",
  method: "GET",
  path: "/v1/journal-entries",
  summary: "Journal entries, the newest first",
  role: READER,
  query: Given({
    limit: PageQuery.limit,
    after: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The `next` of the page before." })),
    postedDateFrom: Type.Optional(Day),
    postedDateTo: Type.Optional(Day),
    accountCode: Type.Optional(AccountCode),
    status: Type.Optional(Word(["POSTED", "REVERSAL", "CORRECTION", "CLOSING"])),
    referenceId: Type.Optional(Line(100)),
    eventId: Type.Optional(EventId),
    ...ForTenant,
  }),
  answers: { 200: PageView(EntryView) },
  async handle(request) {
    const {
      limit = LIMIT,
      after,
      postedDateFrom,
      postedDateTo,
      accountCode,
      status,
      referenceId,
      eventId,
    } = request.query;
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const entity = await readEntity(database, tenant);
    const rows = await database.query(
      selectEntries({
        ledgerId: entity.ledgerId,
        postedFrom: postedDateFrom ?? null,
        postedTo: postedDateTo ?? null,
        account: accountCode ?? null,
        status: status ?? null,
        reference: referenceId ?? null,
        eventId: eventId ?? null,
        before: after === undefined ? null : BigInt(after),
        limit,
      }),
    );
    const items = (await withLines(database, entity, rows)).map(entryView);
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ chainSeq }) => String(chainSeq) }) };
  },
});

const get = defineRoute({
  name: "ledger.entries.get",
  method: "GET",
  path: "/v1/journal-entries/{journalEntryId}",
  summary: "One journal entry with its lines",
  role: READER,
  params: Given({ journalEntryId: Uuid }),
  query: Given(ForTenant),
  answers: { 200: EntryView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const entry = await readEntry(database, await readEntity(database, tenant), request.params.journalEntryId);
    return { status: 200, body: entryView(entry) };
  },
});

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
    const command = { tenant, actor, poster, entryId, eventId, reason, effectiveDate };
    const { reversal, isRepeated } = await reverse(request.engine.database, command);
    const body = {
      reversalJournalEntryId: reversal.id,
      originalJournalEntryId: entryId,
      status: "REVERSAL",
      message: `entry ${entryId} is taken back on ${reversal.effectiveDate}`,
      reversal: entryView(reversal),
    } as const;
    return createdOnce(body, { isRepeated });
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
    const command = { tenant, actor, poster, entryId, reversalEventId, reason, entry: readManualEntry(request.body) };
    const { reversal, correction, isRepeated } = await correct(request.engine.database, command);
    const body = {
      reversalJournalEntryId: reversal.id,
      correctionJournalEntryId: correction.id,
      originalJournalEntryId: entryId,
      status: "CORRECTION",
      message: `entry ${entryId} is replaced by ${correction.id}`,
      reversal: entryView(reversal),
      correction: entryView(correction),
    } as const;
    return createdOnce(body, { isRepeated });
  },
});

const SettledView = Type.Object({
  carrying: Money,
  value: Money,
  delta: Type.Object({ cents: Cents, formatted: Formatted }, { description: "Positive: a gain." }),
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
    settlementRate: Rate,
    monetaryAccountCode: AccountCode,
    reserveAccountCode: Type.Optional(AccountCode),
    gainAccountCode: Type.Optional(AccountCode),
    lossAccountCode: Type.Optional(AccountCode),
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
    return createdOnce(body, { isRepeated });
  },
});

export const entryOperations = [post, batch, list, get, reverseRoute, correctRoute, settleRoute];
