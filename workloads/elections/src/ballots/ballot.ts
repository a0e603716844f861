/** Ballots: the choices of a voter, and what is left of them once they are encrypted. */
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { HashedCiphertext } from "../crypto/hashed-elgamal.ts";
import type { LimitProof } from "../crypto/proofs/limit-proof.ts";
import type { SelectionProof } from "../crypto/proofs/selection-proof.ts";

/** What a voter chose. What is not named gets no vote. */
export type PlainBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly contests: readonly {
    readonly contestId: string;
    readonly selections: readonly { readonly selectionId: string; readonly vote: number }[];
  }[];
};

export type EncryptedSelection = {
  readonly selectionId: string;
  readonly sequence: number;
  readonly descriptionHash: bigint;
  readonly ciphertext: Ciphertext;
  readonly hash: bigint;
  readonly isPlaceholder: boolean;
  readonly proof: SelectionProof;
};

export type EncryptedContest = {
  readonly contestId: string;
  readonly sequence: number;
  readonly descriptionHash: bigint;
  /** Options first, placeholders after them. */
  readonly selections: readonly EncryptedSelection[];
  /** The product of all selections: hides the number of votes. */
  readonly accumulation: Ciphertext;
  readonly hash: bigint;
  readonly proof: LimitProof;
  /** Since 1.4: whether too many or too few were chosen. */
  readonly contestData: HashedCiphertext | undefined;
};

/** Holds no nonce: whoever has one can read the ballot. */
export type EncryptedBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly manifestHash: bigint;
  /** The code before this one on the same device, or the hash of the device. */
  readonly codeSeed: bigint;
  readonly contests: readonly EncryptedContest[];
  /** The confirmation code that the voter keeps. */
  readonly code: bigint;
  /** In seconds. */
  readonly timestamp: number;
  readonly hash: bigint;
};

/** The random numbers of an encrypted ballot: all follow from the first. To be forgotten once the ballot is cast. */
export type BallotNonces = {
  readonly ballot: bigint;
  readonly contests: readonly { readonly contest: bigint; readonly selections: readonly bigint[] }[];
};

/** Cast ballots are counted, challenged ones are opened and never counted. */
export type SubmittedBallot = EncryptedBallot & { readonly state: "cast" | "challenged" };
