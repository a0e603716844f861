/** Tests of the chart of accounts and of balances in it. */
import { expect, test } from "vitest";
import { account, credit, debit, SmallJournal } from "../../test/small-books.ts";
import { createChart, normalSide } from "./account.ts";
import { aggregatedBase, balancesOf, onNormalSide, signedBaseBalance } from "./balance.ts";

test.each([
  ["a code that comes twice", [account("a", "ASSET"), account("a", "ASSET")], "is in the chart already"],
  ["a parent that is missing", [account("a", "ASSET", { parent: "b" })], "its parent b is not in the chart"],
  [
    "a parent of another type",
    [account("a", "ASSET", { parent: "b" }), account("b", "EQUITY")],
    "b above it is EQUITY",
  ],
  [
    "a circle",
    [account("a", "ASSET", { parent: "b" }), account("b", "ASSET", { parent: "a" })],
    "it is its own ancestor",
  ],
  ["an empty code", [account("", "ASSET")], "codes are 1 to 50 letters"],
  ["a code with a space", [account("a b", "ASSET")], "codes are 1 to 50 letters"],
  ["a currency that is none", [account("a", "ASSET", { currency: "XAU" })], "has no minor unit"],
])("%s is refused", (_, accounts, reason) => {
  expect(() => createChart(accounts)).toThrow(reason);
});

test("assets and expenses grow by debits, the others by credits, contra accounts the other way round", () => {
  const sides = (["ASSET", "EXPENSE", "LIABILITY", "EQUITY", "REVENUE"] as const).map((type) => [
    normalSide({ type, isContra: false }),
    normalSide({ type, isContra: true }),
  ]);

  expect(sides).toEqual([
    ["D", "C"],
    ["D", "C"],
    ["C", "D"],
    ["C", "D"],
    ["C", "D"],
  ]);
});

test("a parent's balance holds those below it, and contra accounts take away from it", () => {
  const journal = new SmallJournal();
  journal.post([debit("equipment", 1000n), credit("cash", 1000n)]);
  journal.post([debit("rent", 100n), credit("depreciation", 100n)]);
  const { chart } = journal.books;
  const balances = balancesOf(journal.entries, chart);

  expect(aggregatedBase("equipment", balances, chart)).toBe(900n);
  const depreciation = balances.get("depreciation");
  expect(depreciation && onNormalSide(signedBaseBalance(depreciation), chart.require("depreciation"))).toBe(100n);
});

test("both totals of an account only rise", () => {
  const journal = new SmallJournal();
  journal.post([debit("cash", 70n), credit("sales", 70n)]);
  journal.post([debit("rent", 30n), credit("cash", 30n)]);

  expect(balancesOf(journal.entries, journal.books.chart).get("cash")).toEqual({
    ...{ debit: 70n, credit: 30n, baseDebit: 70n, baseCredit: 30n },
  });
});

test("an account in another currency has its own balance and one in the base currency", () => {
  const journal = new SmallJournal();
  journal.post([debit("receivable-eur", 100n), credit("sales", 100n)], { currency: "EUR" });

  const balances = balancesOf(journal.entries, journal.books.chart);

  expect(balances.get("receivable-eur")).toMatchObject({ debit: 100n, baseDebit: 110n });
  expect(balances.get("sales")).toMatchObject({ credit: 110n, baseCredit: 110n });
});
