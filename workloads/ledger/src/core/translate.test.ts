/** Tests of the translation of foreign income. */
import { describe, expect, test } from "vitest";
import { account, ACCOUNTS, booksWith, credit, debit, MONTHS, rate, SmallJournal } from "../../test/small-books.ts";
import { createChart } from "./account.ts";
import { checkDraft } from "./check-entry.ts";
import { createRateTable } from "./rate.ts";
import { translate } from "./revaluation.ts";

const rates = createRateTable(
  [rate("2026-01-01", "1.1"), rate("2026-03-31", "1.2", "AVERAGE"), rate("2026-04-30", "1.3", "AVERAGE")],
  { ageDaysMax: 400 },
);
const chart = createChart([...ACCOUNTS, account("oci", "EQUITY")]);
const periods = MONTHS.map((month) => ({ ...month, status: "SOFT_CLOSED" as const }));
const books = booksWith({ rates, chart, periods });
const runOf = (name: string) => {
  const period = periods.find((month) => month.name === name);
  if (period === undefined) throw new Error(`${name} is no month of the books`);
  return { period, eventId: `cta-${name}`, createdBy: "ann", accounts: { reserve: "fx-reserve", oci: "oci" } };
};

function salesInEuros(): SmallJournal {
  const journal = new SmallJournal(booksWith({ rates, chart }));
  journal.post([debit("receivable-eur", 1000n), credit("sales-eur", 1000n)], { currency: "EUR" });
  journal.post([debit("receivable-eur", 500n), credit("sales-eur", 500n)], {
    ...{ currency: "EUR", postedDate: "2026-04-10" },
  });
  return journal;
}

describe("a translation", () => {
  test("values the foreign income of its period alone at the average rate, against equity", () => {
    const [march, ...others] = translate(salesInEuros().entries, runOf("2026-03"), books);
    const [april] = translate(salesInEuros().entries, runOf("2026-04"), books);

    expect(others).toEqual([]);
    expect(march).toMatchObject({ currency: "EUR", balance: -1000n, carrying: -1100n, value: -1200n, delta: -100n });
    expect(april).toMatchObject({ balance: -500n, carrying: -550n, value: -650n, delta: -100n });
    expect(march?.draft?.lines).toEqual([
      { account: "oci", side: "D", amount: 100n },
      { account: "fx-reserve", side: "C", amount: 100n },
    ]);
  });

  test("makes entries that can be posted by who may post to closed periods", () => {
    const [march] = translate(salesInEuros().entries, runOf("2026-03"), books);
    if (march?.draft === undefined) throw new Error("the rates differ");

    expect(checkDraft(march.draft, books, { mayPostToSoftClosed: true })).toMatchObject({
      eventId: "cta-2026-03:EUR",
      effectiveDate: "2026-03-31",
      autoReverse: false,
    });
  });

  test("is refused for a period that is open, and for an account that is not of equity", () => {
    const run = runOf("2026-03");

    expect(() => translate([], { ...run, period: { ...run.period, status: "OPEN" } }, books)).toThrow("is OPEN");
    expect(() => translate([], { ...run, accounts: { reserve: "fx-reserve", oci: "cash" } }, books)).toThrow(
      "account cash is ASSET",
    );
  });
});
