/** Verifies the steps that 1.91 and 2.0 have in common; a profile states what differs. */
import { type BallotObjection, createNewness } from "../core/ballots/check-ballot.ts";
import { objectionToRange } from "../core/crypto/ballot-proofs.ts";
import type { Ciphertext } from "../core/crypto/elgamal.ts";
import type { Group } from "../core/crypto/group.ts";
import { contestsOfStyle } from "../core/manifest/manifest.ts";
import type {
  JointBallot,
  JointContestDescription,
  JointManifest,
  JointProof,
  JointRecord,
  JointSelection,
  JointTally,
  OpenedSelection,
} from "../core/records/joint-record.ts";
import { addBallots, keyOf, mergeParts, type TallyPart } from "../core/tally/tally.ts";
import { type BallotVerdict, type Findings, noteVerdict, type StepName, withVerdicts } from "./report.ts";

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

/** Verifies step 8: every option of the manifest is in the tally once, as the product of the cast ballots. */
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

/** Verifies step 13: each challenged ballot is opened once, completely, as it was submitted. */
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

/** Verifies step 14: no contest and no option has more votes than its ballots can give. */
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

/**
 * Verifies part of step 2: ids are unique, because everything is found by its id, and contain no bar, because bars
 * separate ids.
 */
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

/** Verifies part of step 3: guardians are numbered from 1, each once, and there are enough of them for the quorum. */
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

export type JointSums<Ballot extends JointBallot> = {
  readonly cast: TallyPart;
  readonly castIds: ReadonlySet<string>;
  /** Number of cast ballots with each contest. */
  readonly castWith: ReadonlyMap<string, number>;
  readonly challenged: ReadonlyMap<string, Ballot>;
};

/** Verifies steps 5 to 7, where values are proven to be within a range, and returns the sums that later steps need. */
function verifyJointBallots<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { manifest, ballots }: JointRecord<Ballot>,
  { findings, verdicts }: { findings: Findings; verdicts: Iterable<BallotVerdict> | undefined },
): JointSums<Ballot> {
  let cast: TallyPart = { ballots: 0, sums: new Map() };
  const castIds = new Set<string>();
  const castWith = new Map<string, number>();
  const challenged = new Map<string, Ballot>();
  const isNew = createNewness();
  const verdictOf = (ballot: Ballot) => verdictOfJointBallot(profile, manifest, ballot);
  for (const [ballot, verdict] of withVerdicts(ballots, { verdictOf, verdicts })) {
    noteVerdict(findings, verdict);
    findings.note("ballot selections", `ballot ${ballot.ballotId}`, isNew(ballot));
    if (ballot.state === "challenged") {
      challenged.set(ballot.ballotId, ballot);
      continue;
    }
    castIds.add(ballot.ballotId);
    cast = mergeParts(profile.group, [cast, addBallots(profile.group, [summable(profile.group, ballot)])]);
    for (const { contestId } of ballot.contests) castWith.set(contestId, (castWith.get(contestId) ?? 0) + 1);
  }
  return { cast, castIds, castWith, challenged };
}

/** Checks one ballot. Pure, so it can run in any thread. */
export function verdictOfJointBallot<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  manifest: JointManifest,
  ballot: Ballot,
): BallotVerdict {
  const { ballotId, contests } = ballot;
  const where = `ballot ${ballotId}`;
  const selections = contests.reduce((sum, contest) => sum + contest.selections.length, 0);
  const expected = contestsOfStyle(manifest, ballot.styleId);
  if (expected === undefined || !hasShape(ballot, expected)) {
    const why = "its contests or selections are not those of its style";
    const objections: BallotObjection[] = [{ about: "selections", where, why }];
    return { ballotId, checked: { selections, limits: 0, hashes: 0 }, objections };
  }
  const objections = contests.flatMap((contest) => {
    const limit = expected.find(({ contestId }) => contestId === contest.contestId)?.optionLimit ?? 0;
    return contest.selections.flatMap((selection) =>
      objectionsToSelection(profile, { selection, limit, where: `${where}, ${contest.contestId}` }),
    );
  });
  const rest = profile.rest(ballot, expected);
  return { ballotId, checked: { selections, ...rest.checked }, objections: [...objections, ...rest.objections] };
}

function hasShape({ contests }: JointBallot, expected: readonly JointContestDescription[]): boolean {
  const given = contests.map(({ contestId, selections }) => shapeOf(contestId, selections));
  const wanted = expected.map(({ contestId, selections }) => shapeOf(contestId, selections));
  return JSON.stringify(given.sort()) === JSON.stringify(wanted.sort());
}

function shapeOf(contestId: string, selections: readonly { readonly selectionId: string }[]): string {
  return JSON.stringify([contestId, ...selections.map(({ selectionId }) => selectionId).sort()]);
}

function objectionsToSelection<Ballot extends JointBallot>(
  { group, publicKey, rangeChallenge }: Profile<Ballot>,
  { selection, limit, where }: { selection: JointSelection; limit: number; where: string },
): BallotObjection[] {
  const { selectionId, ciphertext, proof } = selection;
  const challengeOf = rangeChallenge.bind(undefined, ciphertext);
  const why = objectionToRange(group, { ciphertext, publicKey, limit, challengeOf }, proof);
  return why === undefined ? [] : [{ about: "selections", where: `${where}, ${selectionId}`, why }];
}

