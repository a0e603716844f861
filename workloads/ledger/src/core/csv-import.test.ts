/** Tests of reading CSV: accounts, our journals, and the output of hledger. */
import { expect, test } from "vitest";
import { credit, debit, SmallJournal } from "../../test/small-books.ts";
import type { BookRecord } from "./book-file.ts";
import { journalCsv } from "./csv-export.ts";
import { readBookCsv } from "./csv-import.ts";

async function read(...parts: readonly string[]): Promise<BookRecord[]> {
  async function* text(): AsyncGenerator<string> {
    yield* parts;
  }
  const records: BookRecord[] = [];
  for await (const { record } of readBookCsv(text(), { eventPrefix: "file" })) records.push(record);
  return records;
}

test("a chart of accounts comes from its columns, whatever is left out", async () => {
  const records = await read(
    "code,name,type,currency,contra,parent\n",
    "cash,Cash,asset,EUR,,\nold,,ASSET,EUR,yes,cash\n",
  );

  expect(records).toMatchObject([
    { record: "account", code: "cash", name: "Cash", type: "ASSET", isContra: false, parent: null, isActive: true },
    { record: "account", code: "old", name: "old", type: "ASSET", isContra: true, parent: "cash" },
  ]);
});

test("what hledger prints becomes entries with stable event ids, and accounts by the first word of their names", async () => {
  const head = "txnidx,date,date2,status,code,description,comment,account,amount,commodity,credit,debit\n";
  const rows = [
    '1,2026-01-02,,*,R1,"Rent, January",,Expenses:Rent,12.50,EUR,,12.50\n',
    "1,2026-01-02,,*,R1,Rent,,Assets:Bank,-12.50,EUR,12.50,\n1,2026-01-02,,*,,,,Assets:Bank,0,EUR,,\n",
    "2,2026-01-03,,,,,,somewhere,1,EUR,,1\n2,2026-01-03,,,,,,Assets:Bank,-1,EUR,1,\n",
  ];

  const records = await read(head, ...rows);

  expect(records.map(({ record }) => record)).toEqual(["account", "account", "entry", "entry"]);
  expect(records[0]).toMatchObject({ code: "Expenses:Rent", type: "EXPENSE", currency: "EUR" });
  expect(records[2]).toMatchObject({
    ...{ eventId: "file-1", postedDate: "2026-01-02", currency: "EUR", description: "Rent, January", reference: "R1" },
    lines: [
      { account: "Expenses:Rent", side: "D", amount: "1250" },
      { account: "Assets:Bank", side: "C", amount: "1250" },
    ],
  });
});

test("a journal that we wrote as CSV is read as it was written", async () => {
  const journal = new SmallJournal();
  journal.post([debit("receivable-eur", 101n), credit("cash", 112n, { currency: "USD" })], { currency: "EUR" });
  journal.post([debit("returns", 100n, { dimensions: { shop: "7" } }), credit("cash", 100n)], { description: "=1+1" });

  const records = await read(...journalCsv(journal.entries, journal.books.chart));

  expect(records).toMatchObject([
    {
      eventId: "event-1",
      currency: "EUR",
      lines: [{ currency: "EUR", amount: "101" }, { currency: "USD", side: "C" }, { account: "rounding" }],
    },
    { eventId: "event-2", currency: "USD", description: "=1+1", lines: [{ dimensions: { shop: "7" } }, {}] },
  ]);
});

test.each([
  ["nothing", "", "it is empty"],
  ["no rows under other columns", "hello\n", "must name the columns code, type, currency; or txnidx"],
  ["other columns", "a,b\n1,2\n", "must name the columns code, type, currency; or txnidx"],
  [
    "a type that nobody knows",
    "code,type,currency\ncash,MONEY,EUR\n",
    "line 2 of the file cannot be used: its type must be one of",
  ],
  [
    "two commodities in an entry",
    "txnidx,date,account,amount,commodity\n1,2026-01-01,a,1,EUR\n1,2026-01-01,b,-1,USD\n",
    "another commodity",
  ],
  [
    "more decimals than there are",
    "txnidx,date,account,amount,commodity\n1,2026-01-01,a,1.005,EUR\n",
    "EUR has 2 decimals",
  ],
  ["a line with more cells than columns", "code,type,currency\n1,2,3,4\n", "the file is no CSV"],
])("%s are refused with the way out", async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
