/** Tests of the checker of bounds: it finds unfairness of every size, and none where there is none. */
import { expect, test } from "vitest";
import { findBrokenBound, type TraceEvent } from "./check-bounds.ts";

const SET = 100n;
const [A, B] = [4n, 8n];

test("alternating turns keep the bound, and a second turn in a row breaks it", () => {
  const events = [eligible(A), eligible(B), turn(A), turn(B), turn(A), turn(B)];

  expect(findBrokenBound(events)).toBeUndefined();
  expect(findBrokenBound([...events, turn(B)])).toMatchObject({ turn: 5, spread: 2n, bound: 1n });
});

test("an unfair stretch is found wherever it lies between fair ones", () => {
  const fair = [turn(A), turn(B), turn(A), turn(B)];

  expect(findBrokenBound([eligible(A), eligible(B), ...fair, turn(B), turn(B), ...fair])).toMatchObject({ spread: 2n });
});

test("turns while one of two lanes could not run are not counted for their shares", () => {
  const events = [eligible(A), eligible(B), turn(A), eligible(B, { isEligible: false }), turn(A), turn(A), eligible(B)];

  expect(findBrokenBound([...events, turn(A), turn(B)])).toBeUndefined();
});

test("weights and costs widen the bound by exactly the required amount", () => {
  const weighted = [eligible(A, { weight: 3n }), eligible(B)];

  expect(findBrokenBound([...weighted, turn(A), turn(A), turn(A), turn(A)])).toBeUndefined();
  expect(findBrokenBound([...weighted, turn(A), turn(A), turn(A), turn(A), turn(A)])).toMatchObject({ bound: 4n });
  expect(
    findBrokenBound([eligible(A), eligible(B), turn(A, 5n), ...Array<TraceEvent>(6).fill(turn(B))]),
  ).toBeUndefined();
  expect(findBrokenBound([eligible(A), eligible(B), turn(A, 5n), ...Array<TraceEvent>(7).fill(turn(B))])).toMatchObject(
    {
      spread: 7n,
      bound: 6n,
    },
  );
});

function eligible(lane: bigint, { weight = 1n, isEligible = true } = {}): TraceEvent {
  return { kind: "lane", lane, set: SET, weight, isEligible };
}

function turn(lane: bigint, cost = 1n): TraceEvent {
  return { kind: "turn", path: [lane], cost };
}
