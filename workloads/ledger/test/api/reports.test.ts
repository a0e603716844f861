/** Tests reports over the HTTP API: as JSON and CSV, for one day and compared with others. */
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credit, debit, entryOf, openCompany } from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 4);
  const entries = [
    entryOf([debit("cash", 500_000), credit("capital", 500_000)], { postedDate: "2026-01-01" }),
    entryOf([debit("cash", 90_000), credit("sales", 90_000)], { postedDate: "2026-02-02", description: "=1+1" }),
    entryOf([debit("returns", 10_000), credit("cash", 10_000)], { postedDate: "2026-03-01" }),
    entryOf([debit("rent", 30_000, { dimensions: { site: "north" } }), credit("cash", 30_000)], {
      postedDate: "2026-03-02",
    }),
    entryOf([debit("bank-eur", 1_000), credit("sales", 1_000)], {
      postedDate: "2026-03-03",
      transactionCurrency: "EUR",
    }),
  ];
  await world.expect(201, "POST", "/v1/journal-entries/batch", { body: { batchMode: "POST_NOW", entries } });
});
afterAll(() => world.dispose());

const report = (path: string) => world.expect(200, "GET", `/v1/reports/${path}`, { as: "reader" });

async function rows(path: string): Promise<Record<string, string>[]> {
  const answer = await world.ask("GET", `/v1/reports/${path}`, { as: "reader" });
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/csv; charset=utf-8" } });
  return parse(String(answer.body), { columns: true });
}

describe("a trial balance", () => {
  test("has two equal columns, rolls accounts up, and names the end of the chain it was made from", async () => {
    const found = await report("trial-balance?asOfDate=2026-03-31&compareWith=2026-01-31");
    const head = await world.expect(200, "GET", "/v1/admin/chain/head");

    expect(found).toMatchObject({ balanced: true, totalDebit: { cents: "591100", formatted: "5911.00" } });
    expect(at(found, "metadata.source")).toEqual({ chainSeq: at(head, "chainSeq"), hash: at(head, "hash") });
    const assets = eachAt(found, "rows", "code").indexOf("assets");
    expect(at(found, `rows.${String(assets)}`)).toMatchObject({ isLeaf: false, rolledUp: { cents: "551100" } });
    expect(at(found, "comparison.0")).toMatchObject({ asOfDate: "2026-01-31", totalDebit: { cents: "500000" } });
  });

  test("comes as CSV", async () => {
    const cells = await rows("trial-balance.csv?asOfDate=2026-03-31");

    expect(cells.find(({ account }) => account === "cash")).toMatchObject({ debit: "5500.00", credit: "0.00" });
    expect(cells.at(-1)).toMatchObject({ account: "total", debit: "5911.00", credit: "5911.00" });
  });
});

test("a balance sheet balances on every day and shows what was earned and not closed yet", async () => {
  const found = await report("balance-sheet?asOfDate=2026-03-31&compareWith=2026-01-31,2026-02-28");
  const cells = await rows("balance-sheet.csv?asOfDate=2026-03-31&compareWith=2026-01-31");

  expect(found).toMatchObject({
    balanced: true,
    asOfDates: ["2026-03-31", "2026-01-31", "2026-02-28"],
    currentEarnings: [{ fiscalYear: 2026, amounts: [{ cents: "51100" }, { cents: "0" }, { cents: "90000" }] }],
    assets: { totals: [{ cents: "551100" }, { cents: "500000" }, { cents: "590000" }], change: { cents: "-38900" } },
  });
  expect(cells.find(({ account }) => account === "total with current earnings")).toMatchObject({
    ...{ "2026-03-31": "5511.00", "2026-01-31": "5000.00" },
  });
});

test("an income statement takes contra accounts away, beside another range", async () => {
  const found = await report("income-statement?from=2026-03-01&to=2026-03-31&compareWith=2026-02-01:2026-02-28");
  const cells = await rows("income-statement.csv?from=2026-03-01&to=2026-03-31");

  expect(found).toMatchObject({
    net: [{ cents: "-38900" }, { cents: "90000" }],
    revenue: { totals: [{ cents: "-8900" }, {}] },
  });
  expect(cells.at(-1)).toMatchObject({ section: "net", "2026-03-01 to 2026-03-31": "-389.00" });
});

