/** Reads the verifiable public part of a record of ElectionGuard 1.91. */
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { ElectionContext, GuardianPublic } from "../guardians/key-ceremony.ts";
import { readManifest } from "../manifest/manifest-json.ts";
import type {
  JointBallot,
  JointManifest,
  JointRecord,
  JointSelection,
  JointTally,
  SummedSelection,
} from "./joint-record.ts";
import type { JsonValue } from "./json-reader.ts";
import { readBallotState, readCiphertext } from "./read-ballot.ts";
import { readConstants, readContext, readGuardian, readGuardians } from "./read-record.ts";
import { jsonOf, lazily, type RecordFiles, textOf } from "./record-files.ts";

export type Record191 = JointRecord & {
  readonly context: ElectionContext;
  readonly guardians: readonly GuardianPublic[];
  readonly tally: JointTally;
};

export function readRecord191(files: RecordFiles): Record191 {
  return {
    constants: readConstants(textOf(files, "constants.json")),
    manifest: readManifest191(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    guardians: readGuardians(files, (guardian) => readGuardian(guardian, "coefficient")),
    ballots: lazily(files, "submitted_ballots", { read: readBallot191 }),
    encryptedTally: readSums(jsonOf(files, "encrypted_tally.json")),
    tally: readTally(jsonOf(files, "tally.json"), "tally_id"),
    challenged: lazily(files, "spoiled_ballots", { read: (ballot) => readTally(ballot, "ballot_id") }),
  };
}

function readManifest191(json: JsonValue): JointManifest {
  const { contests, styles } = readManifest(json);
  return {
    styles,
    contests: contests.map(({ numberElected, votesAllowed, ...contest }) => ({
      ...contest,
      votesAllowed: votesAllowed ?? numberElected,
      optionLimit: 1,
    })),
  };
}

export function readBallot191(json: JsonValue): JointBallot {
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    code: json.member("code").hex(),
    state: readBallotState(json),
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contestId: contest.member("object_id").text(),
        selections: contest.member("ballot_selections").list().map(readSelection),
      })),
  };
}

function readSelection(json: JsonValue): JointSelection {
  const proof = json.member("proof");
  return {
    selectionId: json.member("object_id").text(),
    ciphertext: readCiphertext(json.member("ciphertext")),
    proof: {
      challenges: [proof.member("proof_zero_challenge").hex(), proof.member("proof_one_challenge").hex()],
      responses: [proof.member("proof_zero_response").hex(), proof.member("proof_one_response").hex()],
      ...readCommitments(proof),
    },
  };
}

/** Reads commitments. Where they are left out, the verifier computes them. */
function readCommitments(proof: JsonValue): { commitments?: Ciphertext[] } {
  if (proof.optional("proof_zero_pad") === undefined) return {};
  const read = (name: string) => ({ pad: proof.member(`${name}_pad`).hex(), data: proof.member(`${name}_data`).hex() });
  return { commitments: [read("proof_zero"), read("proof_one")] };
}

function readSums(json: JsonValue): SummedSelection[] {
  return json
    .member("contests")
    .entries()
    .flatMap(([contestId, contest]) =>
      contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          contestId,
          selectionId,
          ciphertext: readCiphertext(selection.member("ciphertext")),
        })),
    );
}

function readTally(json: JsonValue, id: string): JointTally {
  const contests = json
    .member("contests")
    .entries()
    .map(([contestId, contest]) => ({
      contestId,
      selections: contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          selectionId,
          count: selection.member("tally").integer(),
          value: selection.member("value").hex(),
          ciphertext: undefined,
          proof: {
            challenge: selection.member("proof").member("challenge").hex(),
            response: selection.member("proof").member("response").hex(),
          },
        })),
    }));
  return { tallyId: json.member(id).text(), contests };
}
