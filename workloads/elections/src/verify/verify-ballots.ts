/** Verifies steps 5 to 7: every ballot on its own, and all of them against each other. */
import { deviceHash, type SubmittedBallot } from "../core/ballots/ballot.ts";
import { createNewness, objectionsToBallot } from "../core/ballots/check-ballot.ts";
import type { Group } from "../core/crypto/group.ts";
import { toHex } from "../core/crypto/hash.ts";
import type { ElectionRecord } from "../core/records/read-record.ts";
import { addBallots, mergeParts, type TallyPart } from "../core/tally/tally.ts";
import { type BallotVerdict, type Findings, noteVerdict, withVerdicts } from "./report.ts";

/** Data about the ballots that later steps need. */
export type BallotSums = {
  readonly cast: TallyPart;
  /** Number of cast ballots with each contest. */
  readonly castWith: ReadonlyMap<string, number>;
  readonly castIds: ReadonlySet<string>;
  /** Sums of each reporting unit, if a plan assigns ballots to units. */
  readonly units: ReadonlyMap<string, UnitSums>;
  readonly challenged: ReadonlyMap<string, SubmittedBallot>;
};

type UnitSums = { readonly part: TallyPart; readonly castWith: ReadonlyMap<string, number> };

type BallotsWork = {
  readonly findings: Findings;
  readonly verdicts: Iterable<BallotVerdict> | undefined;
  /** Returns the reporting unit of a cast ballot; undefined when it has none. */
  readonly unitOf: (ballot: SubmittedBallot) => string | undefined;
};

export function verifyBallots(
  group: Group,
  record: ElectionRecord,
  { findings, verdicts, unitOf }: BallotsWork,
): BallotSums {
  const whole = createSums(group);
  const units = new Map<string, ReturnType<typeof createSums>>();
  const castIds = new Set<string>();
  const challenged = new Map<string, SubmittedBallot>();
  const isNew = createNewness();
  const chain = createChainCheck(record.devices.map((device) => deviceHash(group, device)));
  const verdictOf = (ballot: SubmittedBallot) => verdictOfBallot(group, record, ballot);
  for (const [ballot, verdict] of withVerdicts(record.ballots, { verdictOf, verdicts })) {
    noteVerdict(findings, verdict);
    findings.note("ballot selections", `ballot ${ballot.ballotId}`, isNew(ballot));
    chain.add(ballot);
    if (ballot.state === "challenged") {
      challenged.set(ballot.ballotId, ballot);
      continue;
    }
    castIds.add(ballot.ballotId);
    whole.add(ballot);
    const unitId = unitOf(ballot);
    if (unitId === undefined) continue;
    const unit = units.get(unitId) ?? createSums(group);
    unit.add(ballot);
    units.set(unitId, unit);
  }
  chain.end(findings);
  const { part: cast, castWith } = whole.read();
  return { cast, castWith, castIds, challenged, units: new Map([...units].map(([id, sums]) => [id, sums.read()])) };
}

/** Adds up cast ballots, and counts those with each contest. */
function createSums(group: Group): { add: (ballot: SubmittedBallot) => void; read: () => UnitSums } {
  let part: TallyPart = { ballots: 0, sums: new Map() };
  const castWith = new Map<string, number>();
  return {
    add: (ballot) => {
      part = mergeParts(group, [part, addBallots(group, [ballot])]);
      for (const { contestId } of ballot.contests) castWith.set(contestId, (castWith.get(contestId) ?? 0) + 1);
    },
    read: () => ({ part, castWith }),
  };
}

/** Checks one ballot. Pure, so it can run in any thread. */
export function verdictOfBallot(
  group: Group,
  election: Pick<ElectionRecord, "manifest" | "context">,
  ballot: SubmittedBallot,
): BallotVerdict {
  const { ballotId, contests } = ballot;
  const selections = contests.reduce((sum, contest) => sum + contest.selections.length, 0);
  const checked = { selections, limits: contests.length, hashes: 1 + contests.length + selections };
  return { ballotId, checked, objections: objectionsToBallot(group, election, ballot) };
}

/** Creates a check of chains: at most one code follows each code, and each chain starts at a device of the record. */
function createChainCheck(deviceHashes: readonly bigint[]) {
  const codes = new Set(deviceHashes);
  const seeds: { seed: bigint; ballotId: string }[] = [];
  return {
    add: ({ code, codeSeed, ballotId }: SubmittedBallot) => {
      codes.add(code);
      seeds.push({ seed: codeSeed, ballotId });
    },
    end: ({ note }: Findings) => {
      const used = new Set<bigint>();
      for (const { seed, ballotId } of seeds) {
        const why = `ballot ${ballotId} follows this code, which is no ballot's and no device's: a ballot is missing`;
        note("chain of codes", `code ${toHex(seed)}`, codes.has(seed) ? undefined : why);
        const isFork = used.has(seed) ? "another ballot follows the same code" : undefined;
        note("ballot hashes and codes", `ballot ${ballotId}, chain`, isFork);
        used.add(seed);
      }
    },
  };
}
