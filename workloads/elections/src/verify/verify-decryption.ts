/** Steps 9 to 12: every share of every selection, the reconstruction of missing ones, and the counts. */
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group/group.ts";
import { lagrangeWeight } from "../crypto/polynomial.ts";
import { objectionToShareProof } from "../crypto/proofs/share-proof.ts";
import { publicKeyOf, type GuardianPublic } from "../guardians/guardian-keys.ts";
import { recoveryKey } from "../guardians/key-backup.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import { reconstructShare } from "../tally/combine-shares.ts";
import type { CompensatedShare, DecryptedSelection, DecryptedTally, GuardianShare } from "../tally/tally.ts";
import type { Findings, StepName } from "./report.ts";

/** What is looked at, and where it is reported: all of a challenged ballot belongs to one step. */
type Work = {
  readonly note: (step: StepName, where: string, why: string | undefined) => void;
  readonly where: string;
  readonly present: readonly GuardianPublic[];
};

/** Of the tally of the election. Returns the guardians who were present: the same for everything that was decrypted. */
export function verifyDecryption(
  group: Group,
  record: ElectionRecord,
  { findings }: { findings: Findings },
): readonly GuardianPublic[] {
  const present = presentIn(record, record.tally);
  verifyPresent(group, record, { note: findings.note, present });
  verifySelections(group, record, { tally: record.tally, note: findings.note, where: "tally", present });
  return present;
}

/** Of a tally or a challenged ballot, by the guardians who were present. */
export function verifySelections(
  group: Group,
  record: ElectionRecord,
  { tally, note, where, present }: Work & { readonly tally: DecryptedTally },
): void {
  for (const { contestId, selections } of tally.contests) {
    for (const selection of selections) {
      const place = `${where}, ${contestId}, ${selection.selectionId}`;
      verifySelection(group, record, { note, where: place, present, selection });
    }
  }
}

function presentIn({ guardians }: ElectionRecord, { contests }: DecryptedTally): GuardianPublic[] {
  const shares = contests[0]?.selections[0]?.shares ?? [];
  const direct = new Set(shares.filter(({ kind }) => kind === "direct").map(({ guardianId }) => guardianId));
  return guardians.filter(({ guardianId }) => direct.has(guardianId));
}

function verifyPresent(
  group: Group,
  { guardians, context, weights }: ElectionRecord,
  { note, present }: Omit<Work, "where">,
): void {
  const isEnough = present.length >= context.quorum;
  note("reconstruction", "tally, guardians", isEnough ? undefined : "fewer guardians took part than the quorum");
  if (present.length === guardians.length) return;
  const sequences = present.map(({ sequence }) => sequence);
  if (new Set(sequences).size !== sequences.length) {
    note("reconstruction", "weights", "two guardians have the same number");
    return;
  }
  const expected = sequences.map((sequence) => lagrangeWeight(group, sequence, sequences));
  const areSame = weights?.length === expected.length && expected.every((weight, index) => weight === weights[index]);
  note("reconstruction", "weights", areSame ? undefined : "they are not those of the guardians who took part");
}

function verifySelection(
  group: Group,
  record: ElectionRecord,
  { note, where, present, selection }: Work & { selection: DecryptedSelection },
): void {
  const { shares, ciphertext, value, count } = selection;
  const ids = shares.map(({ guardianId }) => guardianId);
  const isAll =
    record.guardians.every(({ guardianId }) => ids.includes(guardianId)) && ids.length === record.guardians.length;
  note("reconstruction", where, isAll ? undefined : "it has not exactly one share of each guardian");
  for (const share of shares) verifyShare(group, record, { note, where, present, ciphertext, share });

  const product = group.product(shares.map(({ share }) => share));
  const isOpened = group.multiply(product, value) === ciphertext.data;
  note("counts", where, isOpened ? undefined : "the value is not what the shares decrypt");
  const isCount = count >= 0 && group.fixedPower(group.g, BigInt(Math.max(0, count))) === value;
  note("counts", where, isCount ? undefined : "the count does not belong to the value");
}

function verifyShare(
  group: Group,
  { guardians, context: { extendedHash } }: ElectionRecord,
  { note, where, present, ciphertext, share }: Work & { ciphertext: Ciphertext; share: GuardianShare },
): void {
  const guardian = guardians.find(({ guardianId }) => guardianId === share.guardianId);
  const place = `${where}, guardian ${share.guardianId}`;
  const isPresent = present.some(({ guardianId }) => guardianId === share.guardianId);
  if (guardian === undefined || isPresent !== (share.kind === "direct")) {
    note("reconstruction", place, "who was present is not the same everywhere");
    return;
  }
  if (share.kind === "direct") {
    const about = { ciphertext, share: share.share, extendedHash, publicKey: publicKeyOf(guardian) };
    note("direct shares", place, objectionToShareProof(group, about, share.proof));
    return;
  }
  for (const part of share.parts) {
    const why = objectionToPart(group, { part, present, missing: guardian, ciphertext, extendedHash });
    note("compensated shares", `${place}, by ${part.guardianId}`, why);
  }
  note("reconstruction", place, objectionToReconstruction(group, share, present));
}

function objectionToPart(
  group: Group,
  work: {
    part: CompensatedShare;
    present: readonly GuardianPublic[];
    missing: GuardianPublic;
    ciphertext: Ciphertext;
    extendedHash: bigint;
  },
): string | undefined {
  const { part, present, missing, ciphertext, extendedHash } = work;
  const guardian = present.find(({ guardianId }) => guardianId === part.guardianId);
  if (guardian === undefined || part.missingGuardianId !== missing.guardianId) return "it is of or for somebody else";
  const publicKey = recoveryKey(group, missing, guardian.sequence);
  if (publicKey !== part.recoveryKey) return "its recovery key does not follow from the commitments";
  return objectionToShareProof(group, { ciphertext, share: part.share, extendedHash, publicKey }, part.proof);
}

function objectionToReconstruction(
  group: Group,
  share: GuardianShare & { kind: "reconstructed" },
  present: readonly GuardianPublic[],
): string | undefined {
  const ids = new Set(share.parts.map(({ guardianId }) => guardianId));
  const isComplete = ids.size === share.parts.length && present.every(({ guardianId }) => ids.has(guardianId));
  if (!isComplete || ids.size !== present.length) return "it has not exactly one part of each guardian who took part";
  if (new Set(present.map(({ sequence }) => sequence)).size !== present.length)
    return "two guardians have the same number";
  const isSame = reconstructShare(group, share.parts, present) === share.share;
  return isSame ? undefined : "it is not what its parts make";
}
