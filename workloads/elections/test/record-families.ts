/** Creates small records of every verified version, and defines which step must detect which change. */
import { createGroup } from "../src/core/crypto/group.ts";
import { TOY_GROUP_256 } from "../src/core/crypto/group-parameters.ts";
import { curveSetting, integerSetting } from "../src/core/crypto/formulas-20.ts";
import type { ElectionRecord } from "../src/core/records/read-record.ts";
import { verifyRecord191 } from "../src/verify/verify-record-191.ts";
import { verifyRecord20 } from "../src/verify/verify-record-20.ts";
import type { StepName, VerificationReport } from "../src/verify/report.ts";
import { verifyRecord } from "../src/verify/verify-record.ts";
import { changeAt, fieldsOf, namesOnTheWay, type Change, type Field, type Path } from "./change-fields.ts";
import { choice, encryptAll, holdCeremony, tallyToRecord, toyGroup } from "./toy-election.ts";
import { makeRecord191 } from "./toy-record-191.ts";
import { makeRecord20 } from "./toy-record-20.ts";

/** Step that must fail for a field whose kind matches; the first match counts. */
type StepFor = readonly (readonly [kind: RegExp, step: StepName])[];

export type Rules = {
  readonly steps: StepFor;
  /**
   * Fields that no hash or proof of the version covers, that others are computed from, or that the reader sets itself.
   */
  readonly free: readonly RegExp[];
};

export type Family = {
  readonly name: string;
  readonly verify: () => VerificationReport;
  readonly verifyChanged: (path: Path, change: Change) => VerificationReport;
  /** Every kind of field that a step checks. */
  readonly fields: readonly (Field & { readonly step: StepName | undefined; readonly names: readonly string[] })[];
};

export function familyOf<Whole>(
  name: string,
  whole: Whole,
  { steps, free, verify }: Rules & { verify: (changed: Whole, path: Path) => VerificationReport },
): Family {
  const fields = fieldsOf(whole).filter(({ kind }) => !free.some((pattern) => pattern.test(kind)));
  return {
    name,
    verify: () => verify(whole, []),
    verifyChanged: (path, change) => verify(changeAt(whole, path, change), path),
    fields: fields.map(({ kind, path }) => ({
      kind,
      path,
      step: steps.find(([pattern]) => pattern.test(kind))?.[1],
      names: namesOnTheWay(whole, path),
    })),
  };
}

export const RULES_1: Rules = {
  free: [/contestData/, /^tally\.tallyId/, /\.(kind|state)$/],
  steps: [
    [/^constants/, "parameters"],
    [/^manifest/, "base hashes"],
    [/^context\.(baseHash|extendedHash|manifestHash)/, "base hashes"],
    [/^context\.quorum/, "guardian keys"],
    [/^context/, "joint key"],
    [/^devices/, "chain of codes"],
    [/^guardians\.\*\.guardianId/, "reconstruction"],
    [/^guardians/, "guardian keys"],
    [/^weights/, "reconstruction"],
    [/^ballots\.\w+\.contests\.\*\.selections\.\*\.(descriptionHash|hash|sequence)/, "ballot hashes and codes"],
    [/^ballots\.\w+\.contests\.\*\.selections/, "ballot selections"],
    [/^ballots\.\w+\.contests\.\*\.(accumulation|proof)/, "contest limits"],
    [/^ballots\.\w+\.contests\.\*\.(descriptionHash|hash|sequence)/, "ballot hashes and codes"],
    [/^ballots\.\w+\.(manifestHash|codeSeed|code|timestamp|hash|ballotId)/, "ballot hashes and codes"],
    [/^ballots/, "ballot selections"],
    [/^encryptedTally/, "tally"],
    [/^tally\.contests\.\*\.(contestId|selections\.\*\.(selectionId|ciphertext))/, "tally"],
    [/^tally.*\.parts\.\*\./, "compensated shares"],
    [/^tally.*\.shares\.\*\.(proof|share)/, "direct shares"],
    [/^tally.*\.shares\.\*/, "reconstruction"],
    [/^tally.*\.(count|value)/, "counts"],
    [/^challenged/, "challenged ballots"],
  ],
};