/**
 * Returns a ballot without values that are not elements: they are reported already, and some groups cannot multiply
 * them.
 */
function summable({ isResidue }: Group, { contests }: JointBallot): Pick<JointBallot, "contests"> {
  const isWhole = ({ ciphertext: { pad, data } }: JointSelection) => isResidue(pad) && isResidue(data);
  return { contests: contests.map((contest) => ({ ...contest, selections: contest.selections.filter(isWhole) })) };
}

type Opened = {
  readonly findings: Findings;
  readonly tally: JointTally;
  /** Ciphertexts that had to be opened, by contest and selection. */
  readonly ciphertexts: ReadonlyMap<string, Ciphertext>;
  /** Step of all findings of a challenged ballot. */
  readonly step?: StepName;
};

/** Verifies steps 9 and 12: one proof for each count, and every count belongs to its value. */
function verifyOpened<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { findings: { note }, tally, ciphertexts, step }: Opened,
): void {
  const name = step === undefined ? "tally" : `ballot ${tally.tallyId}`;
  const waiting = new Map(ciphertexts);
  for (const { contestId, selections } of tally.contests) {
    for (const selection of selections) {
      const where = `${name}, ${contestId}, ${selection.selectionId}`;
      const key = keyOf(contestId, selection.selectionId);
      const ciphertext = waiting.get(key);
      waiting.delete(key);
      note(step ?? "counts", where, objectionToCount(profile, selection));
      const why =
        ciphertext === undefined
          ? "it was not submitted, or is opened twice"
          : objectionToSelection(profile, selection, ciphertext);
      note(step ?? "direct shares", where, why);
    }
  }
  note(step ?? "counts", `${name}, all selections`, waiting.size === 0 ? undefined : "some were not decrypted");
}

function objectionToCount<Ballot extends JointBallot>(
  { group, publicKey }: Profile<Ballot>,
  { count, value }: OpenedSelection,
): string | undefined {
  const isCount = count >= 0 && group.isResidue(publicKey) && group.fixedPower(publicKey, BigInt(count)) === value;
  return isCount ? undefined : "the count does not belong to the value";
}

function objectionToSelection<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { ciphertext: repeated, value, proof }: OpenedSelection,
  ciphertext: Ciphertext,
): string | undefined {
  const { group } = profile;
  const isSame = repeated === undefined || (repeated.pad === ciphertext.pad && repeated.data === ciphertext.data);
  if (!isSame) return "what was opened is not what was submitted";
  if (![ciphertext.pad, ciphertext.data, value].every(group.isResidue)) return "it is not of numbers of the group";
  const shares = group.divide(ciphertext.data, value);
  const challengeOf = (commitment: Ciphertext) => profile.openingChallenge({ ciphertext, commitment, shares });
  return objectionToJointProof(profile, { pad: ciphertext.pad, shares, proof, challengeOf });
}

/**
 * Returns why the proof of all guardians together is not valid. It proves that `shares` is `pad` to the power of the
 * secret of the joint key.
 */
export function objectionToJointProof(
  { group, publicKey }: Pick<Profile, "group" | "publicKey">,
  about: {
    readonly pad: bigint;
    readonly shares: bigint;
    readonly proof: JointProof;
    readonly challengeOf: (commitment: Ciphertext) => bigint;
  },
): string | undefined {
  const { pad, shares, proof, challengeOf } = about;
  const { g, fixedPower, isResidue, isScalar, multiply, power } = group;
  if (![proof.challenge, proof.response].every(isScalar)) return "challenge or response is not below q";
  if (!isResidue(publicKey)) return "the joint key is no number of the group";
  const commitment = {
    pad: multiply(fixedPower(g, proof.response), fixedPower(publicKey, proof.challenge)),
    data: multiply(power(pad, proof.response), power(shares, proof.challenge)),
  };
  return challengeOf(commitment) === proof.challenge ? undefined : "the challenge is not the hash of the statement";
}

/** Rules of one version for one election. */
export type Profile<Ballot extends JointBallot = JointBallot> = {
  readonly group: Group;
  /** Joint key. */
  readonly publicKey: bigint;
  readonly rangeChallenge: (ciphertext: Ciphertext, commitments: readonly Ciphertext[]) => bigint;
  readonly openingChallenge: (opening: Opening) => bigint;
  /** Checks the parts of a ballot that only this version has, and counts them. */
  readonly rest: (ballot: Ballot, contests: readonly JointContestDescription[]) => Rest;
};

type Opening = {
  readonly ciphertext: Ciphertext;
  readonly commitment: Ciphertext;
  /** Product of all shares: data of the ciphertext divided by the decrypted value. */
  readonly shares: bigint;
};

type Rest = {
  readonly checked: { readonly limits: number; readonly hashes: number };
  readonly objections: readonly BallotObjection[];
};
