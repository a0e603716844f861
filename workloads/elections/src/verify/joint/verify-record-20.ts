/** Verifies a record of ElectionGuard 2.0, over integers or over P-256, as egk-ec publishes it. */
import { GROUP_V2_4096 } from "../../crypto/group/parameters.ts";
import { createHashes20, type Hashes20 } from "../../crypto/v2/hashes-20.ts";
import { curveSetting, integerSetting, type Setting20 } from "../../crypto/v2/setting-20.ts";
import type { Guardian20, Record20 } from "../../records/joint/record-20.ts";
import { collectFindings, type Findings, type VerificationReport } from "../report.ts";
import { groupOf, type VerificationOptions } from "../verify-record.ts";
import { createProfile20, type Profile20 } from "./profile-20.ts";
import { verifyChains } from "./v2/verify-chains.ts";
import { noteIds, noteSequences, verifyJoint } from "./verify-joint.ts";
import { verifyOpenedData, verifyTally20 } from "./v2/verify-tally-20.ts";

export function verifyRecord20(record: Record20, options: VerificationOptions = {}): VerificationReport {
  const setting = settingOf(record, options);
  const findings = collectFindings(options.onProgress);
  verifyKeys(setting, record, findings);
  const profile = profileOf(setting, record);
  const sums = verifyJoint(profile, record, { findings, verdicts: options.verdicts });
  verifyChains(profile, record, findings);
  verifyTally20(record, { findings, sums });
  verifyOpenedData(profile, record, { findings, sums });
  return findings.report();
}

/** What one ballot is checked with. */
export function profileOf(setting: Setting20, { config }: Pick<Record20, "config">): Profile20 {
  return createProfile20(setting, { config, hashes: createHashes20(setting).of(config) });
}

/** Over P-256, a group that is given has to be that one. */
export function settingOf({ group }: Pick<Record20, "group">, options: VerificationOptions): Setting20 {
  return group === "integer" ? integerSetting(groupOf(options, GROUP_V2_4096)) : curveSetting(options.group);
}

function verifyKeys(setting: Setting20, record: Record20, { note }: Findings): void {
  const { group } = setting;
  const { config, constants, guardians, manifestText } = record;
  for (const [name, value] of Object.entries(setting.constants)) {
    note("parameters", `constants, ${name}`, constants[name] === value ? undefined : `it is not that of ${group.name}`);
  }
  const hashes = createHashes20(setting);
  const manifestHash = hashes.manifestHash(manifestText);
  const baseHash = hashes.baseHash({ manifestHash, guardians: guardians.length, quorum: config.quorum });
  const keys = guardians.map(({ proofs }) => proofs[0]?.publicKey ?? 0n);
  const expected = {
    parameterHash: hashes.parameterHash,
    manifestHash,
    baseHash,
    extendedHash: hashes.extendedHash(baseHash, config.publicKey),
    guardians: guardians.length,
    publicKey: keys.every(group.isResidue) ? group.product(keys) : 0n,
  };
  const isConfig = (name: keyof typeof expected) =>
    config[name] === expected[name] ? undefined : "it does not follow from the rest of the record";
  note("base hashes", "config, parameter base hash", isConfig("parameterHash"));
  note("base hashes", "config, manifest hash", isConfig("manifestHash"));
  note("base hashes", "config, base hash", isConfig("baseHash"));
  note("base hashes", "config, extended base hash", isConfig("extendedHash"));
  noteIds(record.manifest, note);
  noteSequences(guardians, { note, quorum: config.quorum });
  for (const guardian of guardians) {
    const why = objectionToGuardian(setting, hashes, { guardian, quorum: config.quorum });
    note("guardian keys", `guardian ${guardian.guardianId}`, why);
  }
  note("joint key", "config, number of guardians", isConfig("guardians"));
  note("joint key", "config, public key", isConfig("publicKey"));
}

function objectionToGuardian(
  { group }: Setting20,
  hashes: Hashes20,
  { guardian: { sequence, proofs }, quorum }: { guardian: Guardian20; quorum: number },
): string | undefined {
  if (proofs.length !== quorum) return `has ${String(proofs.length)} proofs, not ${String(quorum)}`;
  for (const [degree, { publicKey, challenge, response }] of proofs.entries()) {
    const objection = (why: string) => `has a wrong proof of coefficient ${String(degree)}: ${why}`;
    if (!group.isElement(publicKey)) return objection("the public key is not in the subgroup of order q");
    if (![challenge, response].every(group.isScalar)) return objection("challenge or response is not below q");
    const commitment = group.multiply(group.fixedPower(group.g, response), group.power(publicKey, challenge));
    if (challenge !== hashes.schnorrChallenge({ sequence, degree, publicKey, commitment }))
      return objection("the challenge is not the hash of key and commitment");
  }
  return undefined;
}
