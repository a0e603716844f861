/** Steps 5 to 7: every ballot by itself, and all of them against each other. */
import { deviceHash } from "../ballots/ballot-hashes.ts";
import type { SubmittedBallot } from "../ballots/ballot.ts";
import { objectionsToBallot, type BallotObjection } from "../ballots/check-ballot.ts";
import type { Group } from "../crypto/group/group.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import { addBallots, mergeParts, type TallyPart } from "../tally/aggregate.ts";
import type { Findings, StepName } from "./report.ts";

/** What later steps need of the ballots. */
export type BallotSums = {
  readonly cast: TallyPart;
  /** How many cast ballots have each contest. */
  readonly castWith: ReadonlyMap<string, number>;
  readonly challenged: ReadonlyMap<string, SubmittedBallot>;
};

const STEP_OF: Readonly<Record<BallotObjection["about"], StepName>> = {
  selections: "ballot selections",
  limits: "contest limits",
  hashes: "ballot hashes and codes",
};

export function verifyBallots(group: Group, record: ElectionRecord, findings: Findings): BallotSums {
  let cast: TallyPart = { ballots: 0, sums: new Map() };
  const castWith = new Map<string, number>();
  const challenged = new Map<string, SubmittedBallot>();
  const isNew = createNewness();
  const chain = createChainCheck(record.devices.map((device) => deviceHash(group, device)));
  for (const ballot of record.ballots) {
    noteBallot(findings, ballot, objectionsToBallot(group, record, ballot));
    findings.note("ballot selections", `ballot ${ballot.ballotId}`, isNew(ballot));
    chain.add(ballot);
    if (ballot.state === "challenged") {
      challenged.set(ballot.ballotId, ballot);
      continue;
    }
    cast = mergeParts(group, [cast, addBallots(group, [ballot])]);
    for (const { contestId } of ballot.contests) castWith.set(contestId, (castWith.get(contestId) ?? 0) + 1);
  }
  chain.end(findings);
  return { cast, castWith, challenged };
}

/** A ballot counts once for each of the three steps, or once for each thing that is wrong. */
function noteBallot(findings: Findings, { ballotId }: SubmittedBallot, objections: readonly BallotObjection[]): void {
  for (const about of ["selections", "limits", "hashes"] as const) {
    const found = objections.filter((objection) => objection.about === about);
    if (found.length === 0) findings.note(STEP_OF[about], `ballot ${ballotId}`, undefined);
    for (const { where, why } of found) findings.note(STEP_OF[about], where, why);
  }
}

/** Proofs do not name their ballot: without this, somebody's ciphertext could be cast again as one's own. */
function createNewness(): (ballot: SubmittedBallot) => string | undefined {
  const ids = new Set<string>();
  const codes = new Set<bigint>();
  const pads = new Set<bigint>();
  return ({ ballotId, code, contests }) => {
    const own = contests.flatMap(({ selections }) =>
      selections.map(({ ciphertext }) => BigInt.asUintN(128, ciphertext.pad)),
    );
    const isCopied = own.some((pad) => pads.has(pad)) || new Set(own).size !== own.length;
    const why = ids.has(ballotId)
      ? "its id was seen before"
      : codes.has(code)
        ? "its code was seen before"
        : isCopied
          ? "a ciphertext in it was seen before"
          : undefined;
    ids.add(ballotId);
    codes.add(code);
    for (const pad of own) pads.add(pad);
    return why;
  };
}

/** Each code is followed by at most one other, and each chain starts at a device of the record. */
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
        const why = used.has(seed) ? "another ballot follows the same code" : undefined;
        const unknown = codes.has(seed) ? why : "it follows a code that is neither a ballot's nor a device's";
        note("ballot hashes and codes", `ballot ${ballotId}, chain`, unknown);
        used.add(seed);
      }
    },
  };
}
