/** Tests of opening balances. */
import { describe, expect, test } from "vitest";
import { account, ACCOUNTS, booksWith, SmallJournal } from "../../test/small-books.ts";
import { verifyJournal } from "../verify/verify-journal.ts";
import { createChart } from "./account.ts";
import { trialBalance } from "./financial-statement.ts";
import { type OpeningBalance, openingEntries, readOpeningCsv } from "./opening.ts";

const books = booksWith();
const opening = { eventId: "opening", date: "2026-01-01", equity: "capital", createdBy: "ann" };
const balance = (code: string, side: "D" | "C", amount: bigint, baseAmount?: bigint): OpeningBalance => ({
  ...{ account: code, side, amount, baseAmount },
});

describe("opening balances", () => {
  test("become an entry that leaves every account at its balance, against equity", () => {
    const journal = new SmallJournal();
    const balances = [
      ...[balance("cash", "D", 700n), balance("receivable-eur", "D", 100n), balance("payable-eur", "C", 10n, 12n)],
    ];
    for (const entry of openingEntries({ ...opening, balances }, books)) journal.append(entry);

    const { rows, isBalanced } = trialBalance(journal.entries, "2026-01-31", books);

    expect(isBalanced).toBe(true);
    expect(rows.map(({ code, balance: own, debit, credit }) => [code, own, debit, credit])).toEqual([
      ["capital", -798n, 0n, 798n],
      ["cash", 700n, 700n, 0n],
      ["payable-eur", -10n, 0n, 12n],
      ["receivable-eur", 100n, 110n, 0n],
    ]);
    expect(verifyJournal(journal.entries, { tenant: "tenant-1", ledger: "main" })).toBeUndefined();
  });

  test("of more accounts than an entry has lines become several entries, each balanced", () => {
    const many = Array.from({ length: 1500 }, (_, index) => account(`asset-${String(index)}`, "ASSET"));
    const large = booksWith({ chart: createChart([...ACCOUNTS, ...many]) });

    const entries = openingEntries({ ...opening, balances: many.map(({ code }) => balance(code, "D", 1n)) }, large);

    expect(entries.map(({ eventId, lines }) => [eventId, lines.length])).toEqual([
      ["opening", 1000],
      ["opening:2", 502],
    ]);
  });

  test.each<[title: string, balances: readonly OpeningBalance[], reason: string]>([
    ["nothing", [], "it has no balance"],
    ["an account twice", [balance("cash", "D", 1n), balance("cash", "C", 1n)], "account cash is in it twice"],
    ["an amount of 0", [balance("cash", "D", 0n)], "amounts are above 0"],
    ["an unknown account", [balance("cahs", "D", 1n)], "is not in the chart"],
    ["an account that is not active", [balance("old", "D", 1n)], "is not active"],
    ["another base amount of a base account", [balance("cash", "D", 2n, 3n)], "correct its base amount"],
  ])("of %s are refused", (_, balances, reason) => {
    expect(() => openingEntries({ ...opening, balances }, books)).toThrow(reason);
  });

  test("are not left over on an account that is not of equity", () => {
    expect(() => openingEntries({ ...opening, equity: "cash", balances: [balance("rent", "D", 1n)] }, books)).toThrow(
      "account cash is ASSET",
    );
  });

  test("come from CSV with the decimals of each account's currency", () => {
    const csv = "account,debit,credit,base_debit,base_credit\ncash,7.00,,,\npayable-eur,,0.10,,0.12\nrent,,,,\n";

    expect(readOpeningCsv(csv, books)).toEqual([balance("cash", "D", 700n), balance("payable-eur", "C", 10n, 12n)]);
  });

  test.each([
    ["account,debit\ncash,1.234", "USD has 2 decimals"],
    ["account,debit,credit\ncash,1,1", "line 2 of the opening balances: it has both"],
    ["account,debit\ncash,-1", "not negative"],
    ["account,debit,credit,base_credit\ncash,1,,1", "different sides"],
    ["debit\n1", "it names no account"],
    ['account\n"', "are no CSV"],
  ])("from CSV %j are refused with the line", (csv, reason) => {
    expect(() => readOpeningCsv(csv, books)).toThrow(reason);
  });
});
