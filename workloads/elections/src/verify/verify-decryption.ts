/** Verifies steps 8 to 14: the tally, every share, the counts, challenged ballots and totals. */
import type { SubmittedBallot } from "../core/ballots/ballot.ts";
import type { Ciphertext } from "../core/crypto/elgamal.ts";
import type { Group } from "../core/crypto/group.ts";
import { objectionToShareProof } from "../core/crypto/guardian-proofs.ts";
import { lagrangeWeight } from "../core/crypto/scalars.ts";
import { type GuardianPublic, publicKeyOf, recoveryKey } from "../core/guardians/key-ceremony.ts";
import type { ElectionRecord } from "../core/records/read-record.ts";
import { reconstructShare } from "../core/tally/decryption-shares.ts";
import {
  type CompensatedShare,
  type DecryptedSelection,
  type DecryptedTally,
  type EncryptedTally,
  type GuardianShare,
  keyOf,
  toEncryptedTally,
} from "../core/tally/tally.ts";
import type { Findings, StepName } from "./report.ts";
import type { BallotSums } from "./verify-ballots.ts";

/** Work of a check and the place of its findings. All findings of a challenged ballot belong to one step. */
type Work = {
  readonly note: (step: StepName, where: string, why: string | undefined) => void;
  readonly where: string;
  readonly present: readonly GuardianPublic[];
};

/**
 * Verifies the tally of the election. Returns the guardians who were present; they must be the same for everything that
 * was decrypted.
 */
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

/** Verifies the shares of a tally or a challenged ballot by the guardians who were present. */
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

/** Verifies step 8: the encrypted tally is the product of exactly the cast ballots. */
export function verifyTally(
  group: Group,
  { manifest, encryptedTally, tally }: ElectionRecord,
  { findings: { note }, ballots }: { findings: Findings; ballots: BallotSums },
): void {
  const published = ciphertextsOf(encryptedTally);
  const decrypted = ciphertextsOf(tally);
  const computed = toEncryptedTally(group, manifest, ballots.cast);
  const expected = ciphertextsOf(computed);
  const described = descriptionsOf(encryptedTally);
  for (const [contestId, description] of descriptionsOf(computed)) {
    const isSame = described.get(contestId) === description;
    note("tally", `tally, ${contestId}`, isSame ? undefined : "its sequence or hashes are not those of the manifest");
  }
  for (const [key, ciphertext] of expected) {
    const where = `tally, ${key.replace("|", ", ")}`;
    const isSame = published.get(key) === ciphertext;
    note("tally", where, isSame ? undefined : "it is not the product of the cast ballots");
    note(
      "tally",
      where,
      decrypted.get(key) === ciphertext ? undefined : "what was decrypted is not the encrypted tally",
    );
  }
  for (const key of new Set([...published.keys(), ...decrypted.keys()])) {
    if (!expected.has(key)) note("tally", `tally, ${key.replace("|", ", ")}`, "the manifest has no such selection");
  }
}

type TotalsWork = {
  readonly findings: Findings;
  readonly ballots: Pick<BallotSums, "castWith">;
  readonly tally: DecryptedTally;
  /** Name of the tally's subject. */
  readonly name: string;
};

/** Verifies step 14: no contest and no option has more votes than its ballots can give. */
export function verifyTotals(
  { manifest }: ElectionRecord,
  { findings: { note }, ballots, tally, name }: TotalsWork,
): void {
  for (const { contestId, selections } of tally.contests) {
    const contest = manifest.contests.find((candidate) => candidate.contestId === contestId);
    const cast = ballots.castWith.get(contestId) ?? 0;
    const votes = selections.reduce((sum, { count }) => sum + count, 0);
    const where = `${name}, contest ${contestId}`;
    const isWithin = votes <= cast * (contest?.numberElected ?? 0);
    note("totals", where, isWithin ? undefined : `it has ${String(votes)} votes from ${String(cast)} ballots`);
    const over = selections.find(({ count }) => count < 0 || count > cast);
    note("totals", where, over === undefined ? undefined : `${over.selectionId} has more votes than there are ballots`);
  }
}

