/** Recognises the version of a record and verifies it by the rules of that version. */
import { GROUP_V1_4096, GROUP_V2_4096 } from "../core/crypto/group-parameters.ts";
import type { JointBallot, JointRecord } from "../core/records/joint-record.ts";
import { readRecord191 } from "../core/records/read-record-191.ts";
import { readRecord20 } from "../core/records/read-record-20.ts";
import { readRecord } from "../core/records/read-record.ts";
import { jsonOf, type RecordFiles, textOf } from "../core/records/record-files.ts";
import { ElectionError } from "../errors.ts";
import type { BallotVerdict, OnProgress, VerificationReport } from "./report.ts";
import { verdictOfBallot } from "./verify-ballots.ts";
import { type Profile, verdictOfJointBallot } from "./verify-joint.ts";
import { createProfile191, verifyRecord191 } from "./verify-record-191.ts";
import { profileOf, settingOf, verifyRecord20 } from "./verify-record-20.ts";
import { groupForVersion, type VerificationOptions, verifyRecord } from "./verify-record.ts";

export type RecordKind = "ElectionGuard 1" | "ElectionGuard 1.91" | "ElectionGuard 2.0" | "ElectionGuard 2.0, P-256";

export type RecordReport = VerificationReport & { readonly kind: RecordKind };

export type OpenRecord = {
  readonly kind: RecordKind;
  /** Returns the ids of ballots in the order of the record. */
  readonly ballotIds: () => string[];
  /** Checks each wanted ballot on its own, one after the other. Threads divide the places among them. */
  readonly verdicts: (isWanted?: (place: number) => boolean) => Iterable<BallotVerdict>;
  /** Verifies all steps. Checks that given verdicts cover are not computed again. */
  readonly verify: (options?: {
    readonly onProgress?: OnProgress;
    readonly verdicts?: Iterable<BallotVerdict>;
  }) => RecordReport;
};

/** Settings of the group, given once so that all steps share tables of powers. */
export type OpenOptions = Pick<VerificationOptions, "parameters" | "exponentiation" | "group">;

export function openRecord(files: RecordFiles, options: OpenOptions = {}): OpenRecord {
  const kind = kindOf(files);
  switch (kind) {
    case "ElectionGuard 1":
      return openRecord1(files, options);
    case "ElectionGuard 1.91":
      return openRecord191(files, options);
    case "ElectionGuard 2.0":
    case "ElectionGuard 2.0, P-256":
      return openRecord20(files, kind, options);
  }
}

/** Recognises the version by files and names that only this version has. */
export function kindOf(files: RecordFiles): RecordKind {
  if (files.read("election_config.json") !== undefined) {
    const type = jsonOf(files, "constants.json").member("type").text();
    return type === "EllipticCurve" ? "ElectionGuard 2.0, P-256" : "ElectionGuard 2.0";
  }
  if (files.read("context.json") === undefined) {
    const message = "this is no election record: it has neither context.json nor election_config.json";
    throw new ElectionError("ELECTION_RECORD_INVALID", `${message}; name the folder that holds one of them`);
  }
  const [guardian] = files.list("guardians");
  if (guardian === undefined) throw new ElectionError("ELECTION_RECORD_INVALID", "the record lacks files in guardians");
  const isNamed191 = textOf(files, guardian).includes('"coefficient_commitments"');
  return isNamed191 ? "ElectionGuard 1.91" : "ElectionGuard 1";
}

function openRecord1(files: RecordFiles, options: OpenOptions): OpenRecord {
  const record = readRecord(files);
  const group = groupForVersion(options, GROUP_V1_4096);
  return {
    kind: "ElectionGuard 1",
    ballotIds: () => Array.from(record.ballots, ({ ballotId }) => ballotId),
    verdicts: (isWanted) => each(record.ballots, isWanted, (ballot) => verdictOfBallot(group, record, ballot)),
    verify: (work) => ({ kind: "ElectionGuard 1", ...verifyRecord(record, { ...work, group }) }),
  };
}

function openRecord191(files: RecordFiles, options: OpenOptions): OpenRecord {
  const record = readRecord191(files);
  const group = groupForVersion(options, GROUP_V2_4096);
  return {
    kind: "ElectionGuard 1.91",
    ballotIds: () => Array.from(record.ballots, ({ ballotId }) => ballotId),
    verdicts: jointVerdicts(createProfile191(group, record.context), record),
    verify: (work) => ({ kind: "ElectionGuard 1.91", ...verifyRecord191(record, { ...work, group }) }),
  };
}

function openRecord20(files: RecordFiles, kind: RecordKind, options: OpenOptions): OpenRecord {
  const record = readRecord20(files);
  const setting = settingOf(record, options);
  return {
    kind,
    ballotIds: () => Array.from(record.ballots, ({ ballotId }) => ballotId),
    verdicts: jointVerdicts(profileOf(setting, record), record),
    verify: (work) => ({ kind, ...verifyRecord20(record, { ...work, group: setting.group }) }),
  };
}

function jointVerdicts<Ballot extends JointBallot>(profile: Profile<Ballot>, record: JointRecord<Ballot>) {
  return (isWanted?: (place: number) => boolean) =>
    each(record.ballots, isWanted, (ballot) => verdictOfJointBallot(profile, record.manifest, ballot));
}

function* each<Ballot>(
  ballots: Iterable<Ballot>,
  isWanted: (place: number) => boolean = () => true,
  verdictOf: (ballot: Ballot) => BallotVerdict,
): Iterable<BallotVerdict> {
  let place = 0;
  for (const ballot of ballots) if (isWanted(place++)) yield verdictOf(ballot);
}
