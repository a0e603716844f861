/** What is shown for small records of every version holds for the published ones. Takes minutes: only with ROTA_LONG=1. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { nativeExponentiation } from "../src/crypto/group/native-exponentiation.ts";
import { createGroup } from "../src/crypto/group/group.ts";
import { GROUP_V1_4096, GROUP_V2_4096 } from "../src/crypto/group/parameters.ts";
import { createP256Group } from "../src/crypto/curve/p256-group.ts";
import { readRecord20 } from "../src/records/joint/read-record-20.ts";
import { readRecord } from "../src/records/read-record.ts";
import { openRecordFolder } from "../src/records/record-folder.ts";
import { verdictOfJointBallot } from "../src/verify/joint/verify-joint-ballots.ts";
import { profileOf, settingOf, verifyRecord20 } from "../src/verify/joint/verify-record-20.ts";
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

/** Ballots that were not changed are looked at once; of the others, and for what all depend on, one is enough. */
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
