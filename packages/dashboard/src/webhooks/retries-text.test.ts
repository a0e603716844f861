/** Tests how the retries of an endpoint are described. */
import { expect, test } from "vitest";
import { retriesText } from "./retries-text.ts";

test("repeated waits are described once", () => {
  const waits = Array.from({ length: 20 }, () => 2_000);

  expect(retriesText(waits)).toBe("2.0 s after each of 20 tries");
  expect(retriesText([1_000, 60_000, ...waits])).toBe("1.0 s, 1 min, 2.0 s after each of 20 tries");
});

test("different waits are listed, and a schedule is named", () => {
  expect(retriesText([1_000, 15_000, 60_000])).toBe("1.0 s, 15 s, 1 min");
  expect(retriesText("standard")).toBe("by the schedule standard");
});
