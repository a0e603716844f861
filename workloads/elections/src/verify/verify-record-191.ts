/**
 * Verifies a record of ElectionGuard 1.91, except the parts that its authors declare unverifiable.
 *
 * Not checked: the hash of the manifest, limits of contests, and the hashes behind confirmation codes.
 */
import { GROUP_V2_4096 } from "../core/crypto/group-parameters.ts";
import type { Group } from "../core/crypto/group.ts";
import { hash } from "../core/crypto/hash.ts";
import { type ElectionContext, objectionToGuardian, publicKeyOf } from "../core/guardians/key-ceremony.ts";
import type { Record191 } from "../core/records/read-record-191.ts";
import { collectFindings, type Findings, type VerificationReport } from "./report.ts";
import { noteIds, noteSequences, type Profile, verifyJoint } from "./verify-joint.ts";
import { groupForVersion, noteConstants, type VerificationOptions } from "./verify-record.ts";

const VERSION = "76322E3000000000000000000000000000000000000000000000000000000000";

export function verifyRecord191(record: Record191, options: VerificationOptions = {}): VerificationReport {
  const group = groupForVersion(options, GROUP_V2_4096);
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

/** Creates the profile of 1.91, which hashes as ElectionGuard 1 does and adds tags. */
export function createProfile191(
  group: Group,
  { publicKey, extendedHash }: Pick<ElectionContext, "publicKey" | "extendedHash">,
): Profile {
  return {
    group,
    publicKey,
    rangeChallenge: ({ pad, data }, commitments) => {
      const committed = commitments.flatMap((commitment) => [commitment.pad, commitment.data]);
      return hash(group, "21", extendedHash, publicKey, pad, data, ...committed);
    },
    openingChallenge: ({ ciphertext, commitment, shares }) => {
      const parts = [extendedHash, publicKey, ciphertext.pad, ciphertext.data, commitment.pad, commitment.data, shares];
      return parts.reduce((before, part) => hash(group, before, part), hash(group, "30"));
    },
    rest: () => ({ checked: { limits: 0, hashes: 0 }, objections: [] }),
  };
}
