/** Tests the layout of proofs as pictures. */
import { expect, test } from "vitest";
import { fittingZoom, layoutField, nextZoom, readShownProof, scrollTo } from "./proof-layout.ts";

const PROOF = {
  nodes: [
    { id: 0, type: "CONST", data: { type: "Text", value: "Battery" }, children: [] },
    { id: 1, type: "FACT_GET", data: { fact_type: "Battery", fact_key: "b", found: true }, children: [0] },
    { id: 2, type: "ASSERT", data: { op: "requireSome", code: "E1", ok: true }, children: [1, 0] },
    { id: 3, type: "OP", data: { op: "toQty", value: { unit: "kg", value: "1.500000" } }, children: [2] },
    {
      id: 4,
      type: "FIELD_REF",
      data: { field: "mass", role: "def", value: { unit: "kg", value: "1.500000" } },
      children: [3],
    },
    { id: 5, type: "FIELD_REF", data: { field: "mass", role: "use" }, children: [4] },
    { id: 6, type: "OP", data: { op: "map", value_hash: "0123456789abcdef" }, children: [5] },
    { id: 7, type: "FIELD_REF", data: { field: "list", role: "def", value_hash: "ff" }, children: [6] },
  ],
  field_index: { list: 7, mass: 4 },
};

test("the sources of a field are to its right, each step is expanded once, and repeated uses are marked", () => {
  const { nodes, lines, depth, rows } = layoutField(readShownProof(PROOF), 4);

  expect(nodes.map(({ id, depth: column, row, isRepeated }) => [id, column, row, isRepeated])).toEqual([
    [4, 0, 0.5, false],
    [3, 1, 0.5, false],
    [2, 2, 0.5, false],
    [1, 3, 0, false],
    [0, 4, 0, false],
    [0, 3, 1, true],
  ]);
  expect(lines).toHaveLength(5);
  expect([depth, rows]).toEqual([4, 2]);
});

test("steps describe themselves in words", () => {
  expect(readShownProof(PROOF).nodes.map(({ text }) => text)).toEqual([
    '"Battery"',
    "Battery b",
    "requireSome E1: holds",
    "toQty = 1.500000 kg",
    "mass = 1.500000 kg",
    "mass",
    "map = #01234567",
    "list = #ff",
  ]);
});

test("the picture ends at another field, which has its own picture", () => {
  expect(layoutField(readShownProof(PROOF), 7).nodes.map(({ id }) => id)).toEqual([7, 6, 5]);
});

test("an invalid proof is empty", () => {
  for (const value of [null, 7, {}, { nodes: {}, field_index: [] }]) {
    expect(readShownProof(value).nodes).toEqual([]);
  }
});

const frame = { width: 800, height: 500 };

test("a picture smaller than its frame keeps its size, a larger one is scaled to fit", () => {
  expect(fittingZoom({ width: 400, height: 100 }, frame)).toBe(1);
  expect(fittingZoom({ width: 1_000, height: 100 }, frame)).toBe(0.8);
  expect(fittingZoom({ width: 400, height: 625 }, frame)).toBe(0.8);
});

test("a picture that would be too small to read is drawn larger, with a given point in the middle", () => {
  const zoom = fittingZoom({ width: 3_000, height: 9_000 }, frame);

  expect(zoom).toBe(0.6);
  expect(scrollTo({ x: 0, y: 4_500 }, zoom, frame)).toEqual({ left: 0, top: 2_450 });
  expect(scrollTo({ x: 0, y: 10 }, zoom, frame)).toEqual({ left: 0, top: 0 });
});

test("zooming in and out uses equal steps and has limits", () => {
  expect(nextZoom(nextZoom(1, "in"), "out")).toBe(1);
  expect(nextZoom(1.9, "in")).toBe(2);
  expect(nextZoom(0.21, "out")).toBe(0.2);
});
