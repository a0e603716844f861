/** Steps 5 to 7 where values are proven to be within a range, and the sums that later steps need. */
import type { BallotObjection } from "../../ballots/check-ballot.ts";
import type { Group } from "../../crypto/group/group.ts";
import { objectionToRange } from "../../crypto/proofs/range-proof.ts";
import { contestsOfStyle } from "../../manifest/manifest.ts";
import type {
  JointBallot,
  JointContestDescription,
  JointManifest,
  JointRecord,
  JointSelection,
} from "../../records/joint/joint-record.ts";
import { addBallots, mergeParts, type TallyPart } from "../../tally/aggregate.ts";
import { createNewness, noteVerdict, withVerdicts, type BallotVerdict } from "../ballot-verdict.ts";
import type { Findings } from "../report.ts";
import type { Profile } from "./profile.ts";

export type JointSums<Ballot extends JointBallot> = {
  readonly cast: TallyPart;
  readonly castIds: ReadonlySet<string>;
  /** How many cast ballots have each contest. */
  readonly castWith: ReadonlyMap<string, number>;
  readonly challenged: ReadonlyMap<string, Ballot>;
};

export function verifyJointBallots<Ballot extends JointBallot>(
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

/** Pure: of one ballot, in any thread. */
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

/** Without what is no element: that was objected to, and cannot be multiplied in every group. */
function summable({ isResidue }: Group, { contests }: JointBallot): Pick<JointBallot, "contests"> {
  const isWhole = ({ ciphertext: { pad, data } }: JointSelection) => isResidue(pad) && isResidue(data);
  return { contests: contests.map((contest) => ({ ...contest, selections: contest.selections.filter(isWhole) })) };
}
