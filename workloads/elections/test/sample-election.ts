/** Reads the published sample elections of ElectionGuard 0.95, with the private data that is part of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BallotNonces, EncryptedBallot, PlainBallot } from "../src/core/ballots/ballot.ts";
import { createGroup } from "../src/core/crypto/group.ts";
import { nativeExponentiation } from "../src/core/node/native-crypto.ts";
import { GROUP_V1_4096 } from "../src/core/crypto/group-parameters.ts";
import type { GuardianName } from "../src/core/guardians/key-ceremony.ts";
import { readJson, type JsonValue } from "../src/core/records/json-reader.ts";
import { readEncryptedBallot } from "../src/core/records/read-ballot.ts";
import { readRecord } from "../src/core/records/read-record.ts";
import { openRecordFolder } from "../src/core/node/record-folder.ts";

/** Group for all tests of a process, so that OpenSSL checks the prime once. */
export const realGroup = createGroup(GROUP_V1_4096, { exponentiation: nativeExponentiation() });

export type EncryptedSample = { plain: PlainBallot; encrypted: EncryptedBallot; nonces: BallotNonces };

export function openSample(folder: string) {
  const secrets = readFile(join(folder, "election_private_data", "guardian_secrets.json"));
  return {
    record: readRecord(openRecordFolder(join(folder, "election_record"))),
    secrets: secrets.member("guardians").list().map(readSecret),
    ballots: readBallots(join(folder, "election_private_data")),
  };
}

/** Reads a ballot as the voter's machine had it: choices, ciphertexts and nonces. */
export function readSampleBallot(plainFile: string, encryptedFile: string): EncryptedSample {
  const encrypted = readFile(encryptedFile);
  return {
    plain: readPlain(readFile(plainFile)),
    encrypted: readEncryptedBallot(encrypted),
    nonces: readNonces(encrypted),
  };
}

export function readFile(path: string): JsonValue {
  return readJson(readFileSync(path, "utf8"), path.replace(/^.*\//, ""));
}

function readBallots(folder: string): EncryptedSample[] {
  const plain = join(folder, "plaintext_ballots");
  const encrypted = join(folder, "ciphertext_ballots");
  return readdirSync(plain)
    .sort()
    .map((name) => readSampleBallot(join(plain, name), join(encrypted, name.replace("plaintext", "ciphertext"))));
}

function readSecret(json: JsonValue): GuardianName & { coefficients: bigint[] } {
  return {
    guardianId: json.member("guardian_id").text(),
    sequence: json.member("sequence_order").integer(),
    coefficients: json
      .member("coefficients")
      .list()
      .map((coefficient) => coefficient.hex()),
  };
}

function readPlain(json: JsonValue): PlainBallot {
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contestId: contest.member("object_id").text(),
        selections: contest
          .member("ballot_selections")
          .list()
          .map((selection) => ({
            selectionId: selection.member("object_id").text(),
            vote: selection.member("vote").integer(),
          })),
      })),
  };
}

function readNonces(json: JsonValue): BallotNonces {
  return {
    ballot: json.member("nonce").hex(),
    contests: json
      .member("contests")
      .list()
      .map((contest) => ({
        contest: contest.member("nonce").hex(),
        selections: contest
          .member("ballot_selections")
          .list()
          .map((selection) => selection.member("nonce").hex()),
      })),
  };
}
