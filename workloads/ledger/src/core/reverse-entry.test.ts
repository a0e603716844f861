/** Tests of reversals, corrections, and accruals that reverse themselves. */
import { describe, expect, test } from "vitest";
import { booksWith, credit, debit, draft, MONTHS, SmallJournal } from "../../test/small-books.ts";
import { balancesOf, signedBalance, signedBaseBalance } from "./balance.ts";
import type { Period, PeriodStatus } from "./period.ts";
import { correctEntry, reverseAccruals, reverseEntry } from "./reverse-entry.ts";

const request = { eventId: "undo-1", createdBy: "bob" };
const fresh = { isReversed: false };
const sale = [debit("receivable-eur", 1001n), credit("sales", 1001n)];

function withStatus(name: string, status: PeriodStatus): readonly Period[] {
  return MONTHS.map((period) => (period.name <= name ? { ...period, status } : period));
}

describe("a reversal", () => {
  test("restores every balance, at the rate of the original even when the rate has changed", () => {
    const journal = new SmallJournal();
    const original = journal.post(sale, { currency: "EUR" });
    journal.append(reverseEntry(original, { ...request, effectiveDate: "2026-07-01" }, journal.books, fresh));

    const balances = [...balancesOf(journal.entries, journal.books.chart).values()];

    expect(balances.map((totals) => [signedBalance(totals), signedBaseBalance(totals)])).toEqual([
      [0n, 0n],
      [0n, 0n],
    ]);
  });

  test("names the original, which stays as it is", () => {
    const journal = new SmallJournal();
    const original = journal.post(sale, { currency: "EUR" });
    const before = structuredClone(original);

    const reversal = reverseEntry(original, { ...request, reason: "wrong customer" }, journal.books, fresh);

    expect(reversal).toMatchObject({ kind: "REVERSAL", reversalOf: original.id, description: "wrong customer" });
    expect(original).toEqual(before);
  });

  test("is dated like the original while its period takes postings, else on the first later day that does", () => {
    const original = new SmallJournal().post(sale, { currency: "EUR" });
    const closed = booksWith({ periods: withStatus("2026-04", "HARD_CLOSED") });

    expect(reverseEntry(original, request, booksWith(), fresh).effectiveDate).toBe("2026-03-15");
    expect(reverseEntry(original, request, closed, fresh).effectiveDate).toBe("2026-05-01");
  });

  test("never gets into a closed period, and is never dated before the original", () => {
    const original = new SmallJournal().post(sale, { currency: "EUR" });
    const closed = booksWith({ periods: withStatus("2026-04", "HARD_CLOSED") });
    const allClosed = booksWith({ periods: withStatus("2099", "HARD_CLOSED") });
    const on = (effectiveDate: string) => ({ ...request, effectiveDate });

    expect(() => reverseEntry(original, on("2026-03-20"), closed, fresh)).toThrow("is HARD_CLOSED");
    expect(() => reverseEntry(original, on("2026-03-14"), booksWith(), fresh)).toThrow(
      "before its own date 2026-03-15",
    );
    expect(() => reverseEntry(original, request, allClosed, fresh)).toThrow("is HARD_CLOSED");
  });

  test("has an event id and an author, and no date in the future", () => {
    const original = new SmallJournal().post(sale, { currency: "EUR" });
    const later = { ...request, effectiveDate: "2026-05-02" };

    expect(() => reverseEntry(original, { ...request, eventId: "" }, booksWith(), fresh)).toThrow("eventId is empty");
    expect(() => reverseEntry(original, { ...request, reason: "a\0" }, booksWith(), fresh)).toThrow("holds a NUL");
    expect(() => reverseEntry(original, later, booksWith({ today: "2026-05-01" }), fresh)).toThrow("is after today");
  });

  test("is made once, and not of a reversal", () => {
    const journal = new SmallJournal();
    const original = journal.post(sale, { currency: "EUR" });
    const reversal = journal.append(reverseEntry(original, request, journal.books, fresh));

    expect(() => reverseEntry(original, request, journal.books, { isReversed: true })).toThrow("is reversed already");
    expect(() => reverseEntry(reversal, request, journal.books, fresh)).toThrow("is a reversal itself");
  });
});

describe("a correction", () => {
  test("takes back and enters anew, both naming the original, and may itself be reversed", () => {
    const journal = new SmallJournal();
    const original = journal.post([debit("cash", 500n), credit("sales", 500n)]);
    const right = draft([debit("cash", 700n), credit("sales", 700n)], { eventId: "right" });

    const { reversal, correction } = correctEntry(
      original,
      { draft: right, reversalEventId: "undo" },
      journal.books,
      fresh,
    );
    journal.append(reversal);
    const corrected = journal.append(correction);

    expect([reversal.reversalOf, reversal.correctionOf, correction.correctionOf]).toEqual(["id-1", "id-1", "id-1"]);
    expect(correction.kind).toBe("CORRECTION");
    const cash = balancesOf(journal.entries, journal.books.chart).get("cash");
    expect(cash && signedBalance(cash)).toBe(700n);
    expect(reverseEntry(corrected, request, journal.books, fresh).reversalOf).toBe(corrected.id);
  });

  test("is checked like any entry: nothing comes of one that does not balance", () => {
    const journal = new SmallJournal();
    const original = journal.post([debit("cash", 500n), credit("sales", 500n)]);
    const wrong = draft([debit("cash", 700n), credit("sales", 600n)]);

    expect(() =>
      correctEntry(original, { draft: wrong, reversalEventId: wrong.eventId }, journal.books, fresh),
    ).toThrow("both have the event id event-1");
    expect(() => correctEntry(original, { draft: wrong, reversalEventId: "undo" }, journal.books, fresh)).toThrow(
      "debits of 7.00 and credits of 6.00 USD",
    );
  });
});

describe("accruals", () => {
  const march: Period = { name: "2026-03", start: "2026-03-01", end: "2026-03-31", status: "OPEN" };
  const accrual = [debit("rent", 900n), credit("payable", 900n)];

  function closedMarch(status: PeriodStatus) {
    const books = booksWith({
      periods: MONTHS.map((period) => (period.name === march.name ? { ...march, status } : period)),
    });
    return { books, period: { ...march, status } };
  }

  test("are mirrored on the first day of the next period when theirs leaves OPEN, once", () => {
    const journal = new SmallJournal();
    const { id } = journal.post(accrual, { autoReverse: true });
    journal.post(accrual);
    const { books, period } = closedMarch("SOFT_CLOSED");

    const [mirror, ...others] = reverseAccruals(journal.entries, period, books, "closer");

    expect(others).toEqual([]);
    expect(mirror).toMatchObject({ eventId: `AUTO-REVERSE:${id}`, effectiveDate: "2026-04-01", reversalOf: id });
    if (mirror !== undefined) journal.append(mirror);
    expect(reverseAccruals(journal.entries, period, books, "closer")).toEqual([]);
  });

  test("stay while their period is open or has no successor", () => {
    const journal = new SmallJournal();
    journal.post(accrual, { autoReverse: true });
    const { books, period } = closedMarch("SOFT_CLOSED");

    expect(reverseAccruals(journal.entries, march, journal.books, "closer")).toEqual([]);
    expect(reverseAccruals(journal.entries, period, { ...books, periods: [period] }, "closer")).toEqual([]);
  });
});
