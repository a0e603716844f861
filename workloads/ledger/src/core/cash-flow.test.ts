/** Tests of cash flow. */
import { describe, expect, test } from "vitest";
import { ACCOUNTS, booksWith, credit, debit, SmallJournal } from "../../test/small-books.ts";
import { createChart } from "./account.ts";
import { cashFlow } from "./financial-statement.ts";

const chart = createChart(ACCOUNTS.map((account) => ({ ...account, isCash: account.code === "cash" })));
const books = booksWith({ chart });

function business(): SmallJournal {
  const journal = new SmallJournal(books);
  journal.post([debit("cash", 5000n), credit("capital", 5000n)], { postedDate: "2026-01-01" });
  journal.post([debit("cash", 900n), credit("sales", 900n)], { postedDate: "2026-02-02" });
  journal.post([debit("receivable", 70n), credit("sales", 70n)], { postedDate: "2026-02-03" });
  journal.post([debit("rent", 250n), debit("equipment", 50n), credit("cash", 300n)], { postedDate: "2026-02-04" });
  return journal;
}

describe("cash flow", () => {
  test("says from which accounts cash came and to which it went, and nothing of entries without cash", () => {
    const { entries } = business();

    const flow = cashFlow(entries, { from: "2026-02-01", to: "2026-02-28" }, books);

    expect(flow).toMatchObject({ opening: 5000n, closing: 5600n, isBalanced: true });
    expect(flow.sections.map(({ type, rows }) => [type, rows.map(({ code, amount }) => [code, amount])])).toEqual([
      ["ASSET", [["equipment", -50n]]],
      ["REVENUE", [["sales", 900n]]],
      ["EXPENSE", [["rent", -250n]]],
    ]);
  });

  test("counts all accounts below one that is marked", () => {
    const below = ACCOUNTS.map((account) => ({
      ...account,
      isCash: account.code === "receivable",
      parent: account.code === "cash" ? "receivable" : account.parent,
    }));
    const { entries } = business();

    const flow = cashFlow(entries, { from: "2026-01-01", to: "2026-12-31" }, booksWith({ chart: createChart(below) }));

    expect(flow.cash.map(({ code, amount }) => [code, amount])).toEqual([
      ["cash", 5600n],
      ["receivable", 70n],
    ]);
  });

  test("is refused while no account is marked as cash", () => {
    expect(() => cashFlow([], { from: "2026-01-01", to: "2026-12-31" }, booksWith())).toThrow("no account is marked");
  });
});
