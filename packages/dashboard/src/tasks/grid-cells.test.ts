import { expect, test } from "vitest";
import { cellsOf, firstWaiting } from "./grid-cells.ts";

test("each character of a grid becomes a cell with its number, state and attempts", () => {
  expect(cellsOf({ from: 7, states: "crd", attempts: "129" })).toEqual([
    { number: 7, state: "COMPLETED", attempts: "1" },
    { number: 8, state: "PROCESSING", attempts: "2" },
    { number: 9, state: "DEAD_LETTER", attempts: "9 or more" },
  ]);
});

test("the first waiting chunk is found", () => {
  expect(firstWaiting({ from: 1, states: "ccrpp", attempts: "11100" })).toBe(4);
  expect(firstWaiting({ from: 1, states: "cc", attempts: "11" })).toBeUndefined();
});
