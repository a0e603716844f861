/** Tests of how large proofs are drawn. */
import { expect, test } from "vitest";
import { fittingZoom, nextZoom, scrollTo } from "./proof-zoom.ts";

const frame = { width: 800, height: 500 };

test("a picture that is smaller than its frame is drawn as it is, a larger one so that it fits", () => {
  expect(fittingZoom({ width: 400, height: 100 }, frame)).toBe(1);
  expect(fittingZoom({ width: 1_000, height: 100 }, frame)).toBe(0.8);
  expect(fittingZoom({ width: 400, height: 625 }, frame)).toBe(0.8);
});

test("a picture that would be too small to read is drawn larger, with a place of it in the middle", () => {
  const zoom = fittingZoom({ width: 3_000, height: 9_000 }, frame);

  expect(zoom).toBe(0.6);
  expect(scrollTo({ x: 0, y: 4_500 }, zoom, frame)).toEqual({ left: 0, top: 2_450 });
  expect(scrollTo({ x: 0, y: 10 }, zoom, frame)).toEqual({ left: 0, top: 0 });
});

test("in and out are steps of the same size, and end", () => {
  expect(nextZoom(nextZoom(1, "in"), "out")).toBe(1);
  expect(nextZoom(1.9, "in")).toBe(2);
  expect(nextZoom(0.21, "out")).toBe(0.2);
});
