/**
 * Verifies an election record: needs nothing but the record, and believes nothing in it that can be computed.
 *
 * Everything is looked at, also after the first failure: the report says how far the damage goes.
 */
import { createGroup, type Group } from "../crypto/group/group.ts";
import type { MakeExponentiation } from "../crypto/group/exponentiation.ts";
import { GROUP_V1_4096, type GroupParameters } from "../crypto/group/parameters.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import type { BallotVerdict } from "./ballot-verdict.ts";
import { collectFindings, type OnProgress, type VerificationReport } from "./report.ts";
import { verifyBallots } from "./verify-ballots.ts";
import { verifyChallenged } from "./verify-challenged.ts";
import { verifyDecryption } from "./verify-decryption.ts";
import { verifyKeys } from "./verify-keys.ts";
import { verifyOwnFiles } from "./own/verify-own-files.ts";
import { createUnitOf, verifyUnits } from "./own/verify-units.ts";
import { verifyTally, verifyTotals } from "./verify-tally.ts";

export type VerificationOptions = {
  /** The group that the election had to use. Default: the one of its version. */
  readonly parameters?: GroupParameters;
  readonly exponentiation?: MakeExponentiation;
  /** A group that was made before, instead of the two above. */
  readonly group?: Group;
  readonly onProgress?: OnProgress;
  /** Steps 5 to 7 of each ballot, in their order, where others looked at them already, such as threads. */
  readonly verdicts?: Iterable<BallotVerdict>;
};

/** The group that is asked for, or else the one of the version. */
export function groupOf(options: VerificationOptions, standard: GroupParameters): Group {
  const { parameters = standard, exponentiation } = options;
  return options.group ?? createGroup(parameters, exponentiation === undefined ? {} : { exponentiation });
}

export function verifyRecord(record: ElectionRecord, options: VerificationOptions = {}): VerificationReport {
  const group = groupOf(options, GROUP_V1_4096);
  const findings = collectFindings(options.onProgress);
  verifyKeys(group, record, findings);
  const unitOf = createUnitOf(record.own, findings);
  const ballots = verifyBallots(group, record, { findings, verdicts: options.verdicts, unitOf });
  verifyTally(group, record, { findings, ballots });
  const present = verifyDecryption(group, record, { findings });
  verifyChallenged(group, record, { findings, ballots, present });
  if (record.own !== undefined) {
    verifyOwnFiles(group, record, { findings, ballots, own: record.own });
    verifyUnits(group, record, { findings, ballots, own: record.own, present });
  }
  verifyTotals(record, { findings, ballots, tally: record.tally, name: "tally" });
  return findings.report();
}
