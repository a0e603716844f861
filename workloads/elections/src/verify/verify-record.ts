/**
 * Verifies a record of ElectionGuard 0.95 or 1.4 with nothing but the record, and reports every failure.
 *
 * Everything that can be computed is computed, not trusted. Checking continues after the first failure, so the report
 * shows how far the damage goes.
 */
import { GROUP_V1_4096, type GroupParameters } from "../core/crypto/group-parameters.ts";
import { createGroup, type Group, type MakeExponentiation } from "../core/crypto/group.ts";
import { contextOf, objectionToGuardian } from "../core/guardians/key-ceremony.ts";
import { manifestHash, objectionsTo } from "../core/manifest/manifest.ts";
import type { ElectionRecord } from "../core/records/read-record.ts";
import {
  type BallotVerdict,
  collectFindings,
  type Findings,
  type OnProgress,
  type VerificationReport,
} from "./report.ts";
import { verifyBallots } from "./verify-ballots.ts";
import { verifyChallenged, verifyDecryption, verifyTally, verifyTotals } from "./verify-decryption.ts";
import { createUnitOf, verifyOwnFiles, verifyUnits } from "./verify-own-files.ts";

export type VerificationOptions = {
  /** Group that the election had to use. Default: the one of its version. */
  readonly parameters?: GroupParameters;
  readonly exponentiation?: MakeExponentiation;
  /** Group that was created before, instead of the two options above. */
  readonly group?: Group;
  readonly onProgress?: OnProgress;
  /** Results of steps 5 to 7 of each ballot, in order, when other threads have checked them. */
  readonly verdicts?: Iterable<BallotVerdict>;
};

/** Returns the requested group, or else the one of the version. */
export function groupForVersion(options: VerificationOptions, standard: GroupParameters): Group {
  const { parameters = standard, exponentiation } = options;
  return options.group ?? createGroup(parameters, exponentiation === undefined ? {} : { exponentiation });
}

export function verifyRecord(record: ElectionRecord, options: VerificationOptions = {}): VerificationReport {
  const group = groupForVersion(options, GROUP_V1_4096);
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

export function verifyKeys(group: Group, record: ElectionRecord, { note }: Findings): void {
  const { constants, manifest, context, guardians } = record;
  noteConstants({ constants, group }, note);
  const expected = contextOf(group, { guardians, quorum: context.quorum, manifestHash: manifestHash(group, manifest) });
  const isContext = (name: keyof typeof context) =>
    context[name] === expected[name] ? undefined : "it does not follow from the rest of the record";
  note("base hashes", "context, manifest hash", isContext("manifestHash"));
  note("base hashes", "context, base hash", isContext("baseHash"));
  note("base hashes", "context, extended base hash", isContext("extendedHash"));
  note("base hashes", "manifest", objectionsTo(manifest)[0]);

  for (const [index, guardian] of guardians.entries()) {
    const where = `guardian ${guardian.guardianId}`;
    note("guardian keys", where, objectionToGuardian(group, guardian, context.quorum));
    note("guardian keys", where, guardian.sequence === index + 1 ? undefined : "its number is missing or given twice");
  }
  note("joint key", "context, number of guardians", isContext("guardians"));
  note("joint key", "context, commitment hash", isContext("commitmentHash"));
  note("joint key", "context, public key", isContext("publicKey"));
  const isQuorum = context.quorum >= 1 && context.quorum <= guardians.length;
  note("joint key", "context, quorum", isQuorum ? undefined : "it is not from 1 to the number of guardians");
}

/** Verifies step 1: the record states the group of its version. */
export function noteConstants(
  { constants, group }: { constants: Readonly<Record<string, bigint>>; group: Group },
  note: Findings["note"],
): void {
  for (const name of ["p", "q", "r", "g"] as const) {
    const why = constants[name] === group[name] ? undefined : `it is not that of ${group.name}`;
    note("parameters", `constants, ${name}`, why);
  }
}
