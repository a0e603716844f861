/** Reads what ElectionGuard 2.0 publishes of ballots and tallies, for a group whose elements take so many bytes. */
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../../crypto/elgamal.ts";
import { HASH_BYTES } from "../../crypto/hash/keyed-hash.ts";
import type { RangeProof } from "../../crypto/proofs/range-proof.ts";
import type { JsonValue } from "../json-reader.ts";
import type { JointProof, SummedSelection } from "./joint-record.ts";
import { readBytes, readNumber } from "./read-base64.ts";
import type { Ballot20, Contest20, OpenedData, SealedData, Tally20 } from "./record-20.ts";

export type BallotReader = {
  readonly element: (json: JsonValue) => bigint;
  readonly ballot: (json: JsonValue) => Ballot20;
  readonly sums: (json: JsonValue) => SummedSelection[];
  readonly tally: (json: JsonValue) => Tally20;
};

export function createBallotReader(elementBytes: number): BallotReader {
  const element = (json: JsonValue) => readNumber(json, elementBytes);
  return {
    element,
    ballot: (json) => readBallot(json, element),
    sums: (json) => readSums(json, element),
    tally: (json) => readTally(json, element),
  };
}

type ReadElement = BallotReader["element"];

function readBallot(json: JsonValue, element: ReadElement): Ballot20 {
  const preEncrypted = json.member("is_preencrypt");
  if (preEncrypted.boolean()) throw refuse(preEncrypted, "false: ballots that were encrypted before are not verified");
  return {
    ballotId: json.member("ballot_id").text(),
    styleId: json.member("ballot_style_id").text(),
    electionHash: readNumber(json.member("election_id"), HASH_BYTES),
    device: json.member("encrypting_device").text(),
    codeBytes: readHexBytes(json.member("code_baux")),
    code: readNumber(json.member("confirmation_code"), HASH_BYTES),
    state: readState(json.member("state")),
    contests: json
      .member("contests")
      .list()
      .map((contest) => readContest(contest, element)),
  };
}

function readState(json: JsonValue): Ballot20["state"] {
  if (json.text() === "CAST") return "cast";
  if (json.text() === "CHALLENGED") return "challenged";
  throw refuse(json, '"CAST" or "CHALLENGED"');
}

function readContest(json: JsonValue, element: ReadElement): Contest20 {
  const contestData = json.optional("encrypted_contest_data");
  return {
    contestId: json.member("contest_id").text(),
    sequence: json.member("sequence_order").integer(),
    hash: readNumber(json.member("contest_hash"), HASH_BYTES),
    limitProof: readRangeProof(json.member("proof")),
    contestData: contestData === undefined ? undefined : readSealed(contestData, element),
    selections: json
      .member("selections")
      .list()
      .map((selection) => ({
        selectionId: selection.member("selection_id").text(),
        sequence: selection.member("sequence_order").integer(),
        ciphertext: readCiphertext(selection.member("encrypted_vote"), element),
        proof: readRangeProof(selection.member("proof")),
      })),
  };
}

function readSums(json: JsonValue, element: ReadElement): SummedSelection[] {
  return json
    .member("contests")
    .list()
    .flatMap((contest) =>
      contest
        .member("selections")
        .list()
        .map((selection) => ({
          contestId: contest.member("contest_id").text(),
          selectionId: selection.member("selection_id").text(),
          ciphertext: readCiphertext(selection.member("encrypted_vote"), element),
        })),
    );
}

function readTally(json: JsonValue, element: ReadElement): Tally20 {
  const contests = json
    .member("contests")
    .list()
    .map((contest) => {
      const contestData = contest.optional("decrypted_contest_data");
      return {
        contestId: contest.member("contest_id").text(),
        contestData: contestData === undefined ? undefined : readOpened(contestData, element),
        selections: contest
          .member("selections")
          .list()
          .map((selection) => ({
            selectionId: selection.member("selection_id").text(),
            count: selection.member("tally").integer(),
            value: element(selection.member("b_over_m")),
            ciphertext: readCiphertext(selection.member("encrypted_vote"), element),
            proof: readProof(selection.member("proof")),
          })),
      };
    });
  return {
    tallyId: json.member("id").text(),
    electionHash: readNumber(json.member("election_id"), HASH_BYTES),
    contests,
  };
}

function readOpened(json: JsonValue, element: ReadElement): OpenedData {
  const opened = json.member("contest_data");
  return {
    sealed: readSealed(json.member("encrypted_contest_data"), element),
    beta: element(json.member("beta")),
    proof: readProof(json.member("proof")),
    overVotes: opened
      .member("over_votes")
      .list()
      .map((vote) => vote.integer()),
    writeIns: opened
      .member("write_ins")
      .list()
      .map((writeIn) => writeIn.text()),
    status: opened.member("status").text(),
  };
}

function readSealed(json: JsonValue, element: ReadElement): SealedData {
  return {
    pad: element(json.member("c0")),
    data: readBytes(json.member("c1")),
    mac: readNumber(json.member("c2"), HASH_BYTES),
    bytes: json.member("numBytes").integer(),
  };
}

function readCiphertext(json: JsonValue, element: ReadElement): Ciphertext {
  return { pad: element(json.member("pad")), data: element(json.member("data")) };
}

function readRangeProof(json: JsonValue): RangeProof {
  const proofs = json.member("proofs").list().map(readProof);
  return { challenges: proofs.map(({ challenge }) => challenge), responses: proofs.map(({ response }) => response) };
}

function readProof(json: JsonValue): JointProof {
  return {
    challenge: readNumber(json.member("challenge"), HASH_BYTES),
    response: readNumber(json.member("response"), HASH_BYTES),
  };
}

function readHexBytes(json: JsonValue): string {
  const digits = json.text();
  if (/^([0-9A-Fa-f]{2})*$/.test(digits) && digits.length <= 2_048) return digits.toLowerCase();
  throw refuse(json, "at most 1024 bytes in hexadecimal digits");
}

function refuse({ path }: JsonValue, wanted: string): RotaError {
  return new RotaError("ELECTION_RECORD_INVALID", `${path} must be ${wanted}`, { path });
}
