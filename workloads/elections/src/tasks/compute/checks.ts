/** Checks, opens and encrypts single ballots and checks keys of guardians, in a computing process. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { EncryptedBallot, OpenedVotes, PlainBallot } from "../../core/ballots/ballot.ts";
import { objectionsToBallot } from "../../core/ballots/check-ballot.ts";
import { encryptBallot } from "../../core/ballots/encrypt-ballot.ts";
import { type PackedBallot, unpackBallot } from "../../core/ballots/pack-ballot.ts";
import { decryptWithNonce } from "../../core/crypto/elgamal.ts";
import type { Group } from "../../core/crypto/group.ts";
import { toHex } from "../../core/crypto/hash.ts";
import { randomScalar } from "../../core/crypto/scalars.ts";
import {
  type ElectionContext,
  type GuardianPublic,
  isPointOf,
  objectionToGuardian,
} from "../../core/guardians/key-ceremony.ts";
import type { Manifest } from "../../core/manifest/manifest.ts";
import { groupOf } from "../../core/node/native-crypto.ts";

type BallotWork = {
  readonly group: string;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  readonly packed: PackedBallot;
};

type OpeningResult =
  | { readonly verdict: "REPEATED"; readonly votes: OpenedVotes }
  | { readonly verdict: "DIFFERENT"; readonly objection: string };

type SubmittedCheck = {
  /** First error; undefined when the ballot may be cast. */
  readonly objection: string | undefined;
  readonly digests: readonly string[];
};

export function checkSubmitted({ group: name, manifest, context, packed }: BallotWork): SubmittedCheck {
  const group = groupOf(name);
  const ballot = unpackBallot(group, { manifest, manifestHash: context.manifestHash }, packed);
  const [first] = objectionsToBallot(group, { manifest, context }, ballot);
  const objection = first === undefined ? undefined : `${first.where}: ${first.why}`;
  return { objection, digests: ciphertextDigests(ballot) };
}

/** Encrypts the ballot again with its nonce. The result must be the same in every number. */
export function openBallot({ nonce, ...work }: BallotWork & { readonly nonce: bigint }): OpeningResult {
  const { manifest, context, packed } = work;
  const group = groupOf(work.group);
  const ballot = unpackBallot(group, { manifest, manifestHash: context.manifestHash }, packed);
  const again = (plain: PlainBallot) => encryptBallot(group, work, { ...ballot, ballot: plain, nonce });
  const { ballotId, styleId } = ballot;
  const { nonces } = again({ ballotId, styleId, contests: [] });
  const votes = votesOf(group, ballot, { nonces: nonces.contests, publicKey: context.publicKey });
  if (votes === undefined) return { verdict: "DIFFERENT", objection: "the nonce does not open its ciphertexts" };
  const contests = Object.entries(votes).map(([contestId, chosen]) => ({
    contestId,
    selections: Object.entries(chosen).map(([selectionId, vote]) => ({ selectionId, vote })),
  }));
  const repeated = again({ ballotId, styleId, contests }).ballot;
  // Every ciphertext is in the hash; options beyond the limit are in contest data only.
  if (repeated.hash !== ballot.hash)
    return { verdict: "DIFFERENT", objection: "encrypting its votes with the nonce gives another ballot" };
  return { verdict: "REPEATED", votes };
}

type Nonces = readonly { readonly selections: readonly bigint[] }[];

/** Returns the votes of options, without placeholders; undefined when a nonce does not open a ciphertext to 0 or 1. */
function votesOf(
  group: Group,
  ballot: EncryptedBallot,
  { nonces, publicKey }: { nonces: Nonces; publicKey: bigint },
): OpenedVotes | undefined {
  const votes: OpenedVotes = {};
  for (const [index, { contestId, selections }] of ballot.contests.entries()) {
    const chosen: Record<string, number> = {};
    for (const [place, { selectionId, ciphertext, isPlaceholder }] of selections.entries()) {
      const nonce = nonces[index]?.selections[place] ?? 0n;
      const value = decryptWithNonce(group, ciphertext, { nonce, publicKey });
      if (value !== 1n && value !== group.g) return undefined;
      if (!isPlaceholder) chosen[selectionId] = value === 1n ? 0 : 1;
    }
    votes[contestId] = chosen;
  }
  return votes;
}

type KioskWork = Omit<BallotWork, "packed"> & {
  readonly plain: PlainBallot;
  readonly codeSeed: bigint;
  readonly timestamp: number;
};

/** Encrypts for a kiosk. The vote is known here, and the nonce must be kept until the voter has decided. */
export function encryptAtKiosk(work: KioskWork): { readonly ballot: EncryptedBallot; readonly nonce: bigint } {
  const group = groupOf(work.group);
  const { plain, codeSeed, timestamp } = work;
  const nonce = randomScalar(group);
  const { ballot } = encryptBallot(group, work, { ballot: plain, nonce, codeSeed, timestamp });
  return { ballot, nonce };
}

const DIGITS = 32;

/**
 * Returns digests of all ciphertexts in hexadecimal digits, placeholders included. They reveal a ballot that copies
 * another.
 */
function ciphertextDigests({ contests }: EncryptedBallot): string[] {
  return contests.flatMap(({ selections }) =>
    selections.map(({ ciphertext: { pad, data } }) =>
      bytesToHex(sha256(utf8ToBytes(`${toHex(pad)}|${toHex(data)}`))).slice(0, DIGITS),
    ),
  );
}

/** Returns why published keys cannot be used; undefined when they can. */
export function checkKeys(work: { group: string; guardian: GuardianPublic; quorum: number }): string | undefined {
  return objectionToGuardian(groupOf(work.group), work.guardian, work.quorum);
}

/** Returns whether a published point fits the sender's commitments. */
export function checkPoint(work: { group: string; point: bigint; sender: GuardianPublic; sequence: number }): boolean {
  return isPointOf(groupOf(work.group), work);
}
