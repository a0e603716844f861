/** Tests the work of accountants on the books of a company, over the HTTP API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credit, debit, entryOf, newId, openCompany } from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 5);
});
afterAll(() => world.dispose());

describe("a manual entry", () => {
  test("is posted with its number, its place in the chain and amounts for programs and people", async () => {
    const body = entryOf([debit("cash", 1299), credit("sales", 1299)], { description: "A sale", referenceId: "R-1" });

    const posted = await world.expect(201, "POST", "/v1/journal-entries", { body });
    const got = await world.expect(200, "GET", `/v1/journal-entries/${textAt(posted, "journalEntryId")}`, {
      as: "reader",
    });

    expect(got).toEqual(posted);
    expect(posted).toMatchObject({
      ...{ status: "POSTED", number: "JE-2026-00001", chainSeq: 1, createdBy: "accountant", lineCount: 2 },
      lines: [
        { accountCode: "cash", isCredit: false, amountCents: "1299", formattedAmount: "12.99" },
        { accountCode: "sales", isCredit: true, baseAmountCents: "1299" },
      ],
    });
  });

  test("sent again returns the same result and posts nothing; another one under its id is refused", async () => {
    const body = entryOf([debit("cash", 5), credit("sales", 5)]);
    const first = await world.expect(201, "POST", "/v1/journal-entries", { body });

    const again = await world.ask("POST", "/v1/journal-entries", { body });
    const other = await world.ask("POST", "/v1/journal-entries", { body: { ...body, description: "other" } });

    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"]);
    expect(again.body).toEqual(first);
    expect(other).toMatchObject({ status: 409, body: { type: "/problems/duplicate-idempotency-key" } });
  });

  test("takes a foreign currency at the rate of its transaction date", async () => {
    const lines = [debit("bank-eur", 1000), credit("sales", 1000)];

    const posted = await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf(lines, { transactionCurrency: "EUR" }),
    });

    expect(posted).toMatchObject({ exchangeRate: "1.10000000", lines: [{ baseAmountCents: "1100" }, {}] });
  });

  test.each<[name: string, status: number, changes: object]>([
    ["unbalanced-entry", 422, { lines: [debit("cash", 2), credit("sales", 1)] }],
    ["unbalanced-entry", 422, { lines: [debit("cash", 0), credit("sales", 0)] }],
    ["unbalanced-entry", 422, { lines: [debit("cash", -1), credit("sales", -1)] }],
    ["unbalanced-entry", 422, { lines: [debit("cash", 1)] }],
    ["account-not-found", 422, { lines: [debit("cahs", 1), credit("sales", 1)] }],
    ["account-currency-mismatch", 422, { lines: [debit("bank-eur", 1), credit("sales", 1)] }],
    ["unknown-currency", 422, { transactionCurrency: "ZZZ" }],
    ["exchange-rate-not-found", 422, { transactionCurrency: "GBP" }],
    ["accounting-period-not-found", 422, { postedDate: "2025-12-31" }],
    ["validation-failed", 400, { postedDate: "2999-01-01" }],
    ["validation-failed", 400, { createdBy: "somebody else" }],
    ["validation-failed", 400, { lines: [debit("cash", 10n ** 19n - 1n), credit("sales", 10n ** 19n - 1n)] }],
  ])("is refused as %s (%i) and leaves nothing behind: %j", async (name, status, changes) => {
    const before = await world.expect(200, "GET", "/v1/admin/chain/head");
    const body = { ...entryOf([debit("cash", 1), credit("sales", 1)]), ...changes };

    const answer = await world.ask("POST", "/v1/journal-entries", { body });
    const after = await world.expect(200, "GET", "/v1/admin/chain/head");

    expect([answer.status, at(answer.body, "type")]).toEqual([status, `/problems/${name}`]);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(after).toEqual(before);
  });
});

describe("entries together", () => {
  test("are posted all or none", async () => {
    const good = entryOf([debit("cash", 1), credit("sales", 1)]);
    const bad = entryOf([debit("cash", 2), credit("sales", 1)]);
    const before = await world.expect(200, "GET", "/v1/admin/chain/head");

    const refused = await world.ask("POST", "/v1/journal-entries/batch", {
      body: { batchMode: "POST_NOW", entries: [good, bad] },
    });
    const between = await world.expect(200, "GET", "/v1/admin/chain/head");
    const taken = await world.expect(201, "POST", "/v1/journal-entries/batch", {
      body: { batchMode: "POST_NOW", entries: [good, entryOf([debit("cash", 3), credit("sales", 3)])] },
    });

    expect(at(refused.body, "type")).toBe("/problems/unbalanced-entry");
    expect(between).toEqual(before);
    expect(taken).toMatchObject({ count: 2, entries: [{ status: "POSTED" }, { status: "POSTED" }] });
  });

  test("with an event id twice, or one that is used, are refused as a whole", async () => {
    const used = entryOf([debit("cash", 1), credit("sales", 1)]);
    await world.expect(201, "POST", "/v1/journal-entries", { body: used });
    const fresh = entryOf([debit("cash", 1), credit("sales", 1)]);

    for (const entries of [
      [fresh, fresh],
      [fresh, used],
    ])
      expect(
        at(
          (await world.ask("POST", "/v1/journal-entries/batch", { body: { batchMode: "POST_NOW", entries } })).body,
          "type",
        ),
      ).toBe("/problems/duplicate-idempotency-key");
  });
});

describe("an entry that was wrong", () => {
  test("is taken back once, by its mirror image, and the balances are as before", async () => {
    const before = await world.expect(200, "GET", "/v1/accounts/receivable");
    const wrong = await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("receivable", 77), credit("sales", 77)]),
    });
    const path = `/v1/journal-entries/${textAt(wrong, "journalEntryId")}/reverse`;
    const body = { eventId: newId("undo"), reason: "typed wrong" };

    const undone = await world.expect(201, "POST", path, { body });
    const again = await world.ask("POST", path, { body });
    const twice = await world.ask("POST", path, { body: { eventId: newId("undo") } });
    const ofReversal = await world.ask(
      "POST",
      `/v1/journal-entries/${textAt(undone, "reversalJournalEntryId")}/reverse`,
      {
        body: { eventId: newId("undo") },
      },
    );

    expect(undone).toMatchObject({ originalJournalEntryId: textAt(wrong, "journalEntryId"), status: "REVERSAL" });
    expect(at(undone, "reversal")).toMatchObject({
      reversalOfId: textAt(wrong, "journalEntryId"),
      description: "typed wrong",
    });
    expect(again.status).toBe(200);
    expect([twice.status, at(twice.body, "type")]).toEqual([409, "/problems/invalid-reversal"]);
    expect(at(ofReversal.body, "type")).toBe("/problems/invalid-reversal");
    expect(await world.expect(200, "GET", "/v1/accounts/receivable")).toEqual(before);
  });

  test("is replaced by its mirror image and the right one, which both name it", async () => {
    const wrong = await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("cash", 10), credit("sales", 10)]),
    });
    const path = `/v1/journal-entries/${textAt(wrong, "journalEntryId")}/correct`;
    const body = { ...entryOf([debit("cash", 12), credit("sales", 12)]), reversalEventId: newId("undo") };

    const corrected = await world.expect(201, "POST", path, { body });
    const again = await world.ask("POST", path, { body });
    const changed = await world.ask("POST", path, {
      body: { ...body, lines: [debit("cash", 13), credit("sales", 13)] },
    });

    expect(at(corrected, "reversal")).toMatchObject({
      reversalOfId: textAt(wrong, "journalEntryId"),
      correctionOfId: textAt(wrong, "journalEntryId"),
    });
    expect(at(corrected, "correction")).toMatchObject({
      status: "CORRECTION",
      correctionOfId: textAt(wrong, "journalEntryId"),
    });
    expect(again.status).toBe(200);
    expect(at(again.body, "correction")).toEqual(at(corrected, "correction"));
    expect([changed.status, at(changed.body, "type")]).toEqual([409, "/problems/duplicate-idempotency-key"]);
  });

  test("is taken back by one of two who try at once", async () => {
    const wrong = await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("cash", 9), credit("sales", 9)]),
    });
    const path = `/v1/journal-entries/${textAt(wrong, "journalEntryId")}/reverse`;

    const answers = await Promise.all(
      [newId("undo"), newId("undo")].map((eventId) => world.ask("POST", path, { body: { eventId } })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("with an unknown id is not found", async () => {
    const id = "00000000-0000-7000-8000-000000000000";
    const body = { eventId: newId() };

    expect(await world.ask("POST", `/v1/journal-entries/${id}/reverse`, { body })).toMatchObject({
      ...{ status: 404, body: { type: "/problems/journal-entry-not-found" } },
    });
  });
});

test("entries are listed the newest first, page by page, and found by account, status, day and reference", async () => {
  const referenceId = newId("ref");
  for (let day = 1; day <= 3; day++)
    await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("rent", day), credit("payable", day)], {
        postedDate: `2026-04-0${String(day)}`,
        referenceId,
      }),
    });

  const list = (query: string) => world.expect(200, "GET", `/v1/journal-entries?${query}`, { as: "reader" });
  const first = await list("accountCode=rent&limit=2");
  const rest = await list(`accountCode=rent&limit=2&after=${textAt(first, "next")}`);
  const byReference = await list(`referenceId=${referenceId}&postedDateFrom=2026-04-02&postedDateTo=2026-04-02`);

  expect(eachAt(first, "items", "postedDate")).toEqual(["2026-04-03", "2026-04-02"]);
  expect(eachAt(rest, "items", "postedDate")).toEqual(["2026-04-01"]);
  expect(at(rest, "next")).toBeNull();
  expect(at(byReference, "items")).toHaveLength(1);
  expect(at(await list("status=CLOSING"), "items")).toEqual([]);
});

describe("an account", () => {
  test("that is not active takes no postings and keeps its history", async () => {
    await world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("rent", 1), credit("depreciation", 1)]),
    });
    const change = (isActive: boolean) =>
      world.expect(200, "PATCH", "/v1/accounts/depreciation", { as: "admin", body: { isActive } });
    await change(false);

    const refused = await world.ask("POST", "/v1/journal-entries", {
      body: entryOf([debit("rent", 1), credit("depreciation", 1)]),
    });
    const report = await world.expect(200, "GET", "/v1/reports/trial-balance?asOfDate=2026-12-31");
    await change(true);

    expect(at(refused.body, "type")).toBe("/problems/inactive-account");
    expect(eachAt(report, "rows", "code")).toContain("depreciation");
  });

  test.each<[title: string, status: number, name: string, body: object]>([
    ["a code that is taken", 409, "duplicate-account-code", { code: "cash" }],
    ["a parent of another type", 400, "validation-failed", { code: "new-1", parentAccountCode: "sales" }],
    ["a parent that nobody knows", 400, "validation-failed", { code: "new-2", parentAccountCode: "nobody" }],
    ["a code with spaces", 400, "validation-failed", { code: "new 3" }],
    ["gold as its currency", 422, "unknown-currency", { code: "new-4", currencyCode: "XAU" }],
  ])("with %s is refused", async (_, status, name, changes) => {
    const body = { name: "New", accountType: "ASSET", currencyCode: "USD", ...changes };

    const answer = await world.ask("POST", "/v1/accounts", { as: "admin", body });

    expect([answer.status, at(answer.body, "type")]).toEqual([status, `/problems/${name}`]);
  });

  test("shows its balance now, on a day, and with all accounts below it", async () => {
    const on = (day: string) => world.expect(200, "GET", `/v1/accounts/payable/balance?at=${day}`);
    const parent = await world.expect(200, "GET", "/v1/accounts/assets/aggregated-balance");
    const children = await Promise.all(
      ["cash", "bank-eur", "receivable"].map((code) =>
        world.expect(200, "GET", `/v1/accounts/${code}/balance?at=2026-12-31`),
      ),
    );

    expect(at(await on("2026-04-01"), "balance")).toEqual({ cents: "1", formatted: "0.01" });
    expect(at(await on("2026-04-03"), "balance.cents")).toBe("6");
    const sum = children.reduce<bigint>((all, child) => all + BigInt(textAt(child, "baseBalance.cents")), 0n);
    expect(at(parent, "aggregatedBalanceCents")).toBe(String(sum));
    expect(await world.ask("GET", "/v1/accounts/nobody")).toMatchObject({ status: 404 });
  });
});

test("every change by administrators is in the audit log, with the previous values", async () => {
  await world.expect(200, "PATCH", "/v1/accounts/rent", { as: "admin", body: { name: "Rent" } });

  const log = await world.expect(200, "GET", "/v1/audit-log?entityType=account&entityId=rent", { as: "reader" });

  expect(at(log, "items.0")).toMatchObject({
    ...{ action: "ledger.account.changed", performedBy: "admin" },
    details: { before: { name: "rent" }, after: { name: "Rent" } },
  });
});

test("the books are in order after all of it", async () => {
  const checked = await world.expect(200, "GET", "/v1/admin/integrity-check", { as: "admin" });
  const verified = await world.expect(200, "GET", "/v1/admin/chain/verify", { as: "admin" });

  expect(checked).toMatchObject({ balanced: true, equationDelta: { cents: "0" } });
  expect(verified).toMatchObject({ equationDeltaCents: "0", differences: [] });
});
