/** Tests of closing a year, of revaluation and of settlements. */
import { describe, expect, test } from "vitest";
import { booksWith, credit, debit, MONTHS, rate, SmallJournal } from "../../test/small-books.ts";
import { balancesOf, signedBalance, signedBaseBalance } from "./balance.ts";
import type { Books } from "./books.ts";
import { baseSumOf, checkDraft } from "./check-entry.ts";
import { balanceSheet, incomeStatement } from "./financial-statement.ts";
import { closeYear } from "./fiscal-year.ts";
import type { Period } from "./period.ts";
import { createRateTable, parseRate } from "./rate.ts";
import { revalue, settle } from "./revaluation.ts";
import { reverseEntry } from "./reverse-entry.ts";

const year = { tenant: "tenant-1", fiscalYear: 2026, retainedEarnings: "retained", createdBy: "ann" };
const closed = booksWith({ periods: MONTHS.map((period): Period => ({ ...period, status: "HARD_CLOSED" })) });

function yearOfBusiness(): SmallJournal {
  const journal = new SmallJournal();
  journal.post([debit("cash", 5000n), credit("capital", 5000n)], { postedDate: "2026-01-01" });
  journal.post([debit("cash", 900n), credit("sales", 900n)]);
  journal.post([debit("returns", 100n), credit("cash", 100n)]);
  journal.post([debit("rent", 300n), credit("cash", 300n)]);
  journal.post([debit("cash", 77n), credit("sales", 77n)], { postedDate: "2027-01-15" });
  return journal;
}

describe("a year-end close", () => {
  test("empties revenue and expenses of that year alone into retained earnings", () => {
    const journal = yearOfBusiness();
    const closing = closeYear(journal.entries, year, closed);
    if (closing === undefined) throw new Error("there is something to close");
    journal.append(closing);

    expect(closing).toMatchObject({ eventId: "YEAR-END-CLOSE:2026:tenant-1", effectiveDate: "2026-12-31" });
    const sheet = balanceSheet(journal.entries, "2026-12-31", journal.books);
    expect(sheet.currentEarnings).toEqual([]);
    expect(sheet.equity.rows.find(({ code }) => code === "retained")?.amount).toBe(500n);
    expect(balanceSheet(journal.entries, "2027-01-31", journal.books).currentEarnings).toEqual([
      { fiscalYear: 2027, amount: 77n },
    ]);
  });

  test("leaves the income statement as it was and the balance sheet in balance", () => {
    const journal = yearOfBusiness();
    const range = { from: "2026-01-01", to: "2026-12-31" };
    const before = incomeStatement(journal.entries, range, journal.books);
    const closing = closeYear(journal.entries, year, closed);
    if (closing !== undefined) journal.append(closing);

    const after = incomeStatement(journal.entries, range, journal.books);

    expect([after.net, after.revenue, after.expenses]).toEqual([before.net, before.revenue, before.expenses]);
    expect(balanceSheet(journal.entries, "2026-12-31", journal.books).isBalanced).toBe(true);
  });

  test("closes what was added after the year was opened again, and nothing twice", () => {
    const journal = yearOfBusiness();
    const first = closeYear(journal.entries, year, closed);
    if (first !== undefined) journal.append(first);
    expect(closeYear(journal.entries, year, closed)).toBeUndefined();

    journal.post([debit("rent", 40n), credit("cash", 40n)]);
    const second = closeYear(journal.entries, year, closed);

    expect(second?.eventId).toBe("YEAR-END-CLOSE:2026:tenant-1:2");
    expect(second?.lines.map(({ account, side, amount }) => [account, side, amount])).toEqual([
      ["rent", "C", 40n],
      ["retained", "D", 40n],
    ]);
  });

  test("empties an account in another currency in both currencies, also when only the base value is left", () => {
    const journal = new SmallJournal();
    journal.post([debit("receivable-eur", 100n), credit("sales-eur", 100n)], { currency: "EUR" });
    journal.post([debit("sales-eur", 100n), credit("receivable-eur", 100n)], {
      ...{ currency: "EUR", transactionDate: "2026-07-01" },
    });
    const closing = closeYear(journal.entries, year, closed);
    if (closing === undefined) throw new Error("the rates differ");
    journal.append(closing);

    const sales = balancesOf(journal.entries, journal.books.chart).get("sales-eur");
    expect(sales && [signedBalance(sales), signedBaseBalance(sales)]).toEqual([0n, 0n]);
    expect(baseSumOf(closing.lines, "D")).toBe(baseSumOf(closing.lines, "C"));
  });

  test.each<[title: string, changes: Partial<typeof year>, books: Books, reason: string]>([
    ["a period is not closed hard", {}, booksWith(), "period 2026-01 is OPEN"],
    ["the account is not of equity", { retainedEarnings: "cash" }, closed, "account cash is ASSET"],
    ["the year has no period", { fiscalYear: 2020 }, closed, "it has no accounting period"],
  ])("is refused while %s", (_, changes, books, reason) => {
    expect(() => closeYear([], { ...year, ...changes }, books)).toThrow(reason);
  });

  test("is not reversed", () => {
    const journal = yearOfBusiness();
    const closing = closeYear(journal.entries, year, closed);
    if (closing === undefined) throw new Error("there is something to close");

    const posted = journal.append(closing);

    expect(() =>
      reverseEntry(posted, { eventId: "x", createdBy: "ann" }, journal.books, { isReversed: false }),
    ).toThrow("close the year again");
  });
});

