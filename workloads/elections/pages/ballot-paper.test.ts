import { expect, test } from "vitest";
import { contestsOf, titleOf } from "./ballot-paper.ts";

const text = (value: string) => ({ text: [{ value, language: "en" }] });
const manifest = {
  name: text("Town council"),
  parties: [{ object_id: "party-1", name: text("Bread") }],
  candidates: [
    { object_id: "ann", name: text("Ann"), party_id: "party-1" },
    { object_id: "bob", name: text("Bob"), party_id: null },
  ],
  contests: [
    {
      object_id: "mayor",
      electoral_district_id: "everywhere",
      ballot_title: text("Mayor"),
      number_elected: 1,
      ballot_selections: [
        { object_id: "mayor-ann", candidate_id: "ann" },
        { object_id: "mayor-bob", candidate_id: "bob" },
        { object_id: "mayor-mayor-overvote", candidate_id: "mayor-overvote" },
      ],
    },
    { object_id: "north", electoral_district_id: "district-2", ballot_selections: [] },
  ],
  ballot_styles: [{ object_id: "south", geopolitical_unit_ids: ["everywhere"] }],
};

test("a ballot shows the contests of its style with names and parties, without the options for overvotes", () => {
  expect(titleOf(manifest)).toBe("Town council");
  expect(contestsOf(manifest).map(({ contestId }) => contestId)).toEqual(["mayor", "north"]);
  expect(contestsOf(manifest, "south")).toEqual([
    {
      contestId: "mayor",
      title: "Mayor",
      votesAllowed: 1,
      seats: 1,
      options: [
        { selectionId: "mayor-ann", name: "Ann", party: "Bread" },
        { selectionId: "mayor-bob", name: "Bob", party: undefined },
      ],
    },
  ]);
});

test("an invalid manifest has no contests", () => {
  expect(contestsOf(undefined)).toEqual([]);
  expect(contestsOf({ contests: 3 })).toEqual([]);
  expect(titleOf(null)).toBe("Election");
});
