/** Writes ballots and the public data of guardians in the JSON of ElectionGuard 1.4. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { EncryptedBallot, EncryptedContest, EncryptedSelection, SubmittedBallot } from "../ballots/ballot.ts";
import type { Ciphertext, HashedCiphertext } from "../crypto/elgamal.ts";
import { toHex } from "../crypto/hash.ts";
import { type GuardianPublic, type KeyBackup, publicKeyOf } from "../guardians/key-ceremony.ts";

const STATE_NUMBERS = { cast: 1, challenged: 2 } as const;

/** An opened challenged ballot. With its nonce, everyone can encrypt the choices again and compare. */
export type OpenedBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly nonce: bigint;
  /**
   * Every option with a vote; undefined when the nonce does not open the ballot, which is evidence against the machine.
   */
  readonly votes:
    | readonly {
        readonly contestId: string;
        readonly selections: readonly { readonly selectionId: string; readonly vote: number }[];
      }[]
    | undefined;
};

export function submittedBallotToJson(ballot: SubmittedBallot) {
  return { ...encryptedBallotToJson(ballot), state: STATE_NUMBERS[ballot.state] };
}

/** Writes a ballot without nonces. They are null, as in other implementations. */
export function encryptedBallotToJson(ballot: EncryptedBallot) {
  return {
    object_id: ballot.ballotId,
    style_id: ballot.styleId,
    manifest_hash: toHex(ballot.manifestHash),
    code_seed: toHex(ballot.codeSeed),
    contests: ballot.contests.map(contestToJson),
    code: toHex(ballot.code),
    timestamp: ballot.timestamp,
    crypto_hash: toHex(ballot.hash),
    nonce: null,
  };
}

export function openedBallotToJson({ ballotId, styleId, nonce, votes }: OpenedBallot) {
  return {
    object_id: ballotId,
    style_id: styleId,
    nonce: toHex(nonce),
    is_repeated: votes !== undefined,
    contests: (votes ?? []).map(({ contestId, selections }) => ({
      object_id: contestId,
      ballot_selections: selections.map(({ selectionId, vote }) => ({ object_id: selectionId, vote })),
    })),
  };
}

export function ciphertextToJson({ pad, data }: Ciphertext) {
  return { pad: toHex(pad), data: toHex(data) };
}

function contestToJson(contest: EncryptedContest) {
  const { challenge, response, constant } = contest.proof;
  return {
    object_id: contest.contestId,
    sequence_order: contest.sequence,
    description_hash: toHex(contest.descriptionHash),
    ballot_selections: contest.selections.map(selectionToJson),
    ciphertext_accumulation: ciphertextToJson(contest.accumulation),
    crypto_hash: toHex(contest.hash),
    nonce: null,
    proof: {
      ...ciphertextToJson(contest.proof),
      challenge: toHex(challenge),
      response: toHex(response),
      constant,
      usage: "Prove value within selection's limit",
    },
    extended_data: contest.contestData === undefined ? null : hashedCiphertextToJson(contest.contestData),
  };
}

function selectionToJson({ proof, ...selection }: EncryptedSelection) {
  return {
    object_id: selection.selectionId,
    sequence_order: selection.sequence,
    description_hash: toHex(selection.descriptionHash),
    ciphertext: ciphertextToJson(selection.ciphertext),
    crypto_hash: toHex(selection.hash),
    is_placeholder_selection: selection.isPlaceholder,
    nonce: null,
    proof: {
      proof_zero_pad: toHex(proof.zeroPad),
      proof_zero_data: toHex(proof.zeroData),
      proof_one_pad: toHex(proof.onePad),
      proof_one_data: toHex(proof.oneData),
      proof_zero_challenge: toHex(proof.zeroChallenge),
      proof_one_challenge: toHex(proof.oneChallenge),
      challenge: toHex(proof.challenge),
      proof_zero_response: toHex(proof.zeroResponse),
      proof_one_response: toHex(proof.oneResponse),
      usage: "Prove selection's value (0 or 1)",
    },
  };
}

export function guardianToJson(guardian: GuardianPublic) {
  const { guardianId, sequence, commitments, proofs } = guardian;
  return {
    guardian_id: guardianId,
    sequence_order: sequence,
    election_public_key: toHex(publicKeyOf(guardian)),
    election_commitments: commitments.map(toHex),
    election_proofs: proofs.map(({ publicKey, commitment, challenge, response }) => ({
      public_key: toHex(publicKey),
      commitment: toHex(commitment),
      challenge: toHex(challenge),
      response: toHex(response),
      usage: "Prove knowledge of secret value",
    })),
  };
}

export function backupToJson({ senderId, receiverId, receiverSequence, encryptedPoint }: KeyBackup) {
  return {
    owner_id: senderId,
    designated_id: receiverId,
    designated_sequence_order: receiverSequence,
    encrypted_coordinate: hashedCiphertextToJson(encryptedPoint),
  };
}

export function hashedCiphertextToJson({ pad, data, mac }: HashedCiphertext) {
  return { pad: toHex(pad), data: bytesToHex(data).toUpperCase(), mac: bytesToHex(mac).toUpperCase() };
}
