/** Verifies what our own records add: nonces of challenged ballots, chunks, and tallies of reporting units. */
import { isRotaError } from "@rota/engine/errors";
import type { SubmittedBallot } from "../core/ballots/ballot.ts";
import { encryptBallot } from "../core/ballots/encrypt-ballot.ts";
import type { Group } from "../core/crypto/group.ts";
import type { GuardianPublic } from "../core/guardians/key-ceremony.ts";
import { toHex } from "../core/crypto/hash.ts";
import type { ElectionRecord, OwnFiles, RecordVoters } from "../core/records/read-record.ts";
import { isVoteSigned } from "../core/home/credential.ts";
import type { OpenedBallot } from "../core/records/write-ballot.ts";
import type { RecordHours } from "../core/records/write-record.ts";
import { type DecryptedTally, keyOf, toEncryptedTally } from "../core/tally/tally.ts";
import type { Findings } from "./report.ts";
import type { BallotSums } from "./verify-ballots.ts";
import { ciphertextsOf, verifySelections, verifyTotals } from "./verify-decryption.ts";

type Work = { readonly findings: Findings; readonly ballots: BallotSums; readonly own: OwnFiles };

export function verifyOwnFiles(group: Group, record: ElectionRecord, { findings, ballots, own }: Work): void {
  const opened = new Set<string>();
  for (const ballot of own.opened) {
    const submitted = ballots.challenged.get(ballot.ballotId);
    const isFirst = !opened.has(ballot.ballotId);
    const why = isFirst ? objectionToNonce(group, record, { ballot, submitted }) : "its nonce is published twice";
    findings.note("challenged ballots", `ballot ${ballot.ballotId}, nonce`, why);
    opened.add(ballot.ballotId);
  }
  for (const ballotId of ballots.challenged.keys()) {
    if (!opened.has(ballotId)) findings.note("challenged ballots", `ballot ${ballotId}, nonce`, "it is not published");
  }
  verifyPlan({ findings, ballots, own });
  if (own.voters !== undefined) verifyVoters(record, { findings, ballots, voters: own.voters });
  if (own.hours !== undefined) findings.note("base hashes", "voting hours", objectionToHours(record, own.hours));
}

/**
 * Verifies that each cast ballot is the vote of one voter: as many votes are signed, each with the key of another link, and
 * the keys are those that the audit log says were sent.
 */
function verifyVoters(
  { context }: ElectionRecord,
  { findings: { note }, ballots, voters: { voters, sent } }: Omit<Work, "own"> & { readonly voters: RecordVoters },
): void {
  const known = new Map<string, number>();
  for (const { credential, replaces } of sent) {
    const issues = replaces === undefined ? 0 : (known.get(replaces) ?? 0);
    if (replaces !== undefined) known.delete(replaces);
    known.set(credential, issues + 1);
  }
  const extendedHash = toHex(context.extendedHash);
  let signed = 0;
  for (const { credential: publicKey, issues, signature } of voters) {
    const where = `voters, link ${publicKey}`;
    const isSent = known.get(publicKey) === issues;
    note("totals", where, isSent ? undefined : "the audit log does not say that it was sent, or is there twice");
    known.delete(publicKey);
    if (signature === null) continue;
    const isRight = isVoteSigned({ publicKey, signature, extendedHash });
    note("totals", `${where}, vote`, isRight ? undefined : "it is not signed with the key of the link");
    signed++;
  }
  const [lost] = known.keys();
  note("totals", "voters, sent links", lost === undefined ? undefined : `link ${lost} was sent and is not on the roll`);
  const cast = ballots.castIds.size;
  const why = `${String(cast)} ballots were cast, and ${String(signed)} votes are signed by voters`;
  note("totals", "voters, votes", cast === signed ? undefined : why);
}

/** Returns why the hours are wrong. They are those of the manifest, and each extension moves the end to a later time. */
function objectionToHours(
  { manifest }: ElectionRecord,
  { startsAt, endsAt, openedAt, closedAt, extensions }: RecordHours,
): string | undefined {
  if (Date.parse(startsAt) !== Date.parse(manifest.startDate)) return "they do not begin as the manifest says";
  let end = Date.parse(manifest.endDate);
  for (const { at, from, to } of extensions) {
    if (Date.parse(from) !== end) return "an extension does not follow from the end before it";
    if (!(Date.parse(at) < end)) return "an extension was made after the end";
    if (!(Date.parse(to) > end)) return "an extension does not name a later end";
    end = Date.parse(to);
  }
  if (Date.parse(endsAt) !== end) return "they do not end as the manifest and the extensions say";
  return Date.parse(openedAt) <= Date.parse(closedAt) ? undefined : "the election closed before it opened";
}

/**
 * Returns why a nonce is wrong. The same choices and nonce give the same ciphertexts; if they do not, the record must
 * state that itself.
 */