test("cash flow says where cash came from and went to", async () => {
  const found = await report("cash-flow?from=2026-02-01&to=2026-03-31");
  const cells = await rows("cash-flow.csv?from=2026-02-01&to=2026-03-31");

  expect(found).toMatchObject({ opening: { cents: "500000" }, closing: { cents: "550000" }, balanced: true });
  expect(cells.map(({ account, amount }) => [account, amount])).toEqual([
    ["", "5000.00"],
    ["returns", "-100.00"],
    ["sales", "900.00"],
    ["rent", "-300.00"],
    ["", "5500.00"],
  ]);
});

test("a general ledger has the balance after each line, page by page, and leads to entries and events", async () => {
  const query = "from=2026-02-01&to=2026-03-31";
  const first = await report(`general-ledger/cash?${query}&limit=2`);
  const rest = await report(`general-ledger/cash?${query}&limit=2&after=${textAt(first, "next")}`);
  const cells = await rows(`general-ledger/cash.csv?${query}`);

  expect(first).toMatchObject({ opening: { own: { cents: "500000" } }, closing: { own: { cents: "550000" } } });
  expect([...eachAt(first, "lines", "balance.own.cents"), ...eachAt(rest, "lines", "balance.own.cents")]).toEqual([
    ...["590000", "580000", "550000"],
  ]);
  expect(at(rest, "next")).toBeNull();
  await world.expect(200, "GET", `/v1/journal-entries/${textAt(first, "lines.0.journalEntryId")}`);
  expect(cells.map(({ balance }) => balance)).toEqual(["5000.00", "5900.00", "5800.00", "5500.00", "5500.00"]);
  expect(cells[1]?.["description"]).toBe("'=1+1"); // spreadsheets do not run it
});

test("what an account moved, what lines of a dimension add up to, and what is held in foreign currencies", async () => {
  const range = "from=2026-03-01&to=2026-03-31";

  expect(await report(`account-activity/cash?${range}`)).toMatchObject({
    ...{
      opening: { cents: "590000" },
      debits: { cents: "0" },
      credits: { cents: "40000" },
      closing: { cents: "550000" },
    },
  });
  expect(at(await report(`dimension-summary?${range}&dimension=site`), "rows.0")).toMatchObject({
    ...{ value: "north", accountCode: "rent", debit: { cents: "30000" } },
  });
  expect(at(await report("fx-exposure?asOfDate=2026-03-31"), "rows")).toMatchObject([
    { code: "bank-eur", balance: { cents: "1000" }, carrying: { cents: "1100" }, value: { cents: "1100" } },
  ]);
  expect(await rows("fx-exposure.csv?asOfDate=2026-03-31")).toMatchObject([{ account: "bank-eur", balance: "10.00" }]);
});

test("a register has every entry of its days with its lines", async () => {
  const query = "from=2026-03-01&to=2026-03-31";
  const first = await report(`journal-register?${query}&limit=2`);
  const rest = await report(`journal-register?${query}&limit=2&after=${textAt(first, "next")}`);
  const cells = await rows(`journal-register.csv?${query}`);

  expect([...eachAt(first, "entries", "effectiveDate"), ...eachAt(rest, "entries", "effectiveDate")]).toEqual([
    ...["2026-03-01", "2026-03-02", "2026-03-03"],
  ]);
  expect(cells).toHaveLength(6);
});

