/** Reads the public part of a record of ElectionGuard 1.91 that can be verified. */
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { RangeProof } from "../crypto/proofs/range-proof.ts";
import type { ShareProof } from "../crypto/proofs/share-proof.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import type { GuardianPublic } from "../guardians/guardian-keys.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import { readJson, type JsonValue } from "./json-reader.ts";
import { readCiphertext } from "./read-ballot.ts";
import { readConstants, readContext, type ElectionRecord, type RecordFiles } from "./read-record.ts";

export type Ballot191 = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly code: bigint;
  readonly state: "cast" | "challenged";
  readonly contests: readonly {
    readonly contestId: string;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly ciphertext: Ciphertext;
      readonly proof: RangeProof;
    }[];
  }[];
};

/** Decrypted jointly by whoever was present: one proof for each selection. */
export type Tally191 = {
  readonly tallyId: string;
  readonly contests: readonly {
    readonly contestId: string;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly count: number;
      /** K^count. */
      readonly value: bigint;
      readonly proof: ShareProof;
    }[];
  }[];
};

export type Record191 = {
  readonly constants: ElectionRecord["constants"];
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  readonly guardians: readonly GuardianPublic[];
  readonly ballots: Iterable<Ballot191>;
  readonly encryptedTally: readonly { contestId: string; selectionId: string; ciphertext: Ciphertext }[];
  readonly tally: Tally191;
  readonly challenged: readonly Tally191[];
};

const CAST = 1;

export function readRecord191(files: RecordFiles): Record191 {
  const folder = (name: string) => files.list(name).map((file) => jsonOf(files, file));
  return {
    constants: readConstants(textOf(files, "constants.json")),
    manifest: readManifest(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    guardians: folder("guardians")
      .map(readGuardian)
      .sort((a, b) => a.sequence - b.sequence),
    ballots: {
      *[Symbol.iterator]() {
        for (const file of files.list("submitted_ballots")) yield readBallot191(jsonOf(files, file));
      },
    },
    encryptedTally: readCiphertexts(jsonOf(files, "encrypted_tally.json")),
    tally: readTally(jsonOf(files, "tally.json"), "tally_id"),
    challenged: folder("spoiled_ballots").map((ballot) => readTally(ballot, "ballot_id")),
  };
}

export function readBallot191(json: JsonValue): Ballot191 {
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    code: json.member("code").hex(),
    state: json.member("state").integer() === CAST ? "cast" : "challenged",
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contestId: contest.member("object_id").text(),
        selections: contest.member("ballot_selections").list().map(readSelection),
      })),
  };
}

function readSelection(json: JsonValue): Ballot191["contests"][number]["selections"][number] {
  const proof = json.member("proof");
  return {
    selectionId: json.member("object_id").text(),
    ciphertext: readCiphertext(json.member("ciphertext")),
    proof: {
      challenges: [proof.member("proof_zero_challenge").hex(), proof.member("proof_one_challenge").hex()],
      responses: [proof.member("proof_zero_response").hex(), proof.member("proof_one_response").hex()],
    },
  };
}

function readGuardian(json: JsonValue): GuardianPublic {
  return {
    guardianId: json.member("guardian_id").text(),
    sequence: json.member("sequence_order").integer(),
    commitments: json
      .member("coefficient_commitments")
      .list()
      .map((commitment) => commitment.hex()),
    proofs: json
      .member("coefficient_proofs")
      .list()
      .map((proof) => ({
        publicKey: proof.member("public_key").hex(),
        commitment: proof.member("commitment").hex(),
        challenge: proof.member("challenge").hex(),
        response: proof.member("response").hex(),
      })),
  };
}

function readCiphertexts(json: JsonValue): Record191["encryptedTally"] {
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

function readTally(json: JsonValue, id: string): Tally191 {
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
          proof: {
            ...readCiphertext(selection.member("proof")),
            challenge: selection.member("proof").member("challenge").hex(),
            response: selection.member("proof").member("response").hex(),
          },
        })),
    }));
  return { tallyId: json.member(id).text(), contests };
}

function jsonOf(files: RecordFiles, name: string): JsonValue {
  return readJson(textOf(files, name), name);
}

function textOf(files: RecordFiles, name: string): string {
  const text = files.read(name);
  if (text === undefined) throw new RotaError("ELECTION_RECORD_INVALID", `the record lacks ${name}`, { file: name });
  return text;
}
