/**
 * Verifies a record of ElectionGuard 1.91.
 *
 * What its writers say cannot be checked is left out: hash of the manifest, limits of contests, hashes behind codes.
 */
import type { Group } from "../../crypto/group/group.ts";
import { GROUP_V2_4096 } from "../../crypto/group/parameters.ts";
import { hash } from "../../crypto/hash/hash.ts";
import { objectionToGuardian, publicKeyOf } from "../../guardians/guardian-keys.ts";
import type { Record191 } from "../../records/joint/read-record-191.ts";
import { collectFindings, type Findings, type VerificationReport } from "../report.ts";
import { noteConstants } from "../verify-keys.ts";
import { groupOf, type VerificationOptions } from "../verify-record.ts";
import { createProfile191 } from "./profile-191.ts";
import { noteIds, noteSequences, verifyJoint } from "./verify-joint.ts";

const VERSION = "76322E3000000000000000000000000000000000000000000000000000000000";

export function verifyRecord191(record: Record191, options: VerificationOptions = {}): VerificationReport {
  const group = groupOf(options, GROUP_V2_4096);
  const findings = collectFindings(options.onProgress);
  verifyKeys(group, record, findings);
  verifyJoint(createProfile191(group, record.context), record, { findings, verdicts: options.verdicts });
  return findings.report();
}

function verifyKeys(group: Group, record: Record191, { note }: Findings): void {
  const { constants, context, guardians, manifest } = record;
  noteConstants({ constants, group }, note);
  const expected = contextOf(group, { context, guardians });
  const isContext = (name: keyof typeof expected) =>
    context[name] === expected[name] ? undefined : "it does not follow from the rest of the record";
  note("base hashes", "context, base hash", isContext("baseHash"));
  note("base hashes", "context, extended base hash", isContext("extendedHash"));
  noteIds(manifest, note);
  noteSequences(guardians, { note, quorum: context.quorum });
  for (const guardian of guardians) {
    const why = objectionToGuardian(group, guardian, context.quorum);
    note("guardian keys", `guardian ${guardian.guardianId}`, why);
  }
  note("joint key", "context, number of guardians", isContext("guardians"));
  note("joint key", "context, public key", isContext("publicKey"));
  note("joint key", "context, commitment hash", isContext("commitmentHash"));
}

function contextOf(group: Group, { context, guardians }: Pick<Record191, "context" | "guardians">) {
  const { p, q, g } = group;
  const { quorum, publicKey, commitmentHash } = context;
  const commitments = guardians.flatMap((guardian) => guardian.commitments);
  const parameterHash = hash(group, VERSION, "00", p, q, g);
  const manifest = hash(group, parameterHash, "01", context.manifestHash);
  const baseHash = hash(group, parameterHash, "02", guardians.length, quorum, manifest);
  return {
    guardians: guardians.length,
    baseHash,
    extendedHash: hash(group, baseHash, "12", publicKey, commitmentHash),
    publicKey: group.product(guardians.map(publicKeyOf)),
    commitmentHash: hash(group, commitments),
  };
}
