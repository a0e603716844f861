/** What differs between versions in which guardians decrypt together: how statements are hashed, and what else ballots hold. */
import type { BallotObjection } from "../../ballots/check-ballot.ts";
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { Group } from "../../crypto/group/group.ts";
import type { JointBallot, JointContestDescription } from "../../records/joint/joint-record.ts";

/** A version for one election. */
export type Profile<Ballot extends JointBallot = JointBallot> = {
  readonly group: Group;
  /** The joint key. */
  readonly publicKey: bigint;
  readonly rangeChallenge: (ciphertext: Ciphertext, commitments: readonly Ciphertext[]) => bigint;
  readonly openingChallenge: (opening: Opening) => bigint;
  /** What only this version publishes with a ballot, and how much of it there is. */
  readonly rest: (ballot: Ballot, contests: readonly JointContestDescription[]) => Rest;
};

export type Opening = {
  readonly ciphertext: Ciphertext;
  readonly commitment: Ciphertext;
  /** All shares together: data of the ciphertext divided by what was found in it. */
  readonly shares: bigint;
};

export type Rest = {
  readonly checked: { readonly limits: number; readonly hashes: number };
  readonly objections: readonly BallotObjection[];
};
