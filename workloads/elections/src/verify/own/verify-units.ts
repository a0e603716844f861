/** The tallies of reporting units, such as precincts: each is the product of its own ballots, and together they are the whole. */
import type { SubmittedBallot } from "../../ballots/ballot.ts";
import type { Group } from "../../crypto/group/group.ts";
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import type { OwnFiles } from "../../records/own/read-own-files.ts";
import type { ElectionRecord } from "../../records/read-record.ts";
import { keyOf, toEncryptedTally } from "../../tally/aggregate.ts";
import type { DecryptedTally } from "../../tally/tally.ts";
import type { Findings } from "../report.ts";
import type { BallotSums } from "../verify-ballots.ts";
import { verifySelections } from "../verify-decryption.ts";
import { ciphertextsOf, verifyTotals } from "../verify-tally.ts";

type Work = {
  readonly findings: Findings;
  readonly ballots: BallotSums;
  readonly own: OwnFiles;
  readonly present: readonly GuardianPublic[];
};

/** By the chunk that held the ballot, which has to be of its precinct; of no unit where only the whole election is reported. */
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

export function verifyUnits(group: Group, record: ElectionRecord, work: Work): void {
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
  { findings, ballots, present, tally }: Work & { tally: DecryptedTally },
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
