/** Tests of the manifests that are refused. */
import { expect, test } from "vitest";
import { toyManifest } from "../../../test/toy-election.ts";
import { checkManifest, type Manifest } from "./manifest.ts";

const [mayor, council] = toyManifest.contests;
if (mayor === undefined || council === undefined) throw new Error("two contests");

test("a valid manifest is accepted", () => {
  checkManifest(toyManifest);

  expect(toyManifest.contests).toHaveLength(2);
});

test.each<[title: string, changes: Partial<Manifest>, reason: string]>([
  ["a contest named twice", { contests: [mayor, mayor] }, "names contest mayor twice"],
  ["an id with a bar", { contests: [{ ...mayor, contestId: "a|b" }] }, "hold no bar"],
  ["a unit that is missing", { units: [] }, "has no unit town of contest mayor"],
  ["nobody to elect", { contests: [{ ...mayor, numberElected: 0 }] }, "must let 1 to 1000 be elected in contest mayor"],
  ["no selection", { contests: [{ ...mayor, selections: [] }] }, "has no selection in contest mayor"],
  ["two contests in one place", { contests: [mayor, { ...council, sequence: 0 }] }, "names contest sequence 0 twice"],
  ["an end before the start", { endDate: "2020-01-01T00:00:00Z" }, "must start before it ends"],
  ["a date that is none", { startDate: "soon" }, "must start before it ends"],
])("%s is refused", (_, changes, reason) => {
  expect(() => {
    checkManifest({ ...toyManifest, ...changes });
  }).toThrow(reason);
});
