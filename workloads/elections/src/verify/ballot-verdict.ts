/** Steps 5 to 7 for one ballot by itself, and what all ballots together must not do: repeat each other. */
import type { BallotObjection } from "../ballots/check-ballot.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Findings, StepName } from "./report.ts";

/** What looking at one ballot found. Plain data: it may come from another thread. */
export type BallotVerdict = {
  readonly ballotId: string;
  readonly checked: Readonly<Record<BallotObjection["about"], number>>;
  readonly objections: readonly BallotObjection[];
};

const STEP_OF: Readonly<Record<BallotObjection["about"], StepName>> = {
  selections: "ballot selections",
  limits: "contest limits",
  hashes: "ballot hashes and codes",
};

export function noteVerdict({ note }: Findings, { ballotId, checked, objections }: BallotVerdict): void {
  for (const about of ["selections", "limits", "hashes"] as const) {
    const found = objections.filter((objection) => objection.about === about);
    for (const { where, why } of found) note(STEP_OF[about], where, why);
    for (let held = found.length; held < checked[about]; held++) note(STEP_OF[about], `ballot ${ballotId}`, undefined);
  }
}

type Comparable = {
  readonly ballotId: string;
  readonly code: bigint;
  readonly contests: readonly { readonly selections: readonly { readonly ciphertext: Ciphertext }[] }[];
};

/** Proofs do not name their ballot: without this, somebody's ciphertext could be cast again as one's own. */
export function createNewness(): (ballot: Comparable) => string | undefined {
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

/** Ballots with what was found of each; verdicts that were made elsewhere have to be of the same ballots in the same order. */
export function* withVerdicts<Ballot extends { readonly ballotId: string }>(
  ballots: Iterable<Ballot>,
  {
    verdictOf,
    verdicts,
  }: { verdictOf: (ballot: Ballot) => BallotVerdict; verdicts: Iterable<BallotVerdict> | undefined },
): Iterable<[Ballot, BallotVerdict]> {
  const given = verdicts?.[Symbol.iterator]();
  for (const ballot of ballots) {
    const next = given?.next();
    const verdict = next === undefined ? verdictOf(ballot) : next.done === true ? undefined : next.value;
    if (verdict?.ballotId !== ballot.ballotId) throw new Error(`the verdict is not that of ballot ${ballot.ballotId}`);
    yield [ballot, verdict];
  }
}
