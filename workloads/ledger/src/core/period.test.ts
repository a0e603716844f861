/** Tests of periods, their changes, and fiscal years that start in any month. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MONTHS } from "../../test/small-books.ts";
import {
  changePeriod,
  checkNewPeriod,
  firstPostableDay,
  nextPeriod,
  type Period,
  type PeriodStatus,
} from "./period.ts";
import { fiscalYearEnd, fiscalYearOf, fiscalYearStart } from "./fiscal-year.ts";
import { addDays, daysBetween, isDate } from "./iso-date.ts";

const period = (name: string, start: string, end: string, status: PeriodStatus = "OPEN"): Period => ({
  ...{ name, start, end },
  status,
});

test("a period may have one day, and shares none with another", () => {
  const year = period("2026", "2026-01-01", "2026-12-31");

  checkNewPeriod(period("day", "2027-01-01", "2027-01-01"), [year]);
  expect(() => {
    checkNewPeriod(period("late", "2026-12-31", "2027-01-31"), [year]);
  }).toThrow("shares days with 2026");
  expect(() => {
    checkNewPeriod(period("back", "2027-01-02", "2027-01-01"), [year]);
  }).toThrow("ends (2027-01-01) before it starts");
  expect(() => {
    checkNewPeriod(period("2026", "2028-01-01", "2028-01-02"), [year]);
  }).toThrow("is there already");
});

describe("a period", () => {
  const [january, february, march] = [
    period("jan", "2026-01-01", "2026-01-31"),
    period("feb", "2026-02-01", "2026-02-28"),
    period("mar", "2026-03-01", "2026-03-31"),
  ];
  const all = (statuses: readonly [PeriodStatus, PeriodStatus, PeriodStatus]) =>
    [january, february, march].map((each, index) => ({ ...each, status: statuses[index] ?? "OPEN" }));
  const change = (statuses: readonly [PeriodStatus, PeriodStatus, PeriodStatus], to: PeriodStatus) => {
    const periods = all(statuses);
    return changePeriod(periods[1] ?? february, to, periods).status;
  };

  test("is closed softly and opened again at any time", () => {
    expect(change(["OPEN", "OPEN", "OPEN"], "SOFT_CLOSED")).toBe("SOFT_CLOSED");
    expect(change(["OPEN", "SOFT_CLOSED", "OPEN"], "OPEN")).toBe("OPEN");
  });

  test("is closed hard only after all before it", () => {
    expect(change(["HARD_CLOSED", "SOFT_CLOSED", "OPEN"], "HARD_CLOSED")).toBe("HARD_CLOSED");
    expect(() => change(["SOFT_CLOSED", "SOFT_CLOSED", "OPEN"], "HARD_CLOSED")).toThrow("jan before it is SOFT_CLOSED");
    expect(() => change(["HARD_CLOSED", "OPEN", "OPEN"], "HARD_CLOSED")).toThrow("close it softly first");
  });

  test("is opened after a hard close only while all after it are open", () => {
    expect(change(["HARD_CLOSED", "HARD_CLOSED", "OPEN"], "OPEN")).toBe("OPEN");
    expect(() => change(["HARD_CLOSED", "HARD_CLOSED", "SOFT_CLOSED"], "OPEN")).toThrow("mar after it is SOFT_CLOSED");
    expect(() => change(["HARD_CLOSED", "HARD_CLOSED", "OPEN"], "SOFT_CLOSED")).toThrow(
      "open it, then close it softly",
    );
  });

  test("stays as it is when it has that status already", () => {
    expect(change(["OPEN", "HARD_CLOSED", "SOFT_CLOSED"], "HARD_CLOSED")).toBe("HARD_CLOSED");
  });
});

test("the first day that takes postings is found after closed periods and over gaps", () => {
  const periods = [
    period("a", "2026-01-01", "2026-01-31", "HARD_CLOSED"),
    period("b", "2026-02-01", "2026-02-28", "SOFT_CLOSED"),
    period("c", "2026-04-01", "2026-04-30"),
  ];

  expect(firstPostableDay(periods, "2026-01-10")).toBe("2026-04-01");
  expect(firstPostableDay(periods, "2026-01-10", { mayPostToSoftClosed: true })).toBe("2026-02-01");
  expect(firstPostableDay(periods, "2026-04-10")).toBe("2026-04-10");
  expect(firstPostableDay(periods, "2026-05-01")).toBeUndefined();
  expect(nextPeriod(MONTHS, period("x", "2026-01-01", "2026-01-31"))?.name).toBe("2026-02");
});

test("every day is in exactly one fiscal year, between its first and last day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 12 }), (day, month) => {
      const date = addDays("1970-01-01", day);
      const year = fiscalYearOf(date, month);
      expect(fiscalYearStart(year, month) <= date && date <= fiscalYearEnd(year, month)).toBe(true);
      expect(daysBetween(fiscalYearStart(year, month), fiscalYearStart(year + 1, month))).toBeGreaterThanOrEqual(365);
    }),
  );
  expect([fiscalYearOf("2026-03-31", 4), fiscalYearOf("2026-04-01", 4), fiscalYearOf("2026-12-31", 1)]).toEqual([
    2026, 2027, 2026,
  ]);
});

test.each(["2026-2-1", "2026-02-29", "2026-13-01", "20260201", "", "2026-02-01T00:00:00Z", "0000-01-01"])(
  "%j is no day of the calendar",
  (text) => {
    expect(isDate(text)).toBe(false);
  },
);