function objectionToNonce(
  group: Group,
  election: ElectionRecord,
  { ballot, submitted }: { ballot: OpenedBallot; submitted: SubmittedBallot | undefined },
): string | undefined {
  if (submitted === undefined) return "no ballot with this id was challenged";
  if (ballot.votes === undefined) return undefined;
  if (ballot.styleId !== submitted.styleId) return "it is opened with another style";
  const { ballotId, styleId, nonce, votes } = ballot;
  const { codeSeed, timestamp, code } = submitted;
  try {
    const plain = { ballotId, styleId, contests: votes };
    const repeated = encryptBallot(group, election, { ballot: plain, nonce, codeSeed, timestamp });
    return repeated.ballot.code === code ? undefined : "its nonce and votes do not give what was submitted";
  } catch (error) {
    if (isRotaError(error)) return error.message;
    throw error;
  }
}

function verifyPlan({ findings: { note }, ballots, own: { chunks } }: Work): void {
  const seen = new Set<string>();
  for (const { number, ballotIds } of chunks) {
    const stray = ballotIds.find((id) => !ballots.castIds.has(id));
    let twice: string | undefined;
    for (const id of ballotIds) {
      if (seen.has(id)) twice ??= id;
      seen.add(id);
    }
    const wrong = stray === undefined ? undefined : `ballot ${stray} in it was not cast`;
    note("tally", `chunk ${String(number)}`, twice === undefined ? wrong : `ballot ${twice} is counted twice`);
  }
  const isComplete = seen.size === ballots.castIds.size;
  note("tally", "chunk plan", isComplete ? undefined : "not every cast ballot is in a chunk");
}

type UnitsWork = {
  readonly findings: Findings;
  readonly ballots: BallotSums;
  readonly own: OwnFiles;
  readonly present: readonly GuardianPublic[];
};

/**
 * Creates a function that returns the unit of a ballot: that of its chunk, which must be of its precinct. There is none
 * when only the whole election is reported.
 */
export function createUnitOf(own: OwnFiles | undefined, findings: Findings) {
  if (own === undefined || own.reporting === "election") return () => undefined;
  const unitOf = new Map(own.chunks.flatMap(({ unitId, ballotIds }) => ballotIds.map((id) => [id, unitId] as const)));
  return ({ ballotId, styleId }: SubmittedBallot): string | undefined => {
    const unitId = unitOf.get(ballotId);
    const isElsewhere = own.reporting === "precinct" && unitId !== undefined && unitId !== styleId;
    const why = isElsewhere ? `it is counted in ${unitId}, and is of ${styleId}` : undefined;
    findings.note("tally", `ballot ${ballotId}, unit`, why);
    return unitId;
  };
}

/**
 * Verifies that the tally of each reporting unit is the product of its own ballots, and that together they are the
 * whole.
 */
export function verifyUnits(group: Group, record: ElectionRecord, work: UnitsWork): void {
  const { findings, ballots, own } = work;
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const tally of own.unitTallies) {
    const isFirst = !seen.has(tally.tallyId);
    findings.note("tally", `unit ${tally.tallyId}`, isFirst ? undefined : "it has two tallies");
    seen.add(tally.tallyId);
    verifyUnit(group, record, { ...work, tally });
    for (const [key, count] of countsOf(tally)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  for (const unitId of ballots.units.keys())
    if (!seen.has(unitId)) findings.note("tally", `unit ${unitId}`, "it has no tally");
  if (seen.size > 0) verifySum(record, { findings, counts });
}

function verifyUnit(
  group: Group,
  record: ElectionRecord,
  { findings, ballots, present, tally }: UnitsWork & { tally: DecryptedTally },
): void {
  const where = `unit ${tally.tallyId}`;
  const sums = ballots.units.get(tally.tallyId);
  if (sums === undefined) {
    findings.note("tally", where, "no chunk of the plan is of this unit");
    return;
  }
  const expected = ciphertextsOf(toEncryptedTally(group, record.manifest, sums.part));
  const decrypted = ciphertextsOf(tally);
  for (const [key, ciphertext] of expected) {
    const isSame = decrypted.get(key) === ciphertext;
    const why = isSame ? undefined : "what was decrypted is not the product of the unit's ballots";
    findings.note("tally", `${where}, ${key.replace("|", ", ")}`, why);
  }
  for (const key of decrypted.keys())
    if (!expected.has(key))
      findings.note("tally", `${where}, ${key.replace("|", ", ")}`, "the manifest has no such selection");
  verifySelections(group, record, { tally, note: findings.note, where, present });
  verifyTotals(record, { findings, ballots: sums, tally, name: where });
}

function verifySum(
  { tally }: ElectionRecord,
  { findings, counts }: { findings: Findings; counts: Map<string, number> },
) {
  for (const [key, count] of countsOf(tally)) {
    const sum = counts.get(key) ?? 0;
    const why = sum === count ? undefined : `the units have ${String(sum)} votes together, the tally ${String(count)}`;
    findings.note("totals", `units, ${key.replace("|", ", ")}`, why);
  }
}

function countsOf({ contests }: DecryptedTally): [string, number][] {
  return contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, count }): [string, number] => [keyOf(contestId, selectionId), count]),
  );
}