const JOINT_STEPS: StepFor = [
  [/^constants/, "parameters"],
  [/^context\.(baseHash|extendedHash|manifestHash|quorum)/, "base hashes"],
  [/^context/, "joint key"],
  [/^guardians/, "guardian keys"],
  [/^encryptedTally/, "tally"],
  [/^tally.*\.(count|value)/, "counts"],
  [/^tally/, "direct shares"],
  [/^challenged/, "challenged ballots"],
  [/^ballots/, "ballot selections"],
];

export const RULES_191: Rules = {
  // Its authors declare that hashes behind codes cannot be checked: nothing binds a ballot to its id or code.
  free: [
    /^manifest/,
    /^tally\.tallyId/,
    /\.state$/,
    /^guardians\.\*\.guardianId/,
    /^ballots\.\w+\.code$/,
    /^ballots\.cast\.ballotId/,
  ],
  steps: [[/^ballots\.challenged\.ballotId/, "challenged ballots"], ...JOINT_STEPS],
};

export const RULES_20: Rules = {
  // The manifest is hashed as text. Nothing binds contest data of ballots that were cast.
  free: [
    /^manifest\./,
    /^group$/,
    /^tally\.tallyId/,
    /\.state$/,
    /^guardians\.\*\.guardianId/,
    /^ballots\.cast\.contests\.\*\.contestData/,
    /^ballots\.\w+\.device$/,
  ],
  steps: [
    [/^manifestText/, "base hashes"],
    [/^config\.(guardians|publicKey)/, "joint key"],
    [/^config\.codeBytes/, "ballot hashes and codes"],
    [/^config/, "base hashes"],
    [/^ballots\.cast\.ballotId/, "tally"],
    [/^ballots\.challenged\.(ballotId|contests\.\*\.contestData)/, "challenged ballots"],
    [/^ballots\.\w+\.(code|codeBytes|electionHash)/, "ballot hashes and codes"],
    [/^ballots\.\w+\.contests\.\*\.(sequence|hash|selections\.\*\.sequence)/, "ballot hashes and codes"],
    [/^ballots\.\w+\.contests\.\*\.limitProof/, "contest limits"],
    [/^chains/, "ballot hashes and codes"],
    [/^added/, "tally"],
    [/^tally\.electionHash/, "totals"],
    ...JOINT_STEPS,
  ],
};

/** Rules for chained codes: the bytes that all unchained ballots share are not checked. */
const RULES_20_CHAINED: Rules = { ...RULES_20, free: [...RULES_20.free, /^config\.codeBytes/] };

export function family1(): Family {
  const { record } = smallElection();
  return familyOf("ElectionGuard 1", record, {
    ...RULES_1,
    verify: (changed) => verifyRecord(changed, { group: toyGroup }),
  });
}

/** Returns an election with one cast and one challenged ballot, and one of three guardians missing. */
function smallElection(): { record: ElectionRecord } {
  const small = holdCeremony({ count: 3, quorum: 2 });
  const votes = encryptAll(small.context, [
    { plain: choice("b1", ["ann"], ["ann", "bob"]), state: "cast" },
    { plain: choice("b2", ["ann"], ["bob"]), state: "challenged" },
  ]);
  return { record: tallyToRecord(small, { ballots: votes, present: 2 }) };
}

export function family191(): Family {
  const group = createGroup(TOY_GROUP_256, { tableAfter: 20 });
  return familyOf("ElectionGuard 1.91", makeRecord191(group), {
    ...RULES_191,
    verify: (changed) => verifyRecord191(changed, { group }),
  });
}

export function families20(): Family[] {
  const group = createGroup(TOY_GROUP_256, { tableAfter: 20 });
  const verify = (changed: Parameters<typeof verifyRecord20>[0]) => verifyRecord20(changed, { group });
  const plain = makeRecord20(integerSetting(group), { isChained: false });
  const chained = makeRecord20(integerSetting(group), { isChained: true });
  return [
    familyOf("ElectionGuard 2.0", plain, { ...RULES_20, verify }),
    familyOf("ElectionGuard 2.0 with chained codes", chained, { ...RULES_20_CHAINED, verify }),
  ];
}

export function familyP256(): Family {
  const setting = curveSetting();
  return familyOf("ElectionGuard 2.0, P-256", makeRecord20(setting, { isChained: true }), {
    ...RULES_20_CHAINED,
    verify: (changed) => verifyRecord20(changed, { group: setting.group }),
  });
}
