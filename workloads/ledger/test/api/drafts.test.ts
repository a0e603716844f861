/** Tests entries that a second person has to approve, over the HTTP API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { credit, debit, entryOf, openCompany } from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 5);
  await world.expect(200, "PATCH", "/v1/business-entity", { as: "admin", body: { approvalThresholdCents: "1000" } });
});
afterAll(() => world.dispose());

const large = (changes: object = {}) => entryOf([debit("cash", 1000), credit("capital", 1000)], changes);

async function draft(changes: object = {}): Promise<string> {
  return textAt(await world.expect(201, "POST", "/v1/journal-entries", { body: large(changes) }), "workflowId");
}

const decide = (id: string, action: string, as: "accountant" | "second" | "approver" | "admin", body: object = {}) =>
  world.ask("POST", `/v1/journal-entries/${id}/${action}`, { as, body });

test("an entry below the threshold is posted at once, one that reaches it becomes a draft that touches nothing", async () => {
  const head = await world.expect(200, "GET", "/v1/admin/chain/head");

  const made = await world.expect(201, "POST", "/v1/journal-entries", { body: large() });
  const small = entryOf([debit("cash", 999), credit("capital", 999)]);

  expect(made).toMatchObject({ status: "DRAFT", createdBy: "accountant", postedJournalEntryId: null });
  expect(await world.expect(200, "GET", "/v1/admin/chain/head")).toEqual(head);
  expect(await world.expect(201, "POST", "/v1/journal-entries", { body: small })).toMatchObject({ status: "POSTED" });
});

test("a draft is submitted, approved by another, and is in the journal with both names", async () => {
  const id = await draft({ description: "Capital" });

  await world.expect(200, "POST", `/v1/journal-entries/${id}/submit`, { body: {} });
  const approved = await decide(id, "approve", "approver");

  expect(approved).toMatchObject({
    status: 201,
    body: {
      status: "APPROVED",
      entry: { status: "POSTED", createdBy: "accountant", approvedBy: "approver", description: "Capital" },
      draft: { submitted: { by: "accountant" }, approved: { by: "approver" } },
    },
  });
  expect(at(approved.body, "postedJournalEntryId")).toBe(at(approved.body, "entry.journalEntryId"));
});

test("a draft sent again is the same draft; its event id is used up", async () => {
  const body = large();
  const first = await world.expect(201, "POST", "/v1/journal-entries", { body });

  const again = await world.ask("POST", "/v1/journal-entries", { body });
  const other = await world.ask("POST", "/v1/journal-entries", { body: { ...body, description: "other" } });

  expect(again.status).toBe(200);
  expect(at(again.body, "workflowId")).toBe(at(first, "workflowId"));
  expect([other.status, at(other.body, "type")]).toEqual([409, "/problems/duplicate-idempotency-key"]);
});

test("a draft cannot be approved by its author, before it is submitted, or without the role", async () => {
  const own = await world.expect(201, "POST", "/v1/journal-entries", { as: "second", body: large() });
  const id = textAt(own, "workflowId");
  const early = await decide(id, "approve", "approver");
  await decide(id, "submit", "second");

  const byMaker = await decide(id, "approve", "second");
  const byAccountant = await decide(id, "approve", "accountant");

  expect([early.status, at(early.body, "type")]).toEqual([409, "/problems/invalid-workflow-state"]);
  expect([byMaker.status, at(byMaker.body, "type")]).toEqual([422, "/problems/approval-violation"]);
  expect(byAccountant.status).toBe(403);
});

test("of two who approve at once, one does, and one entry is posted", async () => {
  const id = await draft();
  await decide(id, "submit", "accountant");

  const answers = await Promise.all([decide(id, "approve", "approver"), decide(id, "approve", "second")]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const kept = await world.expect(200, "GET", `/v1/journal-drafts/${id}`);
  const posted = await world.expect(200, "GET", `/v1/journal-entries?eventId=${textAt(kept, "eventId")}`);
  expect(at(posted, "items")).toHaveLength(1);
});

test("a draft is rejected with a reason and never posted", async () => {
  const id = await draft();
  await decide(id, "submit", "accountant");

  const rejected = await decide(id, "reject", "approver", { reason: "no receipt" });

  expect(rejected).toMatchObject({
    status: 200,
    body: { status: "REJECTED", draft: { rejected: { reason: "no receipt" } } },
  });
  expect((await decide(id, "approve", "approver")).status).toBe(409);
});

test("a draft is checked against the books at the time of its approval", async () => {
  const id = await draft({ postedDate: "2026-02-10" });
  await decide(id, "submit", "accountant");
  const periods = await world.expect(200, "GET", "/v1/accounting-periods");
  const place = eachAt(periods, "items", "name").indexOf("2026-02");
  const path = `/v1/accounting-periods/${textAt(periods, `items.${String(place)}.periodId`)}/status`;
  await world.expect(200, "PATCH", path, { as: "admin", body: { status: "SOFT_CLOSED" } });

  const refused = await decide(id, "approve", "approver");

  expect([refused.status, at(refused.body, "type")]).toEqual([422, "/problems/period-closed"]);
  expect(await world.expect(200, "GET", `/v1/journal-drafts/${id}`)).toMatchObject({ status: "PENDING_APPROVAL" });
});

test("entries together are refused as a whole when one needs approval, and become drafts when that is asked for", async () => {
  const entries = [entryOf([debit("cash", 1), credit("capital", 1)]), large()];
  const send = (batchMode: string) => world.ask("POST", "/v1/journal-entries/batch", { body: { batchMode, entries } });

  const refused = await send("POST_NOW");
  const drafted = await send("CREATE_DRAFTS");

  expect(at(refused.body, "type")).toBe("/problems/approval-violation");
  expect(drafted).toMatchObject({ status: 201, body: { entries: [{ status: "DRAFT" }, { status: "DRAFT" }] } });
});

test("a correction does not go round the threshold", async () => {
  const small = await world.expect(201, "POST", "/v1/journal-entries", {
    body: entryOf([debit("cash", 1), credit("capital", 1)]),
  });
  const body = { ...large(), reversalEventId: "undo-small" };

  const refused = await world.ask("POST", `/v1/journal-entries/${textAt(small, "journalEntryId")}/correct`, { body });

  expect([refused.status, at(refused.body, "type")]).toEqual([422, "/problems/approval-violation"]);
});

test("drafts are listed by status, page by page", async () => {
  const all = await world.expect(200, "GET", "/v1/journal-drafts?limit=1000", { as: "reader" });
  const first = await world.expect(200, "GET", "/v1/journal-drafts?limit=3", { as: "reader" });
  const next = await world.expect(200, "GET", `/v1/journal-drafts?limit=3&after=${textAt(first, "next")}`);
  const approved = await world.expect(200, "GET", "/v1/journal-drafts?status=APPROVED");

  expect([...eachAt(first, "items", "workflowId"), ...eachAt(next, "items", "workflowId")]).toEqual(
    eachAt(all, "items", "workflowId").slice(0, 6),
  );
  expect(new Set(eachAt(approved, "items", "status"))).toEqual(new Set(["APPROVED"]));
});
