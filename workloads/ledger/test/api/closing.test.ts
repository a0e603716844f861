/** Tests periods, accruals, revaluation, translation, settlement, opening balances and year-end closes, over the HTTP API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  addRate,
  closeMonth,
  credit,
  debit,
  entryOf,
  newId,
  openCompany,
  openMonth,
  periodId,
} from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.dispose());

/** Tenant of each test that closes periods. It has books of its own, and no key is bound to it. */
let tenant = "";
let books: World;

beforeEach(async () => {
  tenant = newId("tenant");
  const headers = { "x-tenant-id": tenant };
  const ask: World["ask"] = (method, path, options) =>
    world.ask(method, path, { ...options, as: "root", headers: { ...options?.headers, ...headers } });
  books = {
    ...world,
    ask,
    async expect(status, method, path, options) {
      const answer = await ask(method, path, options);
      if (answer.status === status) return answer.body;
      throw new Error(`${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    },
  };
  await openCompany(books, 4);
});

const post = (lines: readonly object[], changes: object = {}) =>
  books.expect(201, "POST", "/v1/journal-entries", { body: entryOf(lines, changes) });
const balanceOf = async (code: string, day: string) =>
  at(await books.expect(200, "GET", `/v1/accounts/${code}/balance?at=${day}`), "balance.cents");

describe("a period", () => {
  test("changes only in the allowed ways", async () => {
    const change = async (name: string, status: string) =>
      books.ask("PATCH", `/v1/accounting-periods/${await periodId(books, name)}/status`, { body: { status } });

    expect(at((await change("2026-01", "HARD_CLOSED")).body, "type")).toBe("/problems/invalid-period-transition");
    expect((await change("2026-02", "SOFT_CLOSED")).status).toBe(200);
    expect(at((await change("2026-02", "HARD_CLOSED")).body, "detail")).toContain("2026-01 before it is OPEN");
    expect((await change("2026-01", "SOFT_CLOSED")).status).toBe(200);
    expect((await change("2026-01", "HARD_CLOSED")).body).toMatchObject({ status: "HARD_CLOSED", closedBy: "root" });
    expect((await change("2026-01", "HARD_CLOSED")).status).toBe(200);
    expect(at((await change("2026-01", "OPEN")).body, "detail")).toContain("2026-02 after it is SOFT_CLOSED");
  });

  test.each([
    ["shares a day with another", { name: "x", startDate: "2026-04-30", endDate: "2026-05-31" }],
    ["has the name of another", { name: "2026-01", startDate: "2027-01-01", endDate: "2027-01-31" }],
    ["ends before it starts", { name: "x", startDate: "2027-01-02", endDate: "2027-01-01" }],
  ])("that %s is refused", async (_, body) => {
    const answer = await books.ask("POST", "/v1/accounting-periods", { body });

    expect([answer.status, at(answer.body, "type")]).toEqual([422, "/problems/overlapping-accounting-period"]);
  });

  test("of one day is possible", async () => {
    const body = { name: "one day", startDate: "2027-01-01", endDate: "2027-01-01" };

    expect(await books.expect(201, "POST", "/v1/accounting-periods", { body })).toMatchObject({ status: "OPEN" });
  });
});

test("only administrators post into a softly closed period, and no one into a hard closed one", async () => {
  await openCompany(world, 2);
  await closeMonth(world, "2026-01", "HARD_CLOSED");
  await closeMonth(world, "2026-02", "SOFT_CLOSED");
  const send = (as: "accountant" | "admin", postedDate: string) =>
    world.ask("POST", "/v1/journal-entries", {
      as,
      body: entryOf([debit("cash", 1), credit("sales", 1)], { postedDate }),
    });

  expect(at((await send("accountant", "2026-02-10")).body, "type")).toBe("/problems/period-closed");
  expect((await send("admin", "2026-02-10")).status).toBe(201);
  expect(at((await send("admin", "2026-01-10")).body, "type")).toBe("/problems/period-closed");
});

test("a reversal of an entry in a closed period is dated on the first later day that takes postings", async () => {
  const wrong = await post([debit("cash", 5), credit("sales", 5)], { postedDate: "2026-01-10" });
  await closeMonth(books, "2026-01", "HARD_CLOSED");
  const path = `/v1/journal-entries/${textAt(wrong, "journalEntryId")}/reverse`;

  const intoClosed = await books.ask("POST", path, { body: { eventId: newId(), effectiveDate: "2026-01-20" } });
  const undone = await books.expect(201, "POST", path, { body: { eventId: newId() } });

  expect(at(intoClosed.body, "type")).toBe("/problems/period-closed");
  expect(at(undone, "reversal.effectiveDate")).toBe("2026-02-01");
});

test("accruals are mirrored once, on the first day of the next period, when theirs is closed", async () => {
  const accrual = await post([debit("rent", 300), credit("payable", 300)], {
    ...{ postedDate: "2026-03-31", autoReverse: true },
  });
  const id = textAt(accrual, "journalEntryId");
  const mirrors = () => books.expect(200, "GET", `/v1/journal-entries?eventId=AUTO-REVERSE:${id}`);
  expect(at(await mirrors(), "items")).toEqual([]);

  await closeMonth(books, "2026-03", "SOFT_CLOSED");
  await vi.waitUntil(async () => eachAt(await mirrors(), "items", "status").length > 0);
  await closeMonth(books, "2026-04", "SOFT_CLOSED");

  expect(at(await mirrors(), "items")).toMatchObject([{ reversalOfId: id, effectiveDate: "2026-04-01" }]);
  expect([await balanceOf("rent", "2026-03-31"), await balanceOf("rent", "2026-04-01")]).toEqual(["300", "0"]);
});

test("accruals of the last period are mirrored when the next one is opened", async () => {
  const accrual = await post([debit("rent", 300), credit("payable", 300)], {
    ...{ postedDate: "2026-04-30", autoReverse: true },
  });
  await closeMonth(books, "2026-04", "SOFT_CLOSED");
  const id = textAt(accrual, "journalEntryId");

  await openMonth(books, 2026, 5);

  await vi.waitUntil(async () => {
    const found = await books.expect(200, "GET", `/v1/journal-entries?eventId=AUTO-REVERSE:${id}`);
    return eachAt(found, "items", "status").length > 0;
  });
});

describe("a revaluation", () => {
  const run = async (name: string, body: object = {}) =>
    books.ask("POST", `/v1/revaluations/periods/${await periodId(books, name)}`, {
      body: { eventId: "reval-1", ...body },
    });

  beforeEach(async () => {
    await post([debit("bank-eur", 1000), credit("sales", 1000)], { transactionCurrency: "EUR" });
    await addRate(books, { rate: "1.25", effectiveDate: "2026-03-31", rateType: "CLOSING" });
  });

  test("posts what foreign balances gained, once for a period, and takes it back in the next", async () => {
    await closeMonth(books, "2026-03", "SOFT_CLOSED");

    const first = await run("2026-03");
    const again = await run("2026-03");
    const second = await run("2026-03", { eventId: "reval-2" });

    expect(first).toMatchObject({
      status: 201,
      body: {
        status: "COMPLETED",
        results: [{ currency: "EUR", carrying: { cents: "1100" }, delta: { cents: "150" } }],
      },
    });
    expect(again.status).toBe(200);
    expect([second.status, at(second.body, "type")]).toEqual([409, "/problems/revaluation-already-run"]);
    await vi.waitUntil(async () => (await balanceOf("fx-gain", "2026-04-01")) === "0");
    expect(await balanceOf("fx-gain", "2026-03-31")).toBe("150");
  });

  test("of an open period is refused, and may be asked for again when it is closed", async () => {
    const early = await run("2026-03");
    await closeMonth(books, "2026-03", "SOFT_CLOSED");

    expect([early.status, at(early.body, "type")]).toEqual([422, "/problems/revaluation-configuration-invalid"]);
    expect((await run("2026-03")).status).toBe(201);
    const runs = await books.expect(200, "GET", `/v1/revaluations/periods/${await periodId(books, "2026-03")}`);
    expect(eachAt(runs, "items", "status")).toEqual(["COMPLETED", "FAILED"]);
  });

  test("reports a rate that is missing", async () => {
    await closeMonth(books, "2026-02", "SOFT_CLOSED");
    await closeMonth(books, "2026-03", "SOFT_CLOSED");
    await books.expect(200, "PATCH", "/v1/business-entity", { body: { rateAgeDaysMax: 0 } });
    await closeMonth(books, "2026-04", "SOFT_CLOSED");

    expect(at((await run("2026-04")).body, "type")).toBe("/problems/rate-too-old");
  });

  test("is made before a period is closed hard", async () => {
    await closeMonth(books, "2026-01", "HARD_CLOSED");
    await closeMonth(books, "2026-02", "HARD_CLOSED");
    await closeMonth(books, "2026-03", "HARD_CLOSED");

    const runs = await books.expect(200, "GET", `/v1/revaluations/periods/${await periodId(books, "2026-03")}`);

    expect(eachAt(runs, "items", "status")).toEqual(["COMPLETED"]);
    expect(await balanceOf("fx-gain", "2026-03-31")).toBe("150");
  });

  test("that lacks a rate keeps its period from being closed hard, until the rate is there", async () => {
    for (const month of ["2026-01", "2026-02", "2026-03"]) await closeMonth(books, month, "HARD_CLOSED");
    await vi.waitUntil(async () => (await balanceOf("fx-gain", "2026-04-01")) === "0");
    await books.expect(200, "PATCH", "/v1/business-entity", { body: { rateAgeDaysMax: 0 } });
    await closeMonth(books, "2026-04", "SOFT_CLOSED");
    const path = `/v1/accounting-periods/${await periodId(books, "2026-04")}/status`;

    const refused = await books.ask("PATCH", path, { body: { status: "HARD_CLOSED" } });
    const unchanged = await books.expect(200, "PATCH", path, { body: { status: "SOFT_CLOSED" } });
    await addRate(books, { rate: "1.3", effectiveDate: "2026-04-30", rateType: "CLOSING" });
    const closed = await books.ask("PATCH", path, { body: { status: "HARD_CLOSED" } });

    expect([refused.status, at(refused.body, "type")]).toEqual([422, "/problems/rate-too-old"]);
    expect(at(unchanged, "status")).toBe("SOFT_CLOSED");
    expect(closed).toMatchObject({ status: 200, body: { status: "HARD_CLOSED" } });
    expect(await balanceOf("fx-gain", "2026-04-30")).toBe("200");
  });

  test("is completed before a period is closed hard, by what balances gained since, and not twice", async () => {
    for (const month of ["2026-01", "2026-02"]) await closeMonth(books, month, "HARD_CLOSED");
    await closeMonth(books, "2026-03", "SOFT_CLOSED");
    await run("2026-03");
    await post([debit("bank-eur", 500), credit("sales", 500)], { transactionCurrency: "EUR" });

    await closeMonth(books, "2026-03", "HARD_CLOSED");
    const path = `/v1/accounting-periods/${await periodId(books, "2026-03")}/status`;
    await books.expect(200, "PATCH", path, { body: { status: "OPEN" } });
    await closeMonth(books, "2026-03", "HARD_CLOSED");
    const runs = await books.expect(200, "GET", `/v1/revaluations/periods/${await periodId(books, "2026-03")}`);

    // 15.00 EUR are worth 18.75 at 1.25, and were booked as 16.50 at 1.1.
    expect(eachAt(at(runs, "items.0"), "results", "delta.cents")).toEqual(["150", "75"]);
    expect(await balanceOf("fx-gain", "2026-03-31")).toBe("225");
    await vi.waitUntil(async () => (await balanceOf("fx-gain", "2026-04-01")) === "0");
  });
});

test("a translation moves foreign income to its average rate, against equity", async () => {
  await post([debit("bank-eur", 1000), credit("sales-eur", 1000)], { transactionCurrency: "EUR" });
  await addRate(books, { rate: "1.2", effectiveDate: "2026-03-31", rateType: "AVERAGE" });
  await closeMonth(books, "2026-03", "SOFT_CLOSED");
  const path = `/v1/revaluations/periods/${await periodId(books, "2026-03")}/translation`;

  const done = await books.ask("POST", path, { body: { eventId: "cta", ociAccountCode: "oci" } });
  const again = await books.ask("POST", path, { body: { eventId: "cta", ociAccountCode: "oci" } });
  const second = await books.ask("POST", path, { body: { eventId: "cta-2", ociAccountCode: "oci" } });

  expect([again.status, second.status, at(second.body, "type")]).toEqual([
    200,
    409,
    "/problems/revaluation-already-run",
  ]);
  expect(done).toMatchObject({ status: 201, body: { results: [{ delta: { cents: "-100" } }] } });
  expect(await balanceOf("oci", "2026-03-31")).toBe("-100");
});

test("a settlement posts what was gained against the rate of the entry, once", async () => {
  const sale = await post([debit("bank-eur", 1000), credit("sales", 1000)], { transactionCurrency: "EUR" });
  const settle = (settlementRate: string, eventId: string) =>
    books.ask("POST", "/v1/settlements", {
      body: {
        ...{ eventId, settlementRate, settlementDate: "2026-04-10", monetaryAccountCode: "bank-eur" },
        originalJournalEntryId: textAt(sale, "journalEntryId"),
      },
    });

  const gained = await settle("1.15", "settle-1");
  const again = await settle("1.15", "settle-1");
  const nothing = await settle("1.1", "settle-2");

  expect(gained).toMatchObject({ status: 201, body: { carrying: { cents: "1100" }, delta: { cents: "50" } } });
  expect(again).toMatchObject({ status: 200, body: gained.body });
  expect(nothing).toMatchObject({ status: 201, body: { delta: { cents: "0" }, entry: null } });
});

test("opening balances come from CSV once, against equity, each account at its balance", async () => {
  const body = {
    ...{ eventId: "opening", date: "2026-01-01", equityAccountCode: "capital" },
    csv: "account,debit,credit,base_debit,base_credit\ncash,700.00,,,\nbank-eur,10.00,,12.00,\npayable,,100.00,,\n",
  };

  const made = await books.expect(201, "POST", "/v1/opening-balances", { body });
  const again = await books.ask("POST", "/v1/opening-balances", { body });
  const wrong = await books.ask("POST", "/v1/opening-balances", {
    body: { ...body, eventId: "other", csv: "account,debit\nnobody,1" },
  });

  expect(at(made, "entries.0.lineCount")).toBe(4);
  expect(again.status).toBe(200);
  expect(at(wrong.body, "type")).toBe("/problems/account-not-found");
  expect([await balanceOf("cash", "2026-01-01"), await balanceOf("bank-eur", "2026-01-01")]).toEqual(["70000", "1000"]);
  expect(await balanceOf("capital", "2026-01-01")).toBe("61200");
});

test("a year is closed once, into retained earnings, and the statements agree with it", async () => {
  await post([debit("cash", 900), credit("sales", 900)]);
  await post([debit("returns", 100), credit("cash", 100)]);
  await post([debit("rent", 300), credit("cash", 300)]);
  const close = () => books.ask("POST", "/v1/admin/year-end-close", { body: { fiscalYear: 2026 } });
  const early = await close();
  for (const month of ["2026-01", "2026-02", "2026-03", "2026-04"]) await closeMonth(books, month, "HARD_CLOSED");

  const closed = await close();
  const again = await close();
  const sheet = await books.expect(200, "GET", "/v1/reports/balance-sheet?asOfDate=2026-12-31");
  const income = await books.expect(200, "GET", "/v1/reports/income-statement?from=2026-01-01&to=2026-12-31");

  expect([early.status, at(early.body, "type")]).toEqual([422, "/problems/year-end-close-failed"]);
  expect(closed).toMatchObject({ status: 201, body: { netIncome: { cents: "500" }, entry: { status: "CLOSING" } } });
  expect(again).toMatchObject({
    status: 200,
    body: { closingJournalEntryId: at(closed.body, "closingJournalEntryId") },
  });
  expect(sheet).toMatchObject({ balanced: true, currentEarnings: [] });
  expect(at(income, "net.0.cents")).toBe("500");
  expect(await balanceOf("retained", "2026-12-31")).toBe("500");
});
