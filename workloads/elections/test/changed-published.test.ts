/** Tests that changes in published records are found, as in small records. Takes minutes: only with ROTA_LONG=1. */
import { join } from "node:path";
import { isRotaError } from "@rota/engine/errors";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { nativeExponentiation } from "../src/core/node/native-crypto.ts";
import { createGroup } from "../src/core/crypto/group.ts";
import { GROUP_V1_4096, GROUP_V2_4096 } from "../src/core/crypto/group-parameters.ts";
import { createP256Group } from "../src/core/crypto/p256-group.ts";
import { readRecord20 } from "../src/core/records/read-record-20.ts";
import { readRecord } from "../src/core/records/read-record.ts";
import type { RecordFiles } from "../src/core/records/record-files.ts";
import { openRecordFolder } from "../src/core/node/record-folder.ts";
import { verdictOfJointBallot } from "../src/verify/verify-joint.ts";
import { profileOf, settingOf, verifyRecord20 } from "../src/verify/verify-record-20.ts";
import { openRecord } from "../src/verify/open-record.ts";
import type { VerificationReport } from "../src/verify/report.ts";
import { verdictOfBallot } from "../src/verify/verify-ballots.ts";
import { verifyRecord } from "../src/verify/verify-record.ts";
import { slightly, type Path } from "./change-fields.ts";
import { familyOf, RULES_1, RULES_20, type Family } from "./record-families.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const exponentiation = nativeExponentiation();

describeWithTestData("elections", (folder) => {
  test.runIf(IS_LONG).each([
    { name: "eg-v0.95/minimal/election_record", open: family1 },
    { name: "egk-v2.0/someAvailable", open: family20 },
    { name: "egk-v2.0/someAvailableEc", open: family20 },
  ])(
    "whatever kind of field of $name is changed, the step that looks at it fails",
    { timeout: 3_600_000 },
    ({ name, open }) => {
      const family = open(join(folder, name));

      const missed = family.fields.flatMap(({ kind, path, step }) => {
        const failed = family.verifyChanged(path, slightly).steps.filter(({ verdict }) => verdict === "fail");
        return failed.some((found) => found.name === step) ? [] : [`${kind}: expected ${String(step)}`];
      });

      expect(family.verify().verdict).toBe("valid");
      expect(missed).toEqual([]);
    },
  );
});

describeWithTestData("elections", (folder) => {
  test
    .runIf(IS_LONG)
    .each([
      "eg-v0.95/minimal/election_record",
      "eg-v0.95/small/election_record",
      "eg-v0.95/full/election_record",
      "egk-v2.0/someAvailable",
      "egk-v2.0/someAvailableEc",
    ])("no file of %s can be changed unseen", { timeout: 3_600_000 }, (name) => {
    const { files, readsOf } = noteReads(openRecordFolder(join(folder, name)));
    const options = { group: createGroup(GROUP_V1_4096, { exponentiation }) };
    const [whole, first] = readsOf(() => openRecord(files, options));
    const [, ofBallots] = readsOf(() => whole.ballotIds());
    const known = [...whole.verdicts()];
    const [report, others] = readsOf(() => whole.verify({ verdicts: known }));
    const all = new Set([...first, ...ofBallots, ...others]);

    const unseen = [...all].filter((file) => {
      const changed = { ...files, read: (wanted: string) => changedText(files.read(wanted), wanted === file) };
      const place = ofBallots.indexOf(file);
      return isAccepted(() => {
        const record = openRecord(changed, options);
        const [again] = place < 0 ? [] : record.verdicts((at) => at === place);
        return record.verify({ verdicts: known.map((verdict, at) => (at === place ? (again ?? verdict) : verdict)) });
      });
    });

    expect(report.verdict).toBe("valid");
    expect(all.size).toBeGreaterThan(15);
    expect(unseen).toEqual([]);
  });
});

/** Notes which files a function reads, in order. */
function noteReads(files: RecordFiles) {
  let names = new Set<string>();
  const read = (name: string) => {
    const text = files.read(name);
    if (text !== undefined) names.add(name);
    return text;
  };
  const readsOf = <Result>(run: () => Result): [Result, string[]] => {
    names = new Set();
    return [run(), [...names]];
  };
  return { files: { list: files.list, read }, readsOf };
}

/** Changes the last digit of the first long number, or else the first number or id. */
function changedText(text: string | undefined, isChanged: boolean): string | undefined {
  if (!isChanged || text === undefined) return text;
  const long = /(?<="[0-9A-Fa-f]{31,})[0-9A-Fa-f](?=")/;
  const number = /(?<=:\s*)\d(?=[\d\s,}])/;
  const [place] = [long, number, /(?<="object_id":\s*").(?=[^"]*")/].filter((pattern) => pattern.test(text));
  if (place === undefined) throw new Error("a file without anything to change");
  return text.replace(place, (digit) => (digit === "1" ? "2" : "1"));
}

/** Returns whether a record is valid; a record that cannot be read is not. */
function isAccepted(verify: () => VerificationReport): boolean {
  try {
    return verify().verdict === "valid";
  } catch (error) {
    if (isRotaError(error)) return false;
    throw error;
  }
}

/**
 * Checks all ballots once. After a change, only the changed ballot is checked again, or the first one when the change
 * is elsewhere.
 */
function createVerdicts<Ballot, Verdict>(ballots: readonly Ballot[], verdictOf: (ballot: Ballot) => Verdict) {
  const known = ballots.map(verdictOf);
  return (changed: readonly Ballot[], path: Path, again: (ballot: Ballot) => Verdict): Verdict[] => {
    const place = path[0] === "ballots" ? path[1] : 0;
    return changed.flatMap((ballot, index) => (index === place ? again(ballot) : (known[index] ?? [])));
  };
}

function family1(path: string): Family {
  const group = createGroup(GROUP_V1_4096, { exponentiation });
  const read = readRecord(openRecordFolder(path));
  const whole = { ...read, ballots: [...read.ballots], challenged: [...read.challenged] };
  const verdictsFor = createVerdicts(whole.ballots, (ballot) => verdictOfBallot(group, whole, ballot));
  return familyOf("published", whole, {
    ...RULES_1,
    verify: (changed, where) => {
      const verdicts = verdictsFor(changed.ballots, where, (ballot) => verdictOfBallot(group, changed, ballot));
      return verifyRecord(changed, { group, verdicts });
    },
  });
}

function family20(path: string): Family {
  const read = readRecord20(openRecordFolder(path));
  const whole = { ...read, ballots: [...read.ballots], challenged: [...read.challenged] };
  const group = whole.group === "integer" ? createGroup(GROUP_V2_4096, { exponentiation }) : createP256Group();
  const setting = settingOf(whole, { group });
  const judge = (record: typeof whole) => (ballot: (typeof whole.ballots)[number]) =>
    verdictOfJointBallot(profileOf(setting, record), record.manifest, ballot);
  const verdictsFor = createVerdicts(whole.ballots, judge(whole));
  return familyOf("published", whole, {
    ...RULES_20,
    verify: (changed, where) =>
      verifyRecord20(changed, { group, verdicts: verdictsFor(changed.ballots, where, judge(changed)) }),
  });
}
