/** Verifies the records of ElectionGuard 2.0 that egk-ec publishes, over integers and over P-256. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { nativeExponentiation } from "../src/core/node/native-crypto.ts";
import type { RecordFiles } from "../src/core/records/record-files.ts";
import { openRecordFolder } from "../src/core/node/record-folder.ts";
import type { BallotVerdict, VerificationReport } from "../src/verify/report.ts";
import { openRecord } from "../src/verify/open-record.ts";
import { verifyRecordFolder } from "../src/verify/verify-in-processes.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
/** Number of ballots that are checked. Each costs about 200 powers, so by default it is one; all are added up. */
const BALLOTS = IS_LONG ? Infinity : 1;

describeWithTestData("elections/egk-v2.0", (folder) => {
  test.each([
    { name: "someAvailable", kind: "ElectionGuard 2.0", cast: 34, challenged: 8 },
    { name: "someAvailableEc", kind: "ElectionGuard 2.0, P-256", cast: 32, challenged: 10 },
  ])("the record $name is valid", { timeout: 600_000 }, ({ name, kind, cast, challenged }) => {
    const files = withChallenged(openRecordFolder(join(folder, name)), Math.min(challenged, BALLOTS));
    const record = openRecord(files, { exponentiation: nativeExponentiation() });

    const report = record.verify({ verdicts: withFirst(record, cast + Math.min(challenged, BALLOTS)) });

    expect(record.kind).toBe(kind);
    expect(report.steps.flatMap(({ failures }) => failures)).toEqual([]);
    expect(report.verdict).toBe("valid");
    const verdicts = new Map(report.steps.map((step) => [step.name, step.verdict]));
    expect(verdicts.get("direct shares")).toBe("pass");
    expect(verdicts.get("challenged ballots")).toBe("pass");
    expect(verdicts.get("contest limits")).toBe("pass");
    // There are no shares of single guardians, so no shares for missing ones.
    expect(verdicts.get("compensated shares")).toBe("none");
  });

  test("chained codes are valid from the first ballot to the closing, and without a tally the record is not valid", () => {
    const path = join(folder, "testBallotChainEc");

    const report = verifyRecordFolder(path, { verdicts: withFirst(openRecord(openRecordFolder(path)), 12) });

    expect(failedSteps(report)).toEqual(["tally", "counts"]);
    expect(report.steps.find(({ name }) => name === "tally")?.failures).toEqual([
      { where: "record", why: "it has no encrypted tally: nothing was counted" },
    ]);
  });
});

/** Returns the record with only the first challenged ballots. */
function withChallenged(files: RecordFiles, count: number): RecordFiles {
  const idOf = (name: string) => name.replace(/^.*\/[de]ballot-/, "");
  const hidden = new Set(files.list("challenged_ballots").slice(count).map(idOf));
  return { ...files, list: (folder) => files.list(folder).filter((name) => !hidden.has(idOf(name))) };
}

/** Checks the first ballots and assumes that the others are valid. */
function withFirst(record: ReturnType<typeof openRecord>, ballots: number): BallotVerdict[] {
  const verdicts = [...record.verdicts((place) => place < BALLOTS)];
  const untouched = record.ballotIds().slice(verdicts.length);
  expect(verdicts.length + untouched.length).toBe(ballots);
  const checked = { selections: 0, limits: 0, hashes: 0 };
  return [...verdicts, ...untouched.map((ballotId) => ({ ballotId, checked, objections: [] }))];
}

function failedSteps(report: VerificationReport): string[] {
  return report.steps.filter(({ verdict }) => verdict === "fail").map(({ name }) => name);
}
