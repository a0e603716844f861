/** Verifies the published record of the election of College Park, Maryland, in November 2023, with real votes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import type { Ciphertext } from "../src/core/crypto/elgamal.ts";
import { inBatch } from "../src/core/crypto/batch.ts";
import { createGroup, type Group } from "../src/core/crypto/group.ts";
import { nativeExponentiation } from "../src/core/node/native-crypto.ts";
import { GROUP_V2_4096 } from "../src/core/crypto/group-parameters.ts";
import { readJson, type JsonValue } from "../src/core/records/json-reader.ts";
import type { JointBallot } from "../src/core/records/joint-record.ts";
import { readBallot191, readRecord191 } from "../src/core/records/read-record-191.ts";
import { openRecordFolder } from "../src/core/node/record-folder.ts";
import { createProfile191, verifyRecord191 } from "../src/verify/verify-record-191.ts";
import { verdictOfJointBallot } from "../src/verify/verify-joint.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";

describeWithTestData("elections/college-park-2023", (folder) => {
  const open = () => ({
    ...readRecord191(openRecordFolder(folder)),
    ballots: compactBallots(join(folder, "ballots.ndjson.gz")),
  });
  const group = createGroup(GROUP_V2_4096, { exponentiation: nativeExponentiation() });

  test("keys, hashes, decryptions and challenged ballots are valid; without some ballots, the tally is wrong", () => {
    const record = open();
    const challenged = record.ballots.filter(({ state }) => state === "challenged");

    const report = verifyRecord191({ ...record, ballots: [...challenged, ...record.ballots.slice(0, 1)] }, { group });

    const failures = report.steps.filter(({ verdict }) => verdict === "fail");
    expect(failures.map(({ name }) => name)).toEqual(["tally", "totals"]);
    expect(report.steps.find(({ name }) => name === "direct shares")?.checked).toBe(15);
    expect(report.steps.find(({ name }) => name === "guardian keys")?.checked).toBe(3 * 5 + 1);
  });

  const readPublished = () => {
    const files = openRecordFolder(folder);
    const names = files.list("submitted_ballots_sample");
    return names.map((name) => readBallot191(readJson(files.read(name) ?? "", name)));
  };

  test("ballots in the published shape are read as the same numbers", () => {
    const published = readPublished();
    const ids = new Set(published.map(({ ballotId }) => ballotId));

    const compact = open().ballots.filter(({ ballotId }) => ids.has(ballotId));

    expect(byId(published).map((ballot) => withCommitments(ballot, () => ({})))).toEqual(byId(compact));
    expect(published).toHaveLength(2);
  });

  test("published commitments are checked, one by one and in a batch", () => {
    const { context, manifest } = readRecord191(openRecordFolder(folder));
    const objections = (within: Group, ballots: readonly JointBallot[]) =>
      ballots.flatMap((ballot) => verdictOfJointBallot(createProfile191(within, context), manifest, ballot).objections);
    const published = readPublished();
    const swapped = published.map((ballot) =>
      withCommitments(ballot, (given) => ({ commitments: [...given].reverse() })),
    );

    expect(objections(group, published)).toEqual([]);
    expect(inBatch(group, (within) => objections(within, published))).toEqual([]);
    expect(objections(group, swapped)).toHaveLength(13);
  });

  test("a vote that is added to a published count is found", () => {
    const record = open();
    const contests = record.tally.contests.map((contest) => ({
      ...contest,
      selections: contest.selections.map((selection) => ({ ...selection, count: selection.count + 1 })),
    }));

    const report = verifyRecord191(
      { ...record, tally: { ...record.tally, contests }, ballots: [], challenged: [] },
      { group },
    );

    expect(report.steps.find(({ name }) => name === "counts")?.failed).toBe(15);
  });

  // This takes more than a minute.
  if (!IS_LONG) return;
  test("all 1,341 ballots are valid, and the mayor has 1,217 votes", { timeout: 600_000 }, () => {
    const record = open();

    const report = verifyRecord191(record, { group });

    expect(report.steps.flatMap(({ failures }) => failures)).toEqual([]);
    expect(report.steps.find(({ name }) => name === "ballot selections")?.checked).toBe(1_341 + 8_971);
    const mayor = record.manifest.contests.find(({ name }) => name === "Mayor");
    const counted = record.tally.contests.find(({ contestId }) => contestId === mayor?.contestId);
    expect(counted?.selections.map(({ count }) => count)).toEqual([1_217]);
  });
});

function withCommitments(
  ballot: JointBallot,
  change: (given: readonly Ciphertext[]) => { commitments?: readonly Ciphertext[] },
): JointBallot {
  const contests = ballot.contests.map((contest) => ({
    ...contest,
    selections: contest.selections.map(({ proof: { challenges, responses, commitments = [] }, ...selection }) => ({
      ...selection,
      proof: { challenges, responses, ...change(commitments) },
    })),
  }));
  return { ...ballot, contests };
}

function byId(ballots: readonly JointBallot[]): JointBallot[] {
  return [...ballots].sort((a, b) => (a.ballotId < b.ballotId ? -1 : 1));
}

/** Reads the published ballots without computable values, one on each line. */
function compactBallots(path: string): JointBallot[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
  return lines.map((line, index) => readCompact(readJson(line, `ballot ${String(index)}`)));
}

function readCompact(json: JsonValue): JointBallot {
  return {
    ballotId: json.member("id").text(),
    styleId: json.member("style").text(),
    code: json.member("code").hex(),
    state: json.member("state").integer() === 1 ? "cast" : "challenged",
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contestId: contest.member("id").text(),
        selections: contest
          .member("selections")
          .list()
          .map((selection) => ({
            selectionId: selection.member("id").text(),
            ciphertext: { pad: fromBase64(selection.member("a")), data: fromBase64(selection.member("b")) },
            proof: {
              challenges: [fromBase64(selection.member("c0")), fromBase64(selection.member("c1"))],
              responses: [fromBase64(selection.member("v0")), fromBase64(selection.member("v1"))],
            },
          })),
      })),
  };
}

function fromBase64(json: JsonValue): bigint {
  return BigInt(`0x${Buffer.from(json.text(), "base64").toString("hex")}`);
}
