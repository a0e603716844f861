/** The steps that 1.91 and 2.0 have in common: ballots, tally, what was opened, challenged ballots, totals. */
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { JointBallot, JointManifest, JointRecord } from "../../records/joint/joint-record.ts";
import { keyOf } from "../../tally/aggregate.ts";
import type { BallotVerdict } from "../ballot-verdict.ts";
import type { Findings } from "../report.ts";
import type { Profile } from "./profile.ts";
import { verifyJointBallots, type JointSums } from "./verify-joint-ballots.ts";
import { verifyOpened } from "./verify-opened.ts";

export function verifyJoint<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  record: JointRecord<Ballot>,
  { findings, verdicts }: { findings: Findings; verdicts: Iterable<BallotVerdict> | undefined },
): JointSums<Ballot> {
  const sums = verifyJointBallots(profile, record, { findings, verdicts });
  verifySums(profile, record, { findings, sums });
  const { tally, encryptedTally = [] } = record;
  if (tally === undefined) findings.note("counts", "record", "it has no counts: nothing was decrypted");
  else verifyOpened(profile, { findings, tally, ciphertexts: byKey(encryptedTally) });
  verifyChallenged(profile, record, { findings, sums });
  verifyTotals(record, { findings, sums });
  return sums;
}

type Work<Ballot extends JointBallot> = { readonly findings: Findings; readonly sums: JointSums<Ballot> };

/** Step 8: every option of the manifest, each once, and each the product of the cast ballots. */
function verifySums<Ballot extends JointBallot>(
  { group }: Profile<Ballot>,
  { manifest, encryptedTally }: JointRecord<Ballot>,
  { findings: { note }, sums }: Work<Ballot>,
): void {
  if (encryptedTally === undefined) {
    note("tally", "record", "it has no encrypted tally: nothing was counted");
    return;
  }
  const published = byKey(encryptedTally);
  const isEachOnce = published.size === encryptedTally.length;
  note("tally", "tally", isEachOnce ? undefined : "a selection is in it twice");
  const neutral = { pad: group.product([]), data: group.product([]) };
  for (const { contestId, selections } of manifest.contests) {
    for (const { selectionId } of selections) {
      const key = keyOf(contestId, selectionId);
      const sum = sums.cast.sums.get(key) ?? neutral;
      const found = published.get(key);
      const isSame = found?.pad === sum.pad && found.data === sum.data;
      published.delete(key);
      const where = `tally, ${contestId}, ${selectionId}`;
      note("tally", where, isSame ? undefined : "it is not the product of the cast ballots");
    }
  }
  for (const key of published.keys()) {
    note("tally", `tally, ${key.replace("|", ", ")}`, "the manifest has no such selection");
  }
}

/** Step 13: each challenged ballot is opened once, completely, as it was submitted. */
function verifyChallenged<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { challenged, manifest }: JointRecord<Ballot>,
  { findings, sums }: Work<Ballot>,
): void {
  const opened = new Set<string>();
  for (const tally of challenged) {
    const where = `ballot ${tally.tallyId}`;
    const ballot = sums.challenged.get(tally.tallyId);
    const why =
      ballot === undefined
        ? "no ballot with this id was challenged"
        : opened.has(tally.tallyId)
          ? "it is opened twice"
          : undefined;
    findings.note("challenged ballots", where, why);
    opened.add(tally.tallyId);
    verifyOpened(profile, { findings, tally, ciphertexts: byKey(selectionsOf(ballot)), step: "challenged ballots" });
    for (const { contestId, selections } of tally.contests) {
      const contest = manifest.contests.find((candidate) => candidate.contestId === contestId);
      const votes = selections.reduce((sum, { count }) => sum + count, 0);
      const isWithin = votes <= (contest?.votesAllowed ?? 0);
      findings.note("challenged ballots", `${where}, ${contestId}`, isWithin ? undefined : "it has too many votes");
    }
  }
  for (const ballotId of sums.challenged.keys()) {
    const why = opened.has(ballotId) ? undefined : "it was challenged but not opened";
    findings.note("challenged ballots", `ballot ${ballotId}`, why);
  }
}

/** Step 14: no contest has more votes than its ballots had to give, and no option more than one ballot each may give it. */
function verifyTotals<Ballot extends JointBallot>(
  { manifest, tally }: JointRecord<Ballot>,
  { findings: { note }, sums }: Work<Ballot>,
): void {
  for (const { contestId, selections } of tally?.contests ?? []) {
    const contest = manifest.contests.find((candidate) => candidate.contestId === contestId);
    const cast = sums.castWith.get(contestId) ?? 0;
    const votes = selections.reduce((sum, { count }) => sum + count, 0);
    const where = `tally, ${contestId}`;
    const isWithin = contest !== undefined && votes <= cast * contest.votesAllowed;
    note("totals", where, isWithin ? undefined : `it has ${String(votes)} votes from ${String(cast)} ballots`);
    const over = selections.find(({ count }) => count < 0 || count > cast * (contest?.optionLimit ?? 0));
    const why = over === undefined ? undefined : `${over.selectionId} has more votes than ballots may give it`;
    note("totals", where, why);
  }
}

/** Step 2, in part: everything is found by its ids, so no two things may have the same; bars stand between ids. */
export function noteIds({ contests, styles }: JointManifest, note: Findings["note"]): void {
  const lists = [
    ["styles", styles.map(({ styleId }) => styleId)] as const,
    ["contests", contests.map(({ contestId }) => contestId)] as const,
    ...contests.map(
      ({ contestId, selections }) => [contestId, selections.map(({ selectionId }) => selectionId)] as const,
    ),
  ];
  for (const [what, ids] of lists) {
    const isClear = new Set(ids).size === ids.length && !ids.some((id) => id === "" || id.includes("|"));
    note("base hashes", `manifest, ${what}`, isClear ? undefined : "an id is empty, given twice, or holds a bar");
  }
}

/** Step 3, in part: guardians are numbered from 1, each once, and enough of them to reach the quorum. */
export function noteSequences(
  guardians: readonly { readonly guardianId: string; readonly sequence: number }[],
  { note, quorum }: Pick<Findings, "note"> & { quorum: number },
): void {
  const ids = new Set<string>();
  for (const [index, { guardianId, sequence }] of guardians.entries()) {
    const where = `guardian ${guardianId}`;
    note("guardian keys", where, sequence === index + 1 ? undefined : "its number is missing or given twice");
    note("guardian keys", where, ids.has(guardianId) ? "its id is given twice" : undefined);
    ids.add(guardianId);
  }
  const isQuorum = quorum >= 1 && quorum <= guardians.length;
  note("guardian keys", "quorum", isQuorum ? undefined : "it is not from 1 to the number of guardians");
}

function selectionsOf(ballot: JointBallot | undefined) {
  return (ballot?.contests ?? []).flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }) => ({ contestId, selectionId, ciphertext })),
  );
}

function byKey(
  selections: readonly { contestId: string; selectionId: string; ciphertext: Ciphertext }[],
): Map<string, Ciphertext> {
  return new Map(
    selections.map(({ contestId, selectionId, ciphertext }) => [keyOf(contestId, selectionId), ciphertext]),
  );
}
