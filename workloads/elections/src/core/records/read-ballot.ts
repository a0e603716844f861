/** Reads encrypted ballots in the JSON of ElectionGuard 0.95 and 1.4. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";
import type { EncryptedBallot, EncryptedContest, EncryptedSelection, SubmittedBallot } from "../ballots/ballot.ts";
import type { LimitProof, SelectionProof } from "../crypto/ballot-proofs.ts";
import type { Ciphertext, HashedCiphertext } from "../crypto/elgamal.ts";
import type { JsonValue } from "./json-reader.ts";

const CAST = 1;
const SPOILED = 2;

export function readSubmittedBallot(json: JsonValue): SubmittedBallot {
  return { ...readEncryptedBallot(json), state: readBallotState(json) };
}

/** Reads the state: 1 is cast, 2 is spoiled, which means challenged. */
export function readBallotState(json: JsonValue): SubmittedBallot["state"] {
  const state = json.member("state").integer();
  if (state === CAST || state === SPOILED) return state === CAST ? "cast" : "challenged";
  throw new ElectionError("ELECTION_RECORD_INVALID", `${json.path} must have the state 1 (cast) or 2 (spoiled)`);
}

export function readEncryptedBallot(json: JsonValue): EncryptedBallot {
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    manifestHash: json.member("manifest_hash").hex(),
    codeSeed: json.member("code_seed").hex(),
    contests: json.member("contests").list().map(readContest),
    code: json.member("code").hex(),
    timestamp: json.member("timestamp").integer(),
    hash: json.member("crypto_hash").hex(),
  };
}

export function readCiphertext(json: JsonValue): Ciphertext {
  return { pad: json.member("pad").hex(), data: json.member("data").hex() };
}

function readContest(json: JsonValue): EncryptedContest {
  const contestData = json.optional("extended_data");
  return {
    contestId: json.member("object_id").text(),
    sequence: json.member("sequence_order").integer(),
    descriptionHash: json.member("description_hash").hex(),
    selections: json.member("ballot_selections").list().map(readSelection),
    accumulation: readCiphertext(json.member("ciphertext_accumulation")),
    hash: json.member("crypto_hash").hex(),
    proof: readLimitProof(json.member("proof")),
    contestData: contestData === undefined ? undefined : readHashedCiphertext(contestData),
  };
}

function readSelection(json: JsonValue): EncryptedSelection {
  return {
    selectionId: json.member("object_id").text(),
    sequence: json.member("sequence_order").integer(),
    descriptionHash: json.member("description_hash").hex(),
    ciphertext: readCiphertext(json.member("ciphertext")),
    hash: json.member("crypto_hash").hex(),
    isPlaceholder: json.member("is_placeholder_selection").boolean(),
    proof: readSelectionProof(json.member("proof")),
  };
}

function readSelectionProof(json: JsonValue): SelectionProof {
  return {
    zeroPad: json.member("proof_zero_pad").hex(),
    zeroData: json.member("proof_zero_data").hex(),
    onePad: json.member("proof_one_pad").hex(),
    oneData: json.member("proof_one_data").hex(),
    zeroChallenge: json.member("proof_zero_challenge").hex(),
    oneChallenge: json.member("proof_one_challenge").hex(),
    challenge: json.member("challenge").hex(),
    zeroResponse: json.member("proof_zero_response").hex(),
    oneResponse: json.member("proof_one_response").hex(),
  };
}

function readLimitProof(json: JsonValue): LimitProof {
  return {
    ...readCiphertext(json),
    challenge: json.member("challenge").hex(),
    response: json.member("response").hex(),
    constant: json.member("constant").integer(),
  };
}

export function readHashedCiphertext(json: JsonValue): HashedCiphertext {
  return { pad: json.member("pad").hex(), data: readBytes(json.member("data")), mac: readBytes(json.member("mac")) };
}

function readBytes(json: JsonValue): Uint8Array {
  const digits = json.text();
  if (!/^([0-9A-Fa-f]{2})*$/.test(digits)) {
    throw new ElectionError("ELECTION_RECORD_INVALID", `${json.path} must be bytes in hexadecimal digits`);
  }
  return hexToBytes(digits);
}
