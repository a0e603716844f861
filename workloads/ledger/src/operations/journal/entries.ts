/** Journal entries: post by hand, alone or together, list and get. */
import { Type } from "typebox";
import { readEntity } from "../../entities/entity.ts";
import { selectEntries } from "../../entries/entries.sql.ts";
import { postByHand } from "../../entries/post-by-hand.ts";
import { readEntry, withLines } from "../../entries/read-entries.ts";
import { ACCOUNTANT, askedBooks, READER, requireOwnName } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import { ForTenant, Given } from "../fields.ts";
import {
  EntryView,
  entryView,
  GivenEntryFields,
  readHandEntry,
  REPLAYED,
  resultView,
  ResultView,
} from "./entry-schemas.ts";

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
    const entries = [readHandEntry(request.body)];
    const wish = { tenant, actor, poster, entries, mode: "either" } as const;
    const { results, isRepeated } = await postByHand(request.engine, wish);
    const [result] = results;
    if (result === undefined) throw new Error("an entry was given and nothing came out");
    return isRepeated
      ? { status: 200, headers: REPLAYED, body: resultView(result) }
      : { status: 201, body: resultView(result) };
  },
});

const BatchView = Type.Object({
  batchMode: fields.Word(["POST_NOW", "CREATE_DRAFTS"]),
  count: fields.Whole,
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
    batchMode: fields.Word(["POST_NOW", "CREATE_DRAFTS"]),
    entries: Type.Array(Given(GivenEntryFields), { minItems: 1, maxItems: 1_000 }),
    ...ForTenant,
  }),
  answers: { 200: BatchView, 201: BatchView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { batchMode, entries: given } = request.body;
    for (const { createdBy } of given) requireOwnName(createdBy, actor);
    const mode = batchMode === "POST_NOW" ? "post" : "draft";
    const wish = { tenant, actor, poster, mode, entries: given.map(readHandEntry) } as const;
    const { results, isRepeated } = await postByHand(request.engine, wish);
    const body = { batchMode, count: results.length, entries: results.map(resultView) };
    return isRepeated ? { status: 200, headers: REPLAYED, body } : { status: 201, body };
  },
});

const list = defineRoute({
  name: "ledger.entries.list",
  method: "GET",
  path: "/v1/journal-entries",
  summary: "Journal entries, the newest first",
  role: READER,
  query: Given({
    limit: fields.PageQuery.limit,
    after: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The `next` of the page before." })),
    postedDateFrom: Type.Optional(fields.Day),
    postedDateTo: Type.Optional(fields.Day),
    accountCode: Type.Optional(fields.AccountCode),
    status: Type.Optional(fields.Word(["POSTED", "REVERSAL", "CORRECTION", "CLOSING"])),
    referenceId: Type.Optional(fields.Line(100)),
    eventId: Type.Optional(fields.EventId),
    ...ForTenant,
  }),
  answers: { 200: fields.Page(EntryView) },
  async handle(request) {
    const {
      limit = fields.LIMIT,
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
    return { status: 200, body: fields.pageOf(items, { limit, cursorOf: ({ chainSeq }) => String(chainSeq) }) };
  },
});

const get = defineRoute({
  name: "ledger.entries.get",
  method: "GET",
  path: "/v1/journal-entries/{journalEntryId}",
  summary: "One journal entry with its lines",
  role: READER,
  params: Given({ journalEntryId: fields.Uuid }),
  query: Given(ForTenant),
  answers: { 200: EntryView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const entry = await readEntry(database, await readEntity(database, tenant), request.params.journalEntryId);
    return { status: 200, body: entryView(entry) };
  },
});

export const entryOperations = [post, batch, list, get];
