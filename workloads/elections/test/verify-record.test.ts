/** Tests that the verifier accepts correct elections and no others. */
import { expect, test } from "vitest";
import { toHex } from "../src/core/crypto/hash.ts";
import type { ElectionRecord } from "../src/core/records/read-record.ts";
import type { StepName, VerificationReport } from "../src/verify/report.ts";
import { verifyRecord } from "../src/verify/verify-record.ts";
import { choice, encryptAll, holdCeremony, tallyToRecord, toyGroup } from "./toy-election.ts";

const election = holdCeremony({ count: 5, quorum: 3 });
const ballots = encryptAll(election.context, [
  { plain: choice("b1", ["ann"], ["ann", "bob"]), state: "cast" },
  { plain: choice("b2", ["ann"], ["bob"]), state: "cast" },
  { plain: choice("b3", ["cy"], []), state: "challenged" },
  { plain: choice("b4", [], ["ann", "bob", "cy"]), state: "cast" },
]);
const record = tallyToRecord(election, { ballots, present: 3 });
const verify = (changed: ElectionRecord) => verifyRecord(changed, { group: toyGroup });

test("an election with two of five guardians missing gives a record that is valid in every step", () => {
  const report = verify(record);

  expect(failedSteps(report)).toEqual([]);
  expect(report.verdict).toBe("valid");
  expect(report.steps.map(({ verdict }) => verdict)).toEqual(report.steps.map(() => "pass"));
});

test("counts are the votes; unused votes count nowhere, and too many votes count as none", () => {
  const counts = record.tally.contests.map(({ selections }) => selections.map(({ count }) => count));

  expect(counts).toEqual([
    [2, 0, 0],
    [1, 2, 0],
  ]);
});

test.each([
  { title: "no ballot", votes: [] },
  { title: "one ballot", votes: [{ plain: choice("only", ["bob"], ["cy"]), state: "cast" as const }] },
  { title: "challenged ballots only", votes: [{ plain: choice("spoilt", ["bob"], []), state: "challenged" as const }] },
])("an election with $title is valid too", ({ votes }) => {
  const small = holdCeremony({ count: 1, quorum: 1 });
  const ended = tallyToRecord(small, { ballots: encryptAll(small.context, votes), present: 1 });

  expect(failedSteps(verify(ended))).toEqual([]);
});

test("ballots left out, counted twice, copied or swapped between states are found", () => {
  const [first, second, third, fourth] = ballots;
  const copy = first === undefined || second === undefined ? [] : [{ ...second, contests: first.contests }];
  const without = (index: number) => ballots.filter((_, other) => other !== index);

  expect(failedSteps(verify({ ...record, ballots: without(0) }))).toContain("tally");
  expect(failedSteps(verify({ ...record, ballots: [...ballots, ...ballots.slice(0, 1)] }))).toContain(
    "ballot selections",
  );
  expect(failedSteps(verify({ ...record, ballots: [...ballots, ...copy] }))).toContain("ballot selections");
  expect(failedSteps(verify({ ...record, ballots: without(2) }))).toContain("challenged ballots");
  expect(failedSteps(verify({ ...record, challenged: [] }))).toEqual(["challenged ballots"]);
  const turned = [first, second, third, fourth].flatMap((ballot) =>
    ballot === undefined ? [] : [{ ...ballot, state: "cast" as const }],
  );
  expect(failedSteps(verify({ ...record, ballots: turned }))).toEqual(["tally", "challenged ballots"]);
});

const findingsOf = (changed: ElectionRecord) =>
  verify(changed).steps.flatMap(({ name, failures }) => failures.map(({ where, why }) => `${name}: ${where}: ${why}`));

test("a challenged ballot may be opened without its placeholders, with at most the votes of a ballot", () => {
  type Selection = ElectionRecord["tally"]["contests"][number]["selections"][number];
  const opened = (change: (selections: readonly Selection[]) => readonly Selection[]) => ({
    ...record,
    challenged: [...record.challenged].map((tally) => ({
      ...tally,
      contests: tally.contests.map((contest) => ({ ...contest, selections: change(contest.selections) })),
    })),
  });
  const isPlaceholder = ({ selectionId }: Selection) => selectionId.endsWith("-placeholder");
  const options = (selections: readonly Selection[]) => selections.filter((selection) => !isPlaceholder(selection));

  expect(failedSteps(verify(opened(options)))).toEqual([]);
  expect(findingsOf(opened((selections) => options(selections).slice(1)))).toContain(
    "challenged ballots: ballot b3: what was opened is not what was submitted",
  );
  expect(
    findingsOf(opened((selections) => selections.filter((one) => !/-3-placeholder/.test(one.selectionId)))),
  ).toContain("challenged ballots: ballot b3: what was opened is not what was submitted");
  expect(findingsOf(opened((selections) => options(selections).map((one) => ({ ...one, count: 1 }))))).toContain(
    "challenged ballots: ballot b3: a contest has more votes than a ballot can give",
  );
});

test("a gap in the chain of codes is a finding of its own, which names the code of the missing ballot", () => {
  const left = ballots.filter(({ ballotId }) => ballotId !== "b2");
  const missing = toHex(ballots[1]?.code ?? 0n);

  const found = findingsOf(tallyToRecord(election, { ballots: left, present: 3 }));

  expect(found).toEqual([
    `chain of codes: code ${missing}: ballot b3 follows this code, which is no ballot's and no device's: a ballot is missing`,
  ]);
});

function failedSteps(report: VerificationReport): StepName[] {
  return report.steps.filter(({ verdict }) => verdict === "fail").map((step) => step.name);
}
