/** Defines plain and encrypted ballots, the hashes that bind them, and the confirmation code. */
import type { LimitProof, SelectionProof } from "../crypto/ballot-proofs.ts";
import type { Ciphertext, HashedCiphertext } from "../crypto/elgamal.ts";
import { hash } from "../crypto/hash.ts";

/** Choices of a voter. Options that are not listed get no vote. */
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
  /** Options first, then placeholders. */
  readonly selections: readonly EncryptedSelection[];
  /** Product of all selections: encrypts the number of votes. */
  readonly accumulation: Ciphertext;
  readonly hash: bigint;
  readonly proof: LimitProof;
  /** Whether too many or too few options were chosen; since 1.4. */
  readonly contestData: HashedCiphertext | undefined;
};

/** An encrypted ballot. It has no nonces, because with a nonce the ballot can be read. */
export type EncryptedBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly manifestHash: bigint;
  /** Previous code on the same device, or the hash of the device. */
  readonly codeSeed: bigint;
  readonly contests: readonly EncryptedContest[];
  /** Confirmation code that the voter keeps. */
  readonly code: bigint;
  /** In seconds. */
  readonly timestamp: number;
  readonly hash: bigint;
};

/**
 * Random numbers of an encrypted ballot, all derived from the first. They must be forgotten once the ballot is cast.
 */
export type BallotNonces = {
  readonly ballot: bigint;
  readonly contests: readonly { readonly contest: bigint; readonly selections: readonly bigint[] }[];
};

/** A submitted ballot. Cast ballots are counted; challenged ones are opened and never counted. */
export type SubmittedBallot = EncryptedBallot & { readonly state: "cast" | "challenged" };

/** Votes by contest and selection. */
export type OpenedVotes = Record<string, Record<string, number>>;

type Scalars = { readonly q: bigint };

/** The machine that encrypts. Its hash is the first link of its chain of codes. */
export type Device = {
  readonly deviceId: number;
  readonly sessionId: number;
  readonly launchCode: number;
  readonly location: string;
};

export function deviceHash(group: Scalars, { deviceId, sessionId, launchCode, location }: Device): bigint {
  return hash(group, deviceId, sessionId, launchCode, location);
}

function ciphertextHash(group: Scalars, { pad, data }: Ciphertext): bigint {
  return hash(group, pad, data);
}

export function encryptedSelectionHash(
  group: Scalars,
  selection: { selectionId: string; descriptionHash: bigint; ciphertext: Ciphertext },
): bigint {
  const { selectionId, descriptionHash, ciphertext } = selection;
  return hash(group, selectionId, descriptionHash, ciphertextHash(group, ciphertext));
}

export function encryptedContestHash(
  group: Scalars,
  contest: { contestId: string; descriptionHash: bigint; selections: readonly { hash: bigint }[] },
): bigint {
  const { contestId, descriptionHash, selections } = contest;
  return hash(group, contestId, descriptionHash, ...selections.map((selection) => selection.hash));
}

export function ballotHash(
  group: Scalars,
  ballot: { ballotId: string; manifestHash: bigint; contests: readonly { hash: bigint }[] },
): bigint {
  const { ballotId, manifestHash, contests } = ballot;
  return hash(group, ballotId, manifestHash, ...contests.map((contest) => contest.hash));
}

/**
 * Returns the code that the voter keeps. It is computed from the ciphertexts alone and contains nothing about the
 * voter.
 */
export function confirmationCode(
  group: Scalars,
  ballot: { codeSeed: bigint; timestamp: number; hash: bigint },
): bigint {
  return hash(group, ballot.codeSeed, ballot.timestamp, ballot.hash);
}
