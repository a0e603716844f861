/** Hashes that bind a ballot together, and the confirmation code that chains it to the one before. */
import type { Ciphertext } from "../crypto/elgamal.ts";
import { hash } from "../crypto/hash/hash.ts";

type Scalars = { readonly q: bigint };

/** The machine that encrypts: its hash is the first link of its chain of codes. */
export type Device = {
  readonly deviceId: number;
  readonly sessionId: number;
  readonly launchCode: number;
  readonly location: string;
};

export function deviceHash(group: Scalars, { deviceId, sessionId, launchCode, location }: Device): bigint {
  return hash(group, deviceId, sessionId, launchCode, location);
}

export function ciphertextHash(group: Scalars, { pad, data }: Ciphertext): bigint {
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

/** What the voter keeps. It follows from the ciphertexts alone: nothing about the voter is in it. */
export function confirmationCode(
  group: Scalars,
  ballot: { codeSeed: bigint; timestamp: number; hash: bigint },
): bigint {
  return hash(group, ballot.codeSeed, ballot.timestamp, ballot.hash);
}
