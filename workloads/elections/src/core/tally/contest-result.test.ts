/** Tests of results: ranks, ties that stay ties, unused votes, and impossible counts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toyManifest } from "../../../test/toy-election.ts";
import { overvoteCandidate } from "../manifest/manifest.ts";
import { contestResult } from "./contest-result.ts";

const [mayor, council] = toyManifest.contests;
if (mayor === undefined || council === undefined) throw new Error("two contests");

const resultOf = (contest: typeof mayor, votes: readonly number[], ballots: number) => {
  const ids = contest.selections.map(({ selectionId }) => selectionId);
  return contestResult(contest, { ballots, votesOf: (id) => votes[ids.indexOf(id)] ?? 0 });
};

test("the candidates with the most votes are elected, and unused votes are counted", () => {
  const result = resultOf(council, [5, 2, 4], 8);

  expect(result.selections.map(({ outcome }) => outcome)).toEqual(["ELECTED", "NOT_ELECTED", "ELECTED"]);
  expect(result).toMatchObject({ votes: 11, unusedVotes: 5, tiedFor: { seats: 0, selectionIds: [] } });
  expect(result.selections.map(({ rank }) => rank)).toEqual([1, 3, 2]);
});

test("a tie for the last seat is shown as a tie, and candidates above it are elected", () => {
  const result = resultOf(council, [5, 3, 3], 8);

  expect(result.selections.map(({ outcome }) => outcome)).toEqual(["ELECTED", "TIED", "TIED"]);
  expect(result.tiedFor).toEqual({ seats: 1, selectionIds: ["council-bob", "council-cy"] });
});

test("the number of seats decides who is elected, and the number of votes how many ballots can give", () => {
  const oneSeat = resultOf({ ...council, seats: 1 }, [5, 2, 4], 8);
  const moreSeats = resultOf({ ...mayor, seats: 2 }, [3, 2, 1], 6);

  expect(oneSeat.selections.map(({ outcome }) => outcome)).toEqual(["ELECTED", "NOT_ELECTED", "NOT_ELECTED"]);
  expect(oneSeat).toMatchObject({ seats: 1, votesAllowed: 2, unusedVotes: 5 });
  expect(moreSeats.selections.map(({ outcome }) => outcome)).toEqual(["ELECTED", "ELECTED", "NOT_ELECTED"]);
  expect(moreSeats).toMatchObject({ seats: 2, votesAllowed: 1, unusedVotes: 0 });
  expect(() => resultOf({ ...mayor, seats: 2 }, [6, 6, 0], 6)).toThrow("at most 6 can be");
});

test("no candidate is elected or tied without a vote", () => {
  const result = resultOf(mayor, [0, 0, 0], 3);

  expect(new Set(result.selections.map(({ outcome }) => outcome))).toEqual(new Set(["NOT_ELECTED"]));
  expect(result.unusedVotes).toBe(3);
});

test("ballots with too many votes are counted separately from unused votes, where the contest counts them", () => {
  const overvote = { selectionId: "council-overvote", sequence: 9, candidateId: overvoteCandidate(council.contestId) };
  const counting = { ...council, selections: [...council.selections, overvote] };

  const result = resultOf(counting, [5, 2, 4, 2], 8);

  expect(result).toMatchObject({ votes: 11, unusedVotes: 5, overvotes: 2, undervotes: 1 });
  expect(result.selections.map(({ selectionId }) => selectionId)).not.toContain("council-overvote");
  expect(resultOf(council, [5, 2, 4], 8)).toMatchObject({ overvotes: undefined, undervotes: undefined });
});

test("more votes than the ballots can give are refused", () => {
  expect(() => resultOf(mayor, [3, 3, 0], 5)).toThrow("6 votes from 5 ballots");
  expect(() => resultOf(council, [4, 0, 0], 3)).toThrow("from 3 ballots");
});

test("elected and tied candidates fill exactly the seats when enough of them have votes", () => {
  const votes = fc.array(fc.nat(9), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(votes, (counts) => {
      const { selections, tiedFor } = resultOf(council, counts, 30);

      const elected = selections.filter(({ outcome }) => outcome === "ELECTED").length;
      const wanted = Math.min(2, counts.filter((count) => count > 0).length);
      expect(elected + tiedFor.seats).toBe(wanted);
      expect(tiedFor.selectionIds.length === 0 || tiedFor.selectionIds.length > tiedFor.seats).toBe(true);
    }),
  );
});
