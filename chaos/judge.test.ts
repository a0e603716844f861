/** Tests of the verdict on work that went through a fault. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isGood, judge, LATE_MS } from "./judge.ts";

const ENDED_MS = 1_000_000;
const piece = fc.record({
  name: fc.string(),
  acceptedMs: fc.integer({ min: ENDED_MS - 60_000, max: ENDED_MS + 60_000 }),
  doneMs: fc.array(fc.integer({ min: ENDED_MS - 60_000, max: ENDED_MS + 120_000 }), { maxLength: 3 }),
});

test("a run is good only if each of its pieces was done once, and it had some", () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const isOnce = pieces.length > 0 && pieces.every(({ doneMs }) => doneMs.length === 1);

      expect(isGood(judge(pieces, ENDED_MS))).toBe(isOnce);
    }),
  );
});

test("lost, duplicated and well-done pieces add up to all, and nothing is late that was not done", () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { lost, duplicated, late, pieces: count } = judge(pieces, ENDED_MS);
      const once = pieces.filter(({ doneMs }) => doneMs.length === 1).length;

      expect(lost + duplicated + once).toBe(count);
      expect(late).toBeLessThanOrEqual(count - lost);
    }),
  );
});

test("work is caught up when the last piece is done that was accepted before the end of the fault", () => {
  const pieces = [
    { name: "before", acceptedMs: ENDED_MS - 5_000, doneMs: [ENDED_MS - 4_000] },
    { name: "held up", acceptedMs: ENDED_MS - 1_000, doneMs: [ENDED_MS + 2_500] },
    { name: "after", acceptedMs: ENDED_MS + 100, doneMs: [ENDED_MS + 700] },
    { name: "late", acceptedMs: ENDED_MS + 200, doneMs: [ENDED_MS + 200 + LATE_MS + 1] },
  ];

  expect(judge(pieces, ENDED_MS)).toEqual({
    pieces: 4,
    lost: 0,
    duplicated: 0,
    wrong: [],
    late: 1,
    resumedAfterMs: 700,
    caughtUpMs: 2_500,
  });
});
