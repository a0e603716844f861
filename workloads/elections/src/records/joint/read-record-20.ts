/** Reads a record of ElectionGuard 2.0 as egk-ec publishes it, over integers or over P-256. */
import { RotaError } from "@rota/engine/errors";
import { bytesToHex } from "@noble/hashes/utils.js";
import { HASH_BYTES } from "../../crypto/hash/keyed-hash.ts";
import { readJson, type JsonValue } from "../json-reader.ts";
import { jsonOf, lazily, textOf, type RecordFiles } from "../record-files.ts";
import type { JointManifest } from "./joint-record.ts";
import { readBytes, readNumber } from "./read-base64.ts";
import { createBallotReader } from "./read-ballot-20.ts";
import type { Chain20, Config20, Guardian20, Record20 } from "./record-20.ts";

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
  throw new RotaError("ELECTION_RECORD_INVALID", `${type.path} must be "IntegerGroup" or "EllipticCurve"`);
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
    throw new RotaError("ELECTION_RECORD_INVALID", `${json.path} must have bytes in baux0`, { path: json.path });
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

/** How many ballots have a contest is left out: egk-ec writes 0. */
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