/** Returns ciphertexts as comparable text, by contest and selection. */
export function ciphertextsOf({
  contests,
}: Pick<EncryptedTally, "contests"> | ElectionRecord["tally"]): Map<string, string> {
  const entries = contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }): [string, string] => [
      keyOf(contestId, selectionId),
      `${ciphertext.pad.toString(16)} ${ciphertext.data.toString(16)}`,
    ]),
  );
  return new Map(entries);
}

/** Returns descriptions as comparable text, by contest. */
function descriptionsOf({ contests }: EncryptedTally): Map<string, string> {
  return new Map(
    contests.map((contest) => {
      const written = [contest, ...contest.selections].map(
        ({ sequence, descriptionHash }) => `${String(sequence)} ${String(descriptionHash)}`,
      );
      return [contest.contestId, written.sort().join()];
    }),
  );
}

/** Verifies step 13: challenged ballots are opened completely, as they were submitted, and none of them is counted. */
export function verifyChallenged(
  group: Group,
  record: ElectionRecord,
  work: { findings: Findings; ballots: BallotSums; present: readonly GuardianPublic[] },
): void {
  const { findings, ballots, present } = work;
  const opened = new Set<string>();
  for (const tally of record.challenged) {
    const ballot = ballots.challenged.get(tally.tallyId);
    const where = `ballot ${tally.tallyId}`;
    const isFirst = !opened.has(tally.tallyId);
    findings.note(
      "challenged ballots",
      where,
      isFirst ? objectionToOpened(record, tally, ballot) : "it is opened twice",
    );
    opened.add(tally.tallyId);
    const note = (_: StepName, place: string, why: string | undefined) => {
      findings.note("challenged ballots", place, why);
    };
    verifySelections(group, record, { tally, note, where, present });
  }
  for (const ballotId of ballots.challenged.keys()) {
    if (!opened.has(ballotId))
      findings.note("challenged ballots", `ballot ${ballotId}`, "it was challenged but not opened");
  }
}

function objectionToOpened(
  { manifest }: ElectionRecord,
  tally: DecryptedTally,
  ballot: SubmittedBallot | undefined,
): string | undefined {
  if (ballot === undefined) return "no ballot with this id was challenged";
  const submitted = new Map(
    ballot.contests.flatMap(({ contestId, selections }) =>
      selections.map((selection) => [keyOf(contestId, selection.selectionId), selection]),
    ),
  );
  const opened = tally.contests.flatMap(({ contestId, selections }) =>
    selections.map((selection) => ({ ...selection, key: keyOf(contestId, selection.selectionId) })),
  );
  // Programs of others open the options only, and leave out the placeholders that take unused votes.
  const hasPlaceholders = opened.some(({ key }) => submitted.get(key)?.isPlaceholder);
  const wanted = [...submitted.values()].filter(({ isPlaceholder }) => hasPlaceholders || !isPlaceholder);
  const isSame = opened.every(({ key, ciphertext }) => {
    const sent = submitted.get(key)?.ciphertext;
    return sent?.pad === ciphertext.pad && sent.data === ciphertext.data;
  });
  if (!isSame || opened.length !== wanted.length) return "what was opened is not what was submitted";
  const isWithin = tally.contests.every(({ contestId, selections }) => {
    const limit = manifest.contests.find((contest) => contest.contestId === contestId)?.numberElected ?? 0;
    const votes = selections.reduce((sum, { count }) => sum + count, 0);
    return hasPlaceholders ? votes === limit : votes <= limit;
  });
  if (isWithin) return undefined;
  return hasPlaceholders
    ? "a contest has not exactly the votes that a ballot gives"
    : "a contest has more votes than a ballot can give";
}
