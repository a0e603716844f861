/**
 * Tests an election that reports by precinct, from the roll of voters to a record in which everyone can check each
 * precinct.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRecord } from "../../src/core/records/read-record.ts";
import { openRecordFolder } from "../../src/core/node/record-folder.ts";
import type { RecordFiles } from "../../src/core/records/record-files.ts";
import type { JsonValue } from "../../src/core/records/json-reader.ts";
import { verifyRecord } from "../../src/verify/verify-record.ts";
import {
  cast,
  challenge,
  createToy,
  encryptVote,
  expectStatus,
  holdCeremony,
  submit,
  type Choices,
} from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { toyGroup } from "../toy-election.ts";
import { verifyFolder } from "../second-verifier/verify-folder.ts";
import { combine, decrypt, official, tally } from "./toy-phases.ts";
import { downloadRecord } from "./toy-record-download.ts";

const [ANN, BOB, CY, YES, NO] = ["mayor-ann", "mayor-bob", "mayor-cy", "bridge-yes", "bridge-no"];
const REQUEST = {
  reporting: "precinct",
  countsOvervotes: true,
  precincts: [{ precinctId: "north" }, { precinctId: "south.1" }],
  contests: [
    {
      contestId: "mayor",
      title: "Mayor",
      candidates: ["ann", "bob", "cy"].map((name) => ({ candidateId: name, name })),
    },
    {
      contestId: "bridge",
      title: "A bridge?",
      candidates: ["yes", "no"].map((name) => ({ candidateId: name, name })),
      precincts: ["north"],
    },
  ],
};

/**
 * Three ballots of the north, one of them with too many mayors, two of the south, one of them empty, and a challenged
 * one.
 */
const BALLOTS: readonly { precinct: string; choices: Choices; isChallenged?: boolean }[] = [
  { precinct: "north", choices: { mayor: [ANN], bridge: [YES] } },
  { precinct: "north", choices: { mayor: [BOB], bridge: [NO] } },
  { precinct: "north", choices: { mayor: [ANN, CY], bridge: [YES] } },
  { precinct: "south.1", choices: { mayor: [BOB] } },
  { precinct: "south.1", choices: { mayor: [] } },
  { precinct: "south.1", choices: { mayor: [ANN, BOB] }, isChallenged: true },
];

let world: World;
let electionId: string;
let results: JsonValue;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
  electionId = await createToy(world, REQUEST);
  const guardians = await holdCeremony(world, electionId);
  await vote();
  await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/close`, {}));
  await tally(world, electionId);
  await decrypt(world, { electionId, guardians }, 2);
  await combine(world, electionId);
  results = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/results`));
});
afterAll(() => world.dispose());

async function vote(): Promise<void> {
  const path = `/v1/elections/${electionId}/voters`;
  const csv = ["voter_id,precinct", ...BALLOTS.map(({ precinct }, index) => `${String(index)},${precinct}`)].join("\n");
  await expectStatus(200, official(world, "POST", path, { csv }));
  const given = await expectStatus(200, official(world, "POST", `${path}/tokens`, {}));
  const tokens = new Map(
    given
      .member("tokens")
      .list()
      .map((json) => [json.member("voterId").text(), json.member("token").text()]),
  );
  await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/open`, {}));
  for (const [index, { choices, isChallenged = false }] of BALLOTS.entries()) {
    const token = tokens.get(String(index)) ?? "";
    const encrypted = await encryptVote(world, { electionId, token, choices });
    await expectStatus(201, submit(world, { electionId, token, vote: encrypted }));
    if (isChallenged) await expectStatus(200, challenge(world, { electionId, vote: encrypted }));
    else await expectStatus(200, cast(world, { electionId, token, vote: encrypted }));
  }
}

/** Returns the counts of a unit: votes of each selection, ballots with too many votes, and unused votes. */
function countsIn(unitId: string): Record<string, object> {
  const unit = results
    .member("units")
    .list()
    .find((one) => one.member("unitId").text() === unitId);
  const contests = unit?.member("contests").list() ?? [];
  return Object.fromEntries(
    contests.map((contest) => [
      contest.member("contestId").text(),
      {
        ballots: contest.member("ballots").integer(),
        votes: contest
          .member("selections")
          .list()
          .map((one) => one.member("votes").integer()),
        overvotes: contest.member("overvotes").integer(),
        undervotes: contest.member("undervotes").integer(),
      },
    ]),
  );
}

test("each precinct has its own counts, which add up to those of the election", () => {
  expect(countsIn("north")).toEqual({
    mayor: { ballots: 3, votes: [1, 1, 0], overvotes: 1, undervotes: 0 },
    bridge: { ballots: 3, votes: [2, 1], overvotes: 0, undervotes: 0 },
  });
  expect(countsIn("south.1")).toMatchObject({
    mayor: { ballots: 2, votes: [0, 1, 0], overvotes: 0, undervotes: 1 },
    bridge: { ballots: 0, votes: [0, 0] },
  });
  expect(countsIn("election")).toEqual({
    mayor: { ballots: 5, votes: [1, 2, 0], overvotes: 1, undervotes: 1 },
    bridge: { ballots: 3, votes: [2, 1], overvotes: 0, undervotes: 0 },
  });
});

test("voters, ballots and tally of all precincts agree", () => {
  const numbers = ["eligible", "voted", "cast", "tallied", "challenged", "unresolved", "rejected"];
  const reconciliation = results.member("reconciliation");

  expect(numbers.map((name) => reconciliation.member(name).integer())).toEqual([6, 5, 5, 5, 1, 0, 0]);
});

test("two verifiers accept the record, which contains the tally of each precinct with all shares", async () => {
  const folder = await downloadRecord(world, electionId);
  verifyFolder(folder, toyGroup);
  const files = openRecordFolder(folder);
  const { verdict, steps } = verifyRecord(readRecord(files), { group: toyGroup });

  expect(files.list("unit_tallies")).toEqual([
    "unit_tallies/unit_tally_north.json",
    "unit_tallies/unit_tally_south%002e1.json",
  ]);
  expect(steps.filter((step) => step.verdict !== "pass")).toEqual([]);
  expect(verdict).toBe("valid");
});

const otherDigit = (digit: string) => (digit === "1" ? "2" : "1");
const NORTH = "unit_tallies/unit_tally_north.json";

test.each([
  ["a count of a precinct", "counts", NORTH, (text: string) => text.replace('"tally":2', '"tally":1')],
  ["a share of a precinct", "direct shares", NORTH, (text: string) => text.replace(/(?<="share":")./, otherDigit)],
  ["the precinct of a chunk", "tally", "chunk_plan.json", (text: string) => text.replace('"north"', '"south.1"')],
  ["the tally of a precinct, which is left out,", "tally", NORTH, () => undefined],
] as const)("%s cannot be changed unseen", async (_, step, file, change) => {
  const folder = await downloadRecord(world, electionId);

  const report = verifyRecord(readRecord(changed(openRecordFolder(folder), file, change)), { group: toyGroup });

  expect(report.verdict).toBe("invalid");
  expect(report.steps.filter(({ verdict }) => verdict === "fail").map(({ name }) => name)).toContain(step);
});

function changed(files: RecordFiles, name: string, change: (text: string) => string | undefined): RecordFiles {
  const text = change(files.read(name) ?? "");
  return {
    read: (wanted) => (wanted === name ? text : files.read(wanted)),
    list: (below) => files.list(below).filter((file) => file !== name || text !== undefined),
  };
}
