/** Tests of lists of voters that officials upload. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readVoters } from "./voters.ts";

test("columns are found by name, in any order, and quotes are read as spreadsheets write them", () => {
  const csv = '\ufeffPrecinct,email,note\nnorth,"a@example.org","says ""hi"", and goes"\nsouth,b@example.org,\n';

  expect(readVoters(csv, ["north", "south"])).toEqual([
    { voterId: "a@example.org", precinctId: "north" },
    { voterId: "b@example.org", precinctId: "south" },
  ]);
});

test("without a precinct column, all voters belong to the only precinct", () => {
  expect(readVoters("voter_id\n17\n", ["all"])).toEqual([{ voterId: "17", precinctId: "all" }]);
});

test.each([
  ["no head", "17\n18\n", "line 1"],
  [
    "a voter twice",
    "voter_id,precinct\n17,north\n17,north\n",
    'line 3 of the list of voters: voter "17" is listed twice',
  ],
  ["an unknown precinct", "voter_id,precinct\n17,west\n", 'no precinct is called "west": there are north, south'],
  ["a line without an id", "voter_id,precinct\n,north\n", "line 2"],
  ["an open quote", 'voter_id,precinct\n"17,north\n', "is no CSV"],
])("a list with %s is refused with the line", (_, csv, reason) => {
  expect(() => readVoters(csv, ["north", "south"])).toThrow(reason);
});

test("any text is read or refused with a code", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        readVoters(`voter_id\n${text}`, ["all"]);
      } catch (error) {
        expect(error).toMatchObject({ code: "VOTERS_INVALID" });
      }
    }),
    { numRuns: 50 },
  );
});
