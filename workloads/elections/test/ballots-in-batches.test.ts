/** Tests that checking ballots in a batch gives the same result as checking each alone. */
import { expect, test } from "vitest";
import type { SubmittedBallot } from "../src/core/ballots/ballot.ts";
import { objectionsToBallot, objectionsToBallots } from "../src/core/ballots/check-ballot.ts";
import { choice, encryptAll, holdCeremony, toyGroup, toyManifest } from "./toy-election.ts";

const { context } = holdCeremony({ count: 3, quorum: 2 });
const election = { manifest: toyManifest, context };
const BALLOTS = 40;
const ballots = encryptAll(
  context,
  Array.from({ length: BALLOTS }, (_, index) => ({
    plain: choice(`ballot-${String(index)}`, ["ann"], index % 2 === 0 ? ["bob", "cy"] : []),
    state: "cast",
  })),
);

test("valid ballots give no errors", () => {
  expect(objectionsToBallots(toyGroup, election, ballots)).toEqual(ballots.map(() => []));
});

type Contest = SubmittedBallot["contests"][number];
type Selection = Contest["selections"][number];

const WRONG: readonly (readonly [string, (selection: Selection) => Selection])[] = [
  ["a response", (selection) => withProof(selection, { oneResponse: selection.proof.oneResponse ^ 1n })],
  ["a commitment", (selection) => withProof(selection, { zeroPad: toyGroup.multiply(selection.proof.zeroPad, 4n) })],
  [
    "a ciphertext outside the subgroup",
    (selection) => ({
      ...selection,
      ciphertext: { ...selection.ciphertext, pad: toyGroup.p - selection.ciphertext.pad },
    }),
  ],
  ["a hash", (selection) => ({ ...selection, hash: selection.hash + 1n })],
];

test.each(WRONG)("%s that is wrong in one ballot of many is reported as for that ballot alone", (_, change) => {
  const changed = ballots.map((ballot, index) => (index === 17 ? changeFirst(ballot, change) : ballot));

  const found = objectionsToBallots(toyGroup, election, changed);

  expect(found[17]?.length).toBeGreaterThan(0);
  expect(found).toEqual(changed.map((ballot) => objectionsToBallot(toyGroup, election, ballot)));
});

function withProof(selection: Selection, changed: Partial<Selection["proof"]>): Selection {
  return { ...selection, proof: { ...selection.proof, ...changed } };
}

function changeFirst(ballot: SubmittedBallot, change: (selection: Selection) => Selection): SubmittedBallot {
  const [contest, ...contests] = ballot.contests;
  const [selection, ...selections] = contest?.selections ?? [];
  if (contest === undefined || selection === undefined) throw new Error("the ballot has no selection");
  return { ...ballot, contests: [{ ...contest, selections: [change(selection), ...selections] }, ...contests] };
}
