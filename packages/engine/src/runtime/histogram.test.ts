/** How durations are counted. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallCounts, Histogram } from "./histogram.ts";

test("whatever is observed is counted once, at the first bound that it does not exceed", () => {
  const bounds = fc
    .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(bounds, fc.array(fc.integer({ min: 0, max: 2_000 })), (boundsMs, durations) => {
      const histogram = new Histogram(boundsMs);
      for (const ms of durations) histogram.observe(ms);

      const { counts, sumMs } = histogram.read();
      let soFar = 0;
      for (const [place, count] of counts.entries()) {
        soFar += count;
        expect(soFar).toBe(durations.filter((ms) => ms <= (boundsMs[place] ?? Number.POSITIVE_INFINITY)).length);
      }
      expect(sumMs).toBe(durations.reduce((total, ms) => total + ms, 0));
    }),
  );
});

test("a call that fails is counted as one, with its time, and fails all the same", async () => {
  let nowMs = 0;
  const calls = new CallCounts({ monotonicMs: () => nowMs });

  const failing = calls.measure(async () => {
    nowMs += 30;
    throw new Error("away");
  });

  await expect(failing).rejects.toThrow("away");
  expect(await calls.measure(async () => 7)).toBe(7);
  const { failures, durations } = calls.read();
  expect(failures).toBe(1);
  expect(durations.sumMs).toBe(30);
  expect(durations.counts.reduce((total, count) => total + count, 0)).toBe(2);
});
