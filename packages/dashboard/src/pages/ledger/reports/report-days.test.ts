import { expect, test } from "vitest";
import { rangeOf } from "./report-days.ts";

test("reports are of this year until today, or of the days that the address names", () => {
  const now = new Date(2026, 2, 5, 23, 59);

  expect(rangeOf({}, now)).toEqual({ from: "2026-01-01", to: "2026-03-05" });
  expect(rangeOf({ to: "2024-06-30" }, now)).toEqual({ from: "2024-01-01", to: "2024-06-30" });
  expect(rangeOf({ from: "2023-07-01", to: "soon" }, now)).toEqual({ from: "2023-07-01", to: "2026-03-05" });
});