test.each([
  ["trial-balance?asOfDate=2026-02-30", 400],
  ["trial-balance", 400],
  ["trial-balance?asOfDate=2026-03-31&compareWith=2026-02-30", 400],
  ["income-statement?from=2026-03-31&to=2026-03-01", 400],
  ["income-statement?from=2026-03-01&to=2026-03-31&compareWith=yesterday", 400],
  ["income-statement?from=2026-03-01&to=2026-03-31&compareWith=2026-02-28:2026-02-01", 400],
  ["cash-flow?from=2026-03-31&to=2026-03-01", 400],
  ["general-ledger/cash?from=2026-03-31&to=2026-03-01", 400],
  ["account-activity/cash?from=2026-03-31&to=2026-03-01", 400],
  ["journal-register?from=2026-03-31&to=2026-03-01", 400],
  ["dimension-summary?from=2026-03-31&to=2026-03-01&dimension=site", 400],
  ["fx-exposure?asOfDate=2026-02-30", 400],
  ["aging?accountCode=cash&asOfDate=2026-02-30", 400],
  ["aging?accountCode=nobody&asOfDate=2026-03-31", 422],
  ["general-ledger/nobody?from=2026-03-01&to=2026-03-31", 404],
  ["general-ledger/cash?from=2026-03-01&to=2026-03-31&after=nowhere", 400],
])("%s is refused with %i", async (path, status) => {
  const answer = await world.ask("GET", `/v1/reports/${path}`, { as: "reader" });

  expect(answer.status).toBe(status);
  expect(answer.body).toHaveProperty("code");
});

test("aging shows what is open under each reference by how long it is, and not what was paid or taken back", async () => {
  const sale = (referenceId: string | undefined, amount: number, postedDate: string, customer = "bo") =>
    entryOf([debit("receivable", amount, { dimensions: { customer } }), credit("sales", amount)], {
      ...{ postedDate, ...(referenceId && { referenceId }) },
    });
  const paid = (referenceId: string, amount: number, postedDate: string, customer = "bo") =>
    entryOf([debit("cash", amount), credit("receivable", amount, { dimensions: { customer } })], {
      ...{ postedDate, referenceId },
    });
  const entries = [
    sale("inv-1", 1_000, "2026-01-10"),
    paid("inv-1", 400, "2026-03-20"),
    sale("inv-2", 700, "2026-01-15"),
    paid("inv-2", 700, "2026-02-15"),
    sale("inv-3", 50, "2026-02-10", "cy"),
    sale("inv-4", 9, "2026-03-31", "cy"),
    sale(undefined, 5, "2026-03-01"),
    paid("inv-0", 3, "2026-01-29"),
  ];
  await world.expect(201, "POST", "/v1/journal-entries/batch", { body: { batchMode: "POST_NOW", entries } });
  const listed = await world.expect(200, "GET", `/v1/journal-entries?eventId=${entries[6]?.eventId ?? ""}`);
  const path = `/v1/journal-entries/${textAt(listed, "items.0.journalEntryId")}/reverse`;
  await world.expect(201, "POST", path, { body: { eventId: "undo-sale", effectiveDate: "2026-04-01" } });

  const query = "accountCode=receivable&asOfDate=2026-03-31";
  const found = await report(`aging?${query}&dimension=customer`);
  const later = await report("aging?accountCode=receivable&asOfDate=2026-04-11");
  const cells = await rows(`aging.csv?${query}`);
  const refused = await world.ask("GET", "/v1/reports/aging?accountCode=sales&asOfDate=2026-03-31", { as: "reader" });

  // inv-1: 80 days; inv-3: 49; inv-0: 61, on the other side; the sale without a reference: 30; inv-4: 0.
  expect(eachAt(found, "ages", "own.cents")).toEqual(["14", "50", "597", "0"]);
  expect(eachAt(found, "items", "reference")).toEqual(["inv-1", "inv-0", "inv-3", null, "inv-4"]);
  expect(eachAt(found, "items", "days")).toEqual([80, 61, 49, 30, 0]);
  expect(at(found, "total")).toMatchObject({ items: 5, own: { cents: "661" } });
  expect(eachAt(found, "byValue", "value")).toEqual(["bo", "cy"]);
  expect(eachAt(at(found, "byValue.1"), "ages", "own.cents")).toEqual(["9", "50", "0", "0"]);
  expect(eachAt(later, "ages", "own.cents")).toEqual(["9", "50", "-3", "600"]);
  expect(cells.map(({ age, open }) => [age, open])).toEqual([
    ...[["0-30", "0.14"] as const, ["31-60", "0.50"] as const, ["61-90", "5.97"] as const],
  ]);
  expect([refused.status, at(refused.body, "type")]).toEqual([400, "/problems/report-invalid-params"]);
});
