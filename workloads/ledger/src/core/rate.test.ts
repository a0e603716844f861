/** Tests of finding the rate of a day. */
import { expect, test } from "vitest";
import { createRateTable, type ExchangeRate, parseRate } from "./rate.ts";

const spot = (from: string, to: string, date: string, rate: string): ExchangeRate => ({
  ...{ from, to, date, type: "SPOT" },
  rate: parseRate(rate),
});
const rates = [
  spot("EUR", "USD", "2026-01-02", "1.1"),
  spot("EUR", "USD", "2026-01-09", "1.2"),
  spot("GBP", "EUR", "2026-01-02", "1.15"),
];

test("without a rate of the day the closest earlier day counts, never a later one", () => {
  const table = createRateTable(rates);

  expect(table.find({ from: "EUR", to: "USD", date: "2026-01-08" })).toEqual({
    rate: parseRate("1.1"),
    date: "2026-01-02",
  });
  expect(table.find({ from: "EUR", to: "USD", date: "2026-01-09" }).date).toBe("2026-01-09");
  expect(() => table.find({ from: "EUR", to: "USD", date: "2026-01-01" })).toThrow("no SPOT rate from EUR to USD");
});

test("a rate that is too old is refused, and the limit can be set", () => {
  const question = { from: "EUR", to: "USD", date: "2026-01-20" };

  expect(() => createRateTable(rates).find(question)).toThrow("is of 2026-01-09, more than 7 days old");
  expect(createRateTable(rates, { ageDaysMax: 11 }).find(question).date).toBe("2026-01-09");
});

test("a missing rate is an error and never counts as 1", () => {
  const question = { from: "USD", to: "EUR", date: "2026-01-02" };

  expect(() => createRateTable(rates).find(question)).toThrow("upload one");
  expect(createRateTable(rates, { mayInvert: true }).find(question).rate).toBe(parseRate("0.90909091"));
});

test("a rate is made of two others only where that is allowed, as old as the older of them", () => {
  const question = { from: "GBP", to: "USD", date: "2026-01-09" };

  expect(() => createRateTable(rates).find(question)).toThrow("no SPOT rate");
  expect(createRateTable(rates, { through: "EUR" }).find(question)).toEqual({
    rate: parseRate("1.38"),
    date: "2026-01-02",
  });
});

test("types of rates are kept apart, and a rate that was sent again replaces the one before", () => {
  const closing: ExchangeRate = { ...spot("EUR", "USD", "2026-01-02", "1.3"), type: "CLOSING" };
  const table = createRateTable([...rates, closing, spot("EUR", "USD", "2026-01-02", "1.4")]);

  const question = { from: "EUR", to: "USD", date: "2026-01-02" };
  expect(table.find({ ...question, type: "CLOSING" }).rate).toBe(parseRate("1.3"));
  expect(table.find(question).rate).toBe(parseRate("1.4"));
  expect(() => table.find({ ...question, type: "AVERAGE" })).toThrow("no AVERAGE rate");
});
