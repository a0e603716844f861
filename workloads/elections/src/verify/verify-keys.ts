/** Steps 1 to 4: parameters, base hashes, guardians' keys, joint key. */
import type { Group } from "../crypto/group/group.ts";
import { contextOf } from "../guardians/election-context.ts";
import { objectionToGuardian } from "../guardians/guardian-keys.ts";
import { objectionsTo } from "../manifest/check-manifest.ts";
import { manifestHash } from "../manifest/manifest-hash.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import type { Findings } from "./report.ts";

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

/** Step 1: the record names the group that its version has. */
export function noteConstants(
  { constants, group }: { constants: Readonly<Record<string, bigint>>; group: Group },
  note: Findings["note"],
): void {
  for (const name of ["p", "q", "r", "g"] as const) {
    const why = constants[name] === group[name] ? undefined : `it is not that of ${group.name}`;
    note("parameters", `constants, ${name}`, why);
  }
}
