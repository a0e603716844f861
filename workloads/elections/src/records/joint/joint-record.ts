/**
 * Records of versions in which the guardians decrypt together, with one proof for each selection: 1.91 and 2.0.
 *
 * What only one of them publishes is in its own type.
 */
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { RangeProof } from "../../crypto/proofs/range-proof.ts";

export type JointManifest = {
  readonly contests: readonly JointContestDescription[];
  readonly styles: readonly { readonly styleId: string; readonly unitIds: readonly string[] | null }[];
};

export type JointContestDescription = {
  readonly contestId: string;
  readonly sequence: number;
  readonly unitId: string;
  readonly name: string;
  /** Votes that a ballot may give in this contest, and to one option. */
  readonly votesAllowed: number;
  readonly optionLimit: number;
  readonly selections: readonly { readonly selectionId: string; readonly sequence: number }[];
};

export type JointSelection = {
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
  readonly proof: RangeProof;
};

export type JointContest = { readonly contestId: string; readonly selections: readonly JointSelection[] };

export type JointBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly code: bigint;
  readonly state: "cast" | "challenged";
  readonly contests: readonly JointContest[];
};

/** Of all guardians together that something was decrypted with the joint key. */
export type JointProof = { readonly challenge: bigint; readonly response: bigint };

export type OpenedSelection = {
  readonly selectionId: string;
  readonly count: number;
  /** K^count. */
  readonly value: bigint;
  /** What was decrypted; undefined where the version does not repeat it. */
  readonly ciphertext: Ciphertext | undefined;
  readonly proof: JointProof;
};

/** Of an election, or of one challenged ballot: then its id is that of the ballot. */
export type JointTally = {
  readonly tallyId: string;
  readonly contests: readonly { readonly contestId: string; readonly selections: readonly OpenedSelection[] }[];
};

export type SummedSelection = {
  readonly contestId: string;
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
};

export type JointRecord<Ballot extends JointBallot = JointBallot, Opened extends JointTally = JointTally> = {
  /** The numbers that the record names as those of its group. */
  readonly constants: Readonly<Record<string, bigint>>;
  readonly manifest: JointManifest;
  readonly ballots: Iterable<Ballot>;
  /** Undefined while nothing was counted: such a record is not valid as one of an election. */
  readonly encryptedTally: readonly SummedSelection[] | undefined;
  readonly tally: JointTally | undefined;
  readonly challenged: Iterable<Opened>;
};
