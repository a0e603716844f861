/** Tests of book files: a written file verifies without a database, and every change of it is found. */
import { expect, test } from "vitest";
import { credit, debit, SmallJournal } from "../../test/small-books.ts";
import { balancesOf } from "../core/balance.ts";
import { bookEndLines, bookHeadLines, entryLine, readBookLines } from "../core/book-file.ts";
import { verifyRecords } from "./verify-book-file.ts";

function writtenBook(): string[] {
  const journal = new SmallJournal();
  journal.post([debit("cash", 500000n), credit("capital", 500000n)], { postedDate: "2026-01-01" });
  journal.post([debit("receivable-eur", 1001n), credit("sales", 1001n)], { currency: "EUR", description: 'a "b"\n' });
  journal.post([debit("returns", 100n, { dimensions: { shop: "7" } }), credit("cash", 100n)]);
  const { entries, books, head } = journal;
  return [
    ...bookHeadLines({
      ...{ tenant: "tenant-1", ledger: "main", baseCurrency: "USD", fiscalYearStartMonth: 1 },
      ...{ accounts: books.chart.accounts, periods: books.periods, rates: [] },
    }),
    ...entries.map(entryLine),
    ...bookEndLines(balancesOf(entries, books.chart), head),
  ];
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const verify = (
  lines: readonly string[],
  ...options: Parameters<typeof verifyRecords> extends [unknown, ...infer Rest] ? Rest : never
) => verifyRecords(readBookLines(linesOf(lines)), ...options);

function changed(lines: readonly string[], from: string | RegExp, to: string): string[] {
  const at = lines.findIndex((line) => (typeof from === "string" ? line.includes(from) : from.test(line)));
  expect(at).toBeGreaterThanOrEqual(0);
  return lines.map((line, index) => (index === at ? line.replace(from, to) : line));
}

test("a book that was written verifies, and says where its chain ends", async () => {
  const report = await verify(writtenBook());

  expect(report).toMatchObject({
    ...{ tenant: "tenant-1", ledger: "main", entries: 3, lines: 6, equationDelta: 0n, differences: [] },
    head: { number: 3 },
  });
  expect(report.head?.hash).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ["an amount", '"amount":"500000"', '"amount":"500001"', { kind: "CHANGED", number: 1 }],
  ["a day", '"postedDate":"2026-01-01"', '"postedDate":"2026-01-02"', { kind: "CHANGED", number: 1 }],
  ["a dimension", '"shop":"7"', '"shop":"8"', { kind: "CHANGED", number: 3 }],
  [
    "a stored balance",
    /"account":"cash","debit":"500000"/,
    '"account":"cash","debit":"500001"',
    { kind: "BALANCE_DIFFERS", account: "cash" },
  ],
  ["the head", /"record":"head","chainSeq":3/, '"record":"head","chainSeq":4', { kind: "HEAD_DIFFERS" }],
])("of a book in which %s was changed, the place is named", async (_, from, to, difference) => {
  const { differences } = await verify(changed(writtenBook(), from, to));

  expect(differences).toContainEqual(expect.objectContaining(difference));
});

test("an entry that is missing is found, and against a kept head also what was cut off or written anew", async () => {
  const lines = writtenBook();
  const { head } = await verify(lines);
  const heads = head === undefined ? [] : [head];
  const withoutSecond = lines.filter((line) => !line.includes('"chainSeq":2'));
  const cutOff = lines.filter((line) => !/"chainSeq":3|"record":"(head|balance)"/.test(line));
  const kindOf = async (...given: Parameters<typeof verify>) => (await verify(...given)).differences[0]?.kind;

  expect(await kindOf(withoutSecond)).toBe("MISSING");
  expect(await kindOf(cutOff, { heads })).toBe("CUT_OFF");
  expect(await kindOf(lines, { heads: [{ number: 3, hash: "0".repeat(64) }] })).toBe("REWRITTEN");
  expect(await kindOf(lines, { heads })).toBeUndefined();
});

test.each([
  ["no JSON", "{", "line 1 of the file cannot be used: it is no JSON"],
  [
    "another kind of record",
    '{"record":"invoice"}',
    'line 1 of the file cannot be used: its member "record" must be one of',
  ],
  [
    "an amount that is a number",
    '{"record":"balance","account":"a","debit":1,"credit":"0","baseDebit":"0","baseCredit":"0"}',
    "/debit",
  ],
  ["a member that nobody knows", '{"record":"head","chainSeq":1,"hash":"x","note":""}', "line 1"],
  ["no ledger", "", 'no record "ledger" stands before it'],
])("%s is refused with the line and the way out", async (_, text, message) => {
  await expect(verify([text])).rejects.toThrow(message);
});
