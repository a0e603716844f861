/** Verifies a batch of ballots in a computing process. Input and output are plain data. */
import type { SubmittedBallot } from "../core/ballots/ballot.ts";
import { inBatch } from "../core/crypto/batch.ts";
import { curveSetting, integerSetting } from "../core/crypto/formulas-20.ts";
import type { GroupParameters } from "../core/crypto/group-parameters.ts";
import { createGroup, type Group } from "../core/crypto/group.ts";
import { nativeExponentiation } from "../core/node/native-crypto.ts";
import type { Ballot20, JointBallot, Record20 } from "../core/records/joint-record.ts";
import type { Record191 } from "../core/records/read-record-191.ts";
import type { ElectionRecord } from "../core/records/read-record.ts";
import type { BallotVerdict } from "./report.ts";
import { verdictOfBallot } from "./verify-ballots.ts";
import { verdictOfJointBallot } from "./verify-joint.ts";
import { createProfile191 } from "./verify-record-191.ts";
import { profileOf } from "./verify-record-20.ts";

/** A batch of ballots with the parts of their election that are needed to check them. */
export type BallotsToVerify = { readonly parameters: GroupParameters } & (
  | {
      readonly kind: "ElectionGuard 1";
      readonly election: Pick<ElectionRecord, "manifest" | "context">;
      readonly ballots: readonly SubmittedBallot[];
    }
  | {
      readonly kind: "ElectionGuard 1.91";
      readonly election: Pick<Record191, "manifest" | "context">;
      readonly ballots: readonly JointBallot[];
    }
  | {
      readonly kind: "ElectionGuard 2.0" | "ElectionGuard 2.0, P-256";
      readonly election: Pick<Record20, "manifest" | "config">;
      readonly ballots: readonly Ballot20[];
    }
);

/** One group for each p, so that tables and prepared OpenSSL objects serve all batches of a process. */
const groups = new Map<bigint, Group>();
let curve: ReturnType<typeof curveSetting> | undefined;

export function verdictsOf(work: BallotsToVerify): BallotVerdict[] {
  // A batch would save less than it costs for points of the curve.
  if (work.kind === "ElectionGuard 2.0, P-256") return verdicts20(curveOnce(), work);
  return inBatch(groupOnce(work.parameters), (group) => verdictsIn(group, work));
}

function verdictsIn(group: Group, work: BallotsToVerify): BallotVerdict[] {
  switch (work.kind) {
    case "ElectionGuard 1":
      return work.ballots.map((ballot) => verdictOfBallot(group, work.election, ballot));
    case "ElectionGuard 1.91": {
      const profile = createProfile191(group, work.election.context);
      return work.ballots.map((ballot) => verdictOfJointBallot(profile, work.election.manifest, ballot));
    }
    case "ElectionGuard 2.0":
    case "ElectionGuard 2.0, P-256":
      return verdicts20(integerSetting(group), work);
  }
}

function verdicts20(
  setting: ReturnType<typeof curveSetting>,
  { election, ballots }: Extract<BallotsToVerify, { election: { config: unknown } }>,
): BallotVerdict[] {
  const profile = profileOf(setting, election);
  return ballots.map((ballot) => verdictOfJointBallot(profile, election.manifest, ballot));
}

function groupOnce(parameters: GroupParameters): Group {
  const known = groups.get(parameters.p) ?? createGroup(parameters, { exponentiation: nativeExponentiation() });
  groups.set(parameters.p, known);
  return known;
}

function curveOnce(): ReturnType<typeof curveSetting> {
  curve ??= curveSetting();
  return curve;
}
