/** Step 13: challenged ballots are opened completely, as they were submitted, and none of them is counted. */
import type { SubmittedBallot } from "../ballots/ballot.ts";
import type { Group } from "../crypto/group/group.ts";
import type { GuardianPublic } from "../guardians/guardian-keys.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import { keyOf } from "../tally/aggregate.ts";
import type { DecryptedTally } from "../tally/tally.ts";
import type { Findings, StepName } from "./report.ts";
import type { BallotSums } from "./verify-ballots.ts";
import { verifySelections } from "./verify-decryption.ts";

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
      selections.map(({ selectionId, ciphertext }) => [keyOf(contestId, selectionId), ciphertext]),
    ),
  );
  const opened = tally.contests.flatMap(({ contestId, selections }) =>
    selections.map((selection) => ({ ...selection, key: keyOf(contestId, selection.selectionId) })),
  );
  const isSame = opened.every(({ key, ciphertext }) => {
    const sent = submitted.get(key);
    return sent?.pad === ciphertext.pad && sent.data === ciphertext.data;
  });
  if (!isSame || opened.length !== submitted.size) return "what was opened is not what was submitted";
  const isFull = tally.contests.every(({ contestId, selections }) => {
    const limit = manifest.contests.find((contest) => contest.contestId === contestId)?.numberElected;
    return selections.reduce((sum, { count }) => sum + count, 0) === limit;
  });
  return isFull ? undefined : "a contest has not exactly the votes that a ballot gives";
}
