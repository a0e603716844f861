/** Tests of when cron expressions become due, also on days when clocks change, and of which are refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCron } from "./cron-times.ts";

function timesOf(cron: string, timeZone = "UTC") {
  return readCron({ cron, timeZone });
}

/** Formats times as minutes in UTC, or seconds when there are any. */
function runs(cron: string, { after, count, timeZone }: { after: string; count: number; timeZone?: string }): string[] {
  const times = timesOf(cron, timeZone);
  const found: string[] = [];
  for (let last = new Date(after); found.length < count;) {
    last = times.next(last);
    found.push(last.toISOString().replace(/(:00)?\.000Z$/, ""));
  }
  return found;
}

describe("expressions", () => {
  test.each<[string, string, readonly string[]]>([
    ["five fields", "30 8 * * 1-5", ["2026-01-05T08:30", "2026-01-06T08:30"]],
    ["six fields start with seconds", "*/30 0 12 * * *", ["2026-01-03T12:00", "2026-01-03T12:00:30"]],
    ["names of months and weekdays", "0 9 * feb-MAR mon", ["2026-02-02T09:00", "2026-02-09T09:00"]],
    ["the last day of a month", "0 0 L * *", ["2026-01-31T00:00", "2026-02-28T00:00"]],
    ["the second Tuesday", "0 0 * * TUE#2", ["2026-01-13T00:00", "2026-02-10T00:00"]],
    ["Sunday as 0 and as 7", "0 0 * * 7", ["2026-01-04T00:00", "2026-01-11T00:00"]],
    ["day of month or weekday when both are given", "0 0 13 * FRI", ["2026-01-09T00:00", "2026-01-13T00:00"]],
    ["@yearly", "@yearly", ["2027-01-01T00:00", "2028-01-01T00:00"]],
    ["@monthly", "@monthly", ["2026-02-01T00:00", "2026-03-01T00:00"]],
    ["@weekly", "@weekly", ["2026-01-04T00:00", "2026-01-11T00:00"]],
    ["@daily", "@daily", ["2026-01-04T00:00", "2026-01-05T00:00"]],
    ["@hourly", "@hourly", ["2026-01-03T11:00", "2026-01-03T12:00"]],
    ["29 February", "0 0 29 2 *", ["2028-02-29T00:00", "2032-02-29T00:00"]],
  ])("%s", (_, cron, expected) => {
    expect(runs(cron, { after: "2026-01-03T10:30:00Z", count: 2 })).toEqual(expected);
  });

  test("29 February is left out in 2100, which is no leap year", () => {
    expect(runs("0 0 29 2 *", { after: "2096-03-01T00:00:00Z", count: 1 })).toEqual(["2104-02-29T00:00"]);
  });

  test("a day that February does not have removes no day of March", () => {
    expect(runs("0 0 1,16,31 * *", { after: "2026-02-10T00:00:00Z", count: 4 })).toEqual([
      "2026-02-16T00:00",
      "2026-03-01T00:00",
      "2026-03-16T00:00",
      "2026-03-31T00:00",
    ]);
    expect(runs("0 0 1,31 * *", { after: "2027-03-01T01:00:00Z", count: 1, timeZone: "America/New_York" })).toEqual([
      "2027-03-01T05:00",
    ]);
  });
});

describe("clocks that change", () => {
  const forward = { timeZone: "Europe/Berlin", after: "2026-03-28T12:00:00Z" }; // 02:00 becomes 03:00 on the 29th
  const back = { timeZone: "Europe/Berlin", after: "2026-10-24T12:00:00Z" }; // 03:00 becomes 02:00 on the 25th

  test("one time of day that is skipped runs at the end of the gap", () => {
    expect(runs("30 2 * * *", { ...forward, count: 2 })).toEqual(["2026-03-29T01:00", "2026-03-30T00:30"]);
  });

  test("one time of day that comes twice runs at the first", () => {
    expect(runs("30 2 * * *", { ...back, count: 2 })).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
  });

  test("several times of day are skipped in the gap and repeated in the overlap", () => {
    expect(runs("*/30 2 * * *", { ...forward, count: 1 })).toEqual(["2026-03-30T00:00"]);
    expect(runs("*/30 2 * * *", { ...back, count: 5 })).toEqual([
      "2026-10-25T00:00",
      "2026-10-25T00:30",
      "2026-10-25T01:00",
      "2026-10-25T01:30",
      "2026-10-26T01:00",
    ]);
  });

  test("an expression with an interval keeps its pace", () => {
    expect(runs("@hourly", { ...forward, after: "2026-03-29T00:00:00Z", count: 2 })).toEqual([
      "2026-03-29T01:00",
      "2026-03-29T02:00",
    ]);
    expect(runs("@hourly", { ...back, after: "2026-10-24T23:00:00Z", count: 3 })).toEqual([
      "2026-10-25T00:00",
      "2026-10-25T01:00",
      "2026-10-25T02:00",
    ]);
  });

  test("midnight is not lost where the gap skips midnight", () => {
    const runsOfDay = runs("0 0 * * *", { timeZone: "Africa/Cairo", after: "2026-04-23T12:00:00Z", count: 2 });

    expect(runsOfDay).toEqual(["2026-04-23T22:00", "2026-04-24T21:00"]);
  });
});