describe("a revaluation", () => {
  const rates = createRateTable(
    [rate("2026-01-01", "1.1"), rate("2026-04-30", "1.25", "CLOSING"), rate("2026-05-31", "1.05", "CLOSING")],
    { ageDaysMax: 400 },
  );
  const accounts = { reserve: "fx-reserve", gain: "fx-gain", loss: "fx-loss" };
  const run = (name: string) => {
    const period = MONTHS.find((month) => month.name === name);
    if (period === undefined) throw new Error(name);
    return { period: { ...period, status: "SOFT_CLOSED" as const }, eventId: "reval", createdBy: "ann", accounts };
  };

  test("counts balances that were carried forward, with reversals, and posts what they are worth more", () => {
    const journal = new SmallJournal(booksWith({ rates }));
    journal.post([debit("receivable-eur", 1000n), credit("sales", 1000n)], {
      currency: "EUR",
      postedDate: "2026-02-01",
    });
    const wrong = journal.post([debit("receivable-eur", 50n), credit("sales", 50n)], { currency: "EUR" });
    journal.append(reverseEntry(wrong, { eventId: "undo", createdBy: "ann" }, journal.books, { isReversed: false }));
    journal.post([debit("rent", 200n), credit("payable-eur", 200n)], { currency: "EUR" });

    const [found, ...others] = revalue(journal.entries, run("2026-04"), journal.books);

    expect(others).toEqual([]);
    expect(found).toMatchObject({ currency: "EUR", balance: 800n, carrying: 880n, value: 1000n, delta: 120n });
    expect(found?.draft).toMatchObject({ eventId: "reval:EUR", postedDate: "2026-04-30", autoReverse: true });
    if (found?.draft === undefined) throw new Error("a gain");
    const entry = checkDraft(found.draft, journal.books);
    expect(entry.lines.map(({ account, side }) => [account, side])).toEqual([
      ["fx-reserve", "D"],
      ["fx-gain", "C"],
    ]);
  });

  test("posts a loss the other way round, and nothing when nothing changed", () => {
    const journal = new SmallJournal(booksWith({ rates }));
    journal.post([debit("receivable-eur", 1000n), credit("sales", 1000n)], {
      currency: "EUR",
      postedDate: "2026-02-01",
    });

    const [loss] = revalue(journal.entries, run("2026-05"), journal.books);
    const flat = { ...journal.books, rates: createRateTable([rate("2026-05-31", "1.1", "CLOSING")]) };
    const [nothing] = revalue(journal.entries, run("2026-05"), flat);

    expect(loss?.delta).toBe(-50n);
    expect(loss?.draft?.lines.map(({ account, side }) => [account, side])).toEqual([
      ["fx-loss", "D"],
      ["fx-reserve", "C"],
    ]);
    expect([nothing?.delta, nothing?.draft]).toEqual([0n, undefined]);
  });

  test("waits until the period is closed softly, and needs a closing rate", () => {
    const journal = new SmallJournal(booksWith({ rates }));
    journal.post([debit("receivable-eur", 1000n), credit("sales", 1000n)], {
      currency: "EUR",
      postedDate: "2026-02-01",
    });
    const april = run("2026-04");

    expect(() => revalue([], { ...april, period: { ...april.period, status: "OPEN" } }, journal.books)).toThrow(
      "is OPEN: close it softly",
    );
    expect(() => revalue(journal.entries, run("2026-02"), journal.books)).toThrow("no CLOSING rate from EUR to USD");
  });
});

describe("a settlement", () => {
  const accounts = { reserve: "fx-reserve", gain: "fx-gain", loss: "fx-loss" };
  const settlement = { eventId: "paid", date: "2026-05-01", createdBy: "ann", account: "receivable-eur", accounts };

  test("posts what the rate gained or lost since the entry was booked, and nothing at the same rate", () => {
    const original = new SmallJournal().post([debit("receivable-eur", 1001n), credit("sales", 1001n)], {
      ...{ currency: "EUR", reference: "invoice 7" },
    });
    const at = (text: string) => settle(original, { ...settlement, rate: parseRate(text) }, booksWith());

    expect(at("1.2")).toMatchObject({ carrying: 1101n, value: 1201n, delta: 100n });
    expect(at("1.2").draft).toMatchObject({ reference: "invoice 7", postedDate: "2026-05-01" });
    expect(at("1.0").delta).toBe(-100n);
    expect(at("1.1").draft).toBeUndefined();
  });

  test("of an account without a foreign amount is refused", () => {
    const original = new SmallJournal().post([debit("cash", 5n), credit("sales", 5n)]);

    expect(() => settle(original, { ...settlement, account: "cash", rate: 1n }, booksWith())).toThrow(
      "has no foreign amount on account cash",
    );
  });
});
