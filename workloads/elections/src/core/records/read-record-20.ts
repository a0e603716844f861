/** Reads a record of ElectionGuard 2.0 as egk-ec publishes it, over integers or over P-256. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { RangeProof } from "../crypto/ballot-proofs.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import { HASH_BYTES } from "../crypto/hash.ts";
import type {
  Ballot20,
  Chain20,
  Config20,
  Contest20,
  Guardian20,
  JointManifest,
  JointProof,
  OpenedData,
  Record20,
  SealedData,
  SummedSelection,
  Tally20,
} from "./joint-record.ts";
import { type JsonValue, readJson } from "./json-reader.ts";
import { jsonOf, lazily, type RecordFiles, textOf } from "./record-files.ts";

const ELEMENT_BYTES = { integer: 512, "P-256": 33 } as const;
const CHAIN_FILE = "ballot_chain.json";

export function readRecord20(files: RecordFiles): Record20 {
  const constants = jsonOf(files, "constants.json");
  const group = readGroup(constants.member("type"));
  const read = createBallotReader(ELEMENT_BYTES[group]);
  const initialized = jsonOf(files, "election_initialized.json");
  const manifestText = textOf(files, "manifest.json");
  const encryptedTally = optional(files, "encrypted_tally.json");
  const tally = optional(files, "tally.json");
  const isChain = (name: string) => name.endsWith(`/${CHAIN_FILE}`);
  return {
    group,
    constants: Object.fromEntries(
      constants
        .member("constants")
        .entries()
        .map(([name, value]) => [name, value.hex()]),
    ),
    manifestText,
    manifest: readManifest20(readJson(manifestText, "manifest.json")),
    config: readConfig(jsonOf(files, "election_config.json"), initialized, read.element),
    guardians: initialized
      .member("guardians")
      .list()
      .map((guardian) => readGuardian(guardian, read.element))
      .sort((a, b) => a.sequence - b.sequence),
    ballots: lazily(files, "encrypted_ballots", { read: read.ballot, isWanted: (name) => !isChain(name) }),
    chains: [...lazily(files, "encrypted_ballots", { read: readChain, isWanted: isChain })],
    encryptedTally: encryptedTally === undefined ? undefined : read.sums(encryptedTally),
    added: encryptedTally === undefined ? undefined : readAdded(encryptedTally),
    tally: tally === undefined ? undefined : read.tally(tally),
    challenged: lazily(files, "challenged_ballots", { read: read.tally }),
  };
}

function readGroup(type: JsonValue): Record20["group"] {
  if (type.text() === "IntegerGroup") return "integer";
  if (type.text() === "EllipticCurve") return "P-256";
  throw new ElectionError("ELECTION_RECORD_INVALID", `${type.path} must be "IntegerGroup" or "EllipticCurve"`);
}

function optional(files: RecordFiles, name: string): JsonValue | undefined {
  const text = files.read(name);
  return text === undefined ? undefined : readJson(text, name);
}

function readManifest20(json: JsonValue): JointManifest {
  return {
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contestId: contest.member("object_id").text(),
        sequence: contest.member("sequence_order").integer(),
        unitId: contest.member("electoral_district_id").text(),
        name: contest.member("name").text(),
        votesAllowed: contest.member("votes_allowed").integer(),
        optionLimit: contest.optional("option_selection_limit")?.integer() ?? 1,
        selections: contest
          .member("ballot_selections")
          .list()
          .map((selection) => ({
            selectionId: selection.member("object_id").text(),
            sequence: selection.member("sequence_order").integer(),
          })),
      })),
    styles: json
      .member("ballot_styles")
      .list()
      .map((style) => ({ styleId: style.member("object_id").text(), unitIds: texts(style, "geopolitical_unit_ids") })),
  };
}

function readConfig(config: JsonValue, initialized: JsonValue, element: (json: JsonValue) => bigint): Config20 {
  return {
    guardians: config.member("number_of_guardians").integer(),
    quorum: config.member("quorum").integer(),
    parameterHash: hashAt(config, "parameter_base_hash"),
    manifestHash: hashAt(config, "manifest_hash"),
    baseHash: hashAt(config, "election_base_hash"),
    extendedHash: hashAt(initialized, "extended_base_hash"),
    publicKey: element(initialized.member("joint_public_key")),
    isChained: config.member("chain_confirmation_codes").boolean(),
    codeBytes: readBytes(config.member("baux0")),
  };
}

function readGuardian(json: JsonValue, element: (json: JsonValue) => bigint): Guardian20 {
  return {
    guardianId: json.member("guardian_id").text(),
    sequence: json.member("x_coordinate").integer(),
    proofs: json
      .member("coefficient_proofs")
      .list()
      .map((proof) => ({
        publicKey: element(proof.member("public_key")),
        challenge: hashAt(proof, "challenge"),
        response: hashAt(proof, "response"),
      })),
  };
}

function readChain(json: JsonValue): Chain20 {
  const bytes = json
    .member("baux0")
    .list()
    .map((byte) => byte.integer());
  if (bytes.some((byte) => byte < -128 || byte > 255)) {
    throw new ElectionError("ELECTION_RECORD_INVALID", `${json.path} must have bytes in baux0`, { path: json.path });
  }
  return {
    device: json.member("encrypting_device").text(),
    deviceBytes: bytesToHex(Uint8Array.from(bytes)),
    electionHash: hashAt(json, "election_base_hash"),
    ballotIds: texts(json, "ballot_ids"),
    lastCode: hashAt(json, "last_confirmation_code"),
    closingHash: hashAt(json, "closing_hash"),
  };
}

/** Reads the ids of the added ballots. The number of ballots with a contest is ignored, because egk-ec writes 0. */
function readAdded(json: JsonValue): Record20["added"] {
  return { electionHash: hashAt(json, "election_id"), ballotIds: texts(json, "cast_ballot_ids") };
}

function texts(json: JsonValue, name: string): string[] {
  return json
    .member(name)
    .list()
    .map((value) => value.text());
}

function hashAt(json: JsonValue, name: string): bigint {
  return readNumber(json.member(name), HASH_BYTES);
}

type BallotReader = {
  readonly element: (json: JsonValue) => bigint;
  readonly ballot: (json: JsonValue) => Ballot20;
  readonly sums: (json: JsonValue) => SummedSelection[];
  readonly tally: (json: JsonValue) => Tally20;
};

function createBallotReader(elementBytes: number): BallotReader {
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
  return new ElectionError("ELECTION_RECORD_INVALID", `${path} must be ${wanted}`, { path });
}

/** Maximum length of bytes in base64, far above anything in a ballot. */
const BYTES_MAX = 65_536;

/** Reads a number of exactly this many bytes. */
function readNumber(json: JsonValue, bytes: number): bigint {
  const digits = readBytes(json);
  if (digits.length === 2 * bytes) return BigInt(`0x${digits}`);
  throw new ElectionError("ELECTION_RECORD_INVALID", `${json.path} must be ${String(bytes)} bytes in base64`, {
    path: json.path,
  });
}

/** Reads any number of bytes as hexadecimal digits. */
function readBytes(json: JsonValue): string {
  const text = json.text();
  const isBase64 = text.length % 4 === 0 && text.length <= BYTES_MAX && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64)
    throw new ElectionError("ELECTION_RECORD_INVALID", `${json.path} must be bytes in base64`, { path: json.path });
  return bytesToHex(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
