import fc from "fast-check";
import { expect, test } from "vitest";
import { durationText, relativeText } from "./time-text.ts";

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_000, "1.0 s"],
  [9_999, "9.9 s"],
  [59_999, "59 s"],
  [200_000, "3 min 20 s"],
  [3_600_000, "1 h"],
  [7_500_000, "2 h 5 min"],
  [345_600_000, "4 d"],
])("%d ms are shown as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test("a time is shown as past or future", () => {
  const now = new Date("2026-03-01T12:00:00Z");

  expect(relativeText(new Date("2026-03-01T11:59:48Z"), now)).toBe("12 s ago");
  expect(relativeText(new Date("2026-03-01T12:03:00Z"), now)).toBe("in 3 min");
  expect(relativeText(now, now)).toBe("now");
});

test("a shown duration exceeds the real one by at most half a millisecond", () => {
  const units = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
  const sizeOf = (name = ""): number => Object.entries(units).find(([unit]) => unit === name)?.[1] ?? Number.NaN;
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (ms) => {
      const parts = [...durationText(ms).matchAll(/([\d.]+) ([a-z]+)/g)];
      const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * sizeOf(unit), 0);
      expect(total).toBeLessThanOrEqual(ms + 0.5);
    }),
  );
});