describe("refusals", () => {
  test.each([
    ["", /cron "" has 0 fields: give five fields/],
    ["* * *", /has 3 fields/],
    ["0 0 1 1 * 2030 *", /has 7 fields/],
    ["61 * * * *", /has "61" as its minute: 0 to 59/],
    ["0 24 * * *", /has "24" as its hour: 0 to 23/],
    ["0 0 32 * *", /has "32" as its day of month: 1 to 31/],
    ["0 0 * 13 *", /has "13" as its month: 1 to 12 or JAN to DEC/],
    ["0 0 * * 8", /has "8" as its weekday/],
    ["99 0 0 * * *", /has "99" as its second/],
    ["0 0 * FOO *", /has "FOO" as its month/],
    ["10-5 * * * *", /has "10-5" as its minute/],
    ["*/0 * * * *", /has "\*\/0" as its minute/],
    ["1,,2 * * * *", /has "1,,2" as its minute/],
    ["@often", /cron "@often" is not a nickname: @yearly/],
    ["@reboot", /is not a nickname/],
    ["2030-01-01T00:00:00", /is a date: submit a task with dueAt/],
    ["0 ".repeat(300), /has 600 characters, at most 500/],
  ])("%j names what is wrong", (cron, message) => {
    expect(() => timesOf(cron)).toThrow(message);
  });

  test.each(["Mars/Phobos", "", "+02:00", "Europe/Berlin "])("time zone %j is refused", (timeZone) => {
    expect(() => timesOf("@daily", timeZone)).toThrow(`timeZone "${timeZone}" is not known here: use an IANA name`);
  });

  test.each(["0 0 31 2 *", "0 0 30 2 *", "0 0 31 4,6,9,11 *"])("%j never falls due", (cron) => {
    expect(() => timesOf(cron).next(new Date())).toThrow(`cron "${cron}" never falls due: no such date comes`);
  });
});

const values = (min: number, max: number, maxLength = 4) =>
  fc.option(fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength }), { nil: undefined });
const expression = fc.tuple(values(0, 59), values(0, 23), values(1, 31), values(1, 12, 6), values(0, 6));
const moment = (min: string, max: string) => fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });

function cronOf(fields: readonly (readonly number[] | undefined)[]): string {
  return fields.map((field) => field?.join(",") ?? "*").join(" ");
}

test("the next time is the first minute whose parts all match, and the day by its number or its weekday", () => {
  const fewDays = fc.constantFrom([1, 31], [2, 30, 31], [1, 16, 31], [28, 29, 30]);
  const anyOrFew = fc.oneof(
    expression,
    fc.tuple(values(0, 59), values(0, 23), fewDays, values(1, 12, 6), values(0, 6)),
  );
  fc.assert(
    fc.property(anyOrFew, moment("2023-01-01", "2029-01-01"), (fields, after) => {
      const expected = firstMatch(fields, after);
      fc.pre(expected !== undefined);
      expect(timesOf(cronOf(fields)).next(after)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("in every zone, the next time from any moment is the next in the sequence", () => {
  const zone = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Tokyo",
  );
  fc.assert(
    fc.property(expression, zone, moment("2026-01-01", "2026-12-01"), fc.nat(), (fields, timeZone, after, jump) => {
      fc.pre(firstMatch(fields, after) !== undefined);
      const times = timesOf(cronOf(fields), timeZone);
      const sequence = [times.next(after)];
      while (sequence.length < 20) sequence.push(times.next(sequence.at(-1) ?? after));
      const span = (sequence.at(-1) ?? after).getTime() - after.getTime();
      const between = new Date(after.getTime() + (jump % span));

      expect(sequence).toEqual([...sequence].sort((a, b) => a.getTime() - b.getTime()));
      expect(times.next(between)).toEqual(sequence.find((run) => run > between));
    }),
    { numRuns: 80 },
  );
});

type Fields = readonly [
  minutes: readonly number[] | undefined,
  hours: readonly number[] | undefined,
  days: readonly number[] | undefined,
  months: readonly number[] | undefined,
  weekdays: readonly number[] | undefined,
];

/** Finds the next time by trying every day of the coming years, in UTC. */
function firstMatch([minutes, hours, days, months, weekdays]: Fields, after: Date): Date | undefined {
  const isNamed = (field: readonly number[] | undefined, value: number) => field?.includes(value) ?? true;
  const isDay = (date: Date) => {
    const byNumber = isNamed(days, date.getUTCDate());
    const byWeekday = isNamed(weekdays, date.getUTCDay());
    return days !== undefined && weekdays !== undefined ? byNumber || byWeekday : byNumber && byWeekday;
  };
  const sorted = (field: readonly number[] | undefined, size: number) =>
    [...(field ?? Array.from({ length: size }, (_, value) => value))].sort((a, b) => a - b);
  const midnight = Math.floor(after.getTime() / 86_400_000) * 86_400_000;
  for (let day = 0; day < 366 * 9; day++) {
    const date = new Date(midnight + day * 86_400_000);
    if (!isNamed(months, date.getUTCMonth() + 1) || !isDay(date)) continue;
    for (const hour of sorted(hours, 24))
      for (const minute of sorted(minutes, 60)) {
        const at = new Date(date.getTime() + (hour * 60 + minute) * 60_000);
        if (at > after) return at;
      }
  }
  return undefined;
}
